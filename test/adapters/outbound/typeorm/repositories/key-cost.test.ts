import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { systemSecrets } from '../../../../../src/adapters/outbound/system/secrets.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storage-url.js';
import { apiKeyPrefix, generateApiKey } from '../../../../../src/domain/api-key.js';
import { compose, type Composition } from '../../../../../src/infrastructure/container/compose.js';
import { testConfig } from '../../../../support/config.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import { sqlite } from '../../../../support/sqlite.js';
import { targets } from '../../../../support/storages.js';

// A use of a key costs the same however many other keys are in use. CPU time is compared, and trusted for the reasons that
// the test of the cost of requests gives (inbound/http/cost.test.ts).

const target = targets(sqlite);
let composition: Composition;
afterEach(() => composition.close());

it('A recorded use costs no more among 10,000 keys than among ten', async () => {
  const clock = new SettableClock();
  composition = await compose(testConfig({ storage: parseStorageUrl(target().url) }), { overrides: { clock } });
  const { apiKeys } = composition.services;
  await composition.storage.connect();
  await composition.storage.schema.migrate();
  const keys = Array.from({ length: 10_000 }, () => generateApiKey(systemSecrets));
  await target().sql.fill('accounts', [{ email: 'jane@example.com', created_at: 0 }]);
  const rowOf = (key: string) => ({
    prefix: apiKeyPrefix(key),
    hash: systemSecrets.sha256(key),
    account_id: 1,
    name: 'key',
    created_at: 0,
    last_used_at: clock.now().getTime(),
  });
  await target().sql.fill('api_keys', keys.map(rowOf));

  /** The least CPU time of a use, in microseconds, in several rounds that each use ten keys a minute later. */
  const cost = async () => {
    let least = Infinity;
    for (let round = 0; round < 5; round++) {
      clock.advance(60_000);
      const before = process.cpuUsage();
      for (const key of keys.slice(0, 10)) await apiKeys.authenticate(key);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 10);
      await sleep(1);
    }
    return least;
  };
  const amongTen = await cost();
  await target().sql.query(`UPDATE api_keys SET last_used_at = ${clock.now().getTime()}`);
  await Promise.all(keys.map((key) => apiKeys.authenticate(key)));
  expect(await cost()).toBeLessThan(2 * amongTen);
});
