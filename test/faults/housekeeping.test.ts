import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { cleanUp, newFolder, serveWhenReady } from '../support/process.js';
import { runOnFile } from '../support/sqlite.js';

afterAll(cleanUp);

it('a service deletes what has expired about every hour, not only when it starts', async () => {
  const path = join(newFolder(), 'store.sqlite');
  const shortHours = join(import.meta.dirname, '../support/short-hours.cjs');
  const env = { DATABASE_URL: `sqlite:${path}`, NODE_OPTIONS: `--require=${shortHours}` };
  const service = await serveWhenReady({ env });
  const count = (table: string) => Number(runOnFile(path, `SELECT COUNT(*) AS count FROM ${table}`)[0]?.count);

  for (let round = 0; round < 2; round++) {
    const hash = String(round).repeat(64);
    runOnFile(path, `INSERT INTO sessions (hash, account_id, created_at, last_seen_at) VALUES ('${hash}', 1, 1, 1)`);
    runOnFile(
      path,
      `INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at)
        VALUES (${round + 1}, 'cat', 1, 'sold', 1, X'0${round}', 1)`,
    );
    runOnFile(
      path,
      `INSERT INTO api_keys (prefix, hash, account_id, name, created_at, revoked_at)
        VALUES ('as_${round}', '${hash}', 1, 'old', 1, 1)`,
    );
    const left = () => count('sessions') + count('idempotency_keys') + count(`api_keys WHERE name = 'old'`);
    await service.until(() => (left() === 0 ? true : undefined));
  }
  expect((await service.stop()).code).toBe(0);
});
