import { afterEach, expect, it, jest } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import { createLogger } from '../../src/infrastructure/logging.js';
import { Service } from '../../src/infrastructure/service.js';
import { testConfig } from '../support/config.js';
import { eventually } from '../support/eventually.js';
import { describeFirst, SQL_STORAGES, targets } from '../support/storages.js';

const HOUR_MS = 60 * 60 * 1000;

afterEach(() => void jest.useRealTimers());

describeFirst(SQL_STORAGES, 'A service', (kind) => {
  const target = targets(kind);

  it('deletes expired data when it starts and every hour, and nothing else', async () => {
    // Only intervals stand still: the store and the sockets need everything else.
    const others = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const;
    const timers = ['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;
    jest.useFakeTimers({ doNotFake: [...others, ...timers] });
    const { url, sql } = target();
    const start = async () => {
      const log = createLogger('warn', { write: (text) => process.stderr.write(text) });
      const service = await Service.start(testConfig({ storage: parseStorageUrl(url) }), log, () => Promise.resolve());
      await service.open();
      return service;
    };
    await (await start()).stop();
    const old = { account_id: 1, created_at: 1 };
    const count = async (table: string) =>
      Number((await sql.query(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count);
    const now = Date.now();
    await sql.fill('sessions', [{ account_id: 1, hash: 'a'.repeat(64), created_at: now, last_seen_at: now }]);

    let service: Service | undefined;
    for (let round = 0; round < 3; round++) {
      const hash = String(round).repeat(64);
      await sql.fill('sessions', [{ ...old, hash, last_seen_at: 1 }]);
      const pet = { pet_id: round + 1, name: 'cat', category_id: 1, status: 'sold' };
      const use = { account_id: 1, idempotency_key: Buffer.from([round]), first_used_at: 1 };
      await sql.fill('idempotency_keys', [{ ...pet, ...use }]);
      await sql.fill('api_keys', [{ ...old, prefix: `as_${round}`, hash, name: 'old', revoked_at: 1 }]);
      if (service === undefined) service = await start();
      else jest.advanceTimersByTime(HOUR_MS);
      const left = () => Promise.all(['sessions', "api_keys WHERE name = 'old'"].map(count));
      await eventually(async () => (await left()).join() === '1,0');
      expect(await count('idempotency_keys')).toBe(round + 1); // The service has not known them for a day.
    }
    await service?.stop();
  });
});
