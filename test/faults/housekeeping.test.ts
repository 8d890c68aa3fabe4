import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { serveWhenReady } from '../support/process.js';
import { describeFirst, SQL_STORAGES, targets } from '../support/storages.js';

describeFirst(SQL_STORAGES, 'a service', (kind) => {
  const target = targets(kind);

  it('deletes expired data about every hour, not only when it starts', async () => {
    const { url, sql } = target();
    const shortHours = join(import.meta.dirname, '../support/short-hours.cjs');
    const env = { DATABASE_URL: url, NODE_OPTIONS: `--require=${shortHours}` };
    const service = await serveWhenReady({ env });
    const old = { account_id: 1, created_at: 1 };
    const count = async (table: string) =>
      Number((await sql.query(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count);

    for (let round = 0; round < 2; round++) {
      const hash = String(round).repeat(64);
      await sql.fill('sessions', [{ ...old, hash, last_seen_at: 1 }]);
      const pet = { pet_id: round + 1, name: 'cat', category_id: 1, status: 'sold' };
      const use = { account_id: 1, idempotency_key: Buffer.from([round]), first_used_at: 1 };
      await sql.fill('idempotency_keys', [{ ...pet, ...use }]);
      await sql.fill('api_keys', [{ ...old, prefix: `as_${round}`, hash, name: 'old', revoked_at: 1 }]);
      await service.until(async () => {
        const left = await Promise.all(['sessions', 'idempotency_keys', "api_keys WHERE name = 'old'"].map(count));
        return left.every((rows) => rows === 0) || undefined;
      });
    }
    expect((await service.stop()).code).toBe(0);
  });
});
