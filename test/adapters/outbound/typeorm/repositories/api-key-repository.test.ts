import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { sqlStorage } from '../../../../../src/adapters/outbound/typeorm/sql-storage.js';
import { SqlApiKeyRepository } from '../../../../../src/adapters/outbound/typeorm/repositories/api-key-repository.js';
import type { Database } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { after, ANY_NUMBER, apiKey, NOON } from '../../../../support/examples.js';
import { sqlite } from '../../../../support/sqlite.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

const { hash, prefix } = apiKey(1);

describeEach([sqlite], 'the cache of API keys', (kind) => {
  const { migrated } = benchOn(kind);
  let database: Database;
  let keys: SqlApiKeyRepository;
  let calls: jest.Spied<Database['execute']>;
  beforeEach(async () => {
    database = await migrated();
    keys = new SqlApiKeyRepository(database);
    const { accounts } = sqlStorage(database);
    for (const email of ['jane@example.com', 'joe@example.com']) await accounts.add({ email, createdAt: NOON });
    await keys.add(apiKey(1), ANY_NUMBER);
    await keys.add(apiKey(2, { accountId: 2n }), ANY_NUMBER);
    for (const number of [1, 2]) await keys.findByHash(apiKey(number).hash);
  });
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['revoke', () => keys.revoke(prefix, NOON), { revokedAt: NOON }],
    ['revokeOf', () => keys.revokeOf(1n, NOON), { revokedAt: NOON }],
    ['replace', () => keys.replace(prefix, NOON, apiKey(3), ANY_NUMBER), { expiresAt: NOON }],
  ] as const)(
    'forgets the key that %s changes, and no other, even if the answer is lost',
    async (_, change, changed) => {
      const lost = new DomainError('unavailable', 'The connection broke.');
      const execute = database.execute.bind(database);
      calls = jest.spyOn(database, 'execute').mockImplementationOnce(async (...call) => {
        await execute(...call);
        throw lost;
      });
      await expect(change()).rejects.toBe(lost);
      calls.mockClear();
      expect(await keys.findByHash(apiKey(2).hash)).toEqual(apiKey(2, { accountId: 2n }));
      expect(calls).not.toHaveBeenCalled();
      expect(await keys.findByHash(hash)).toEqual(apiKey(1, changed));
    },
  );

  it('records a use once for all concurrent calls, and shows it then', async () => {
    calls = jest.spyOn(database, 'execute');
    await Promise.all(Array.from({ length: 10 }, (_, at) => keys.recordUse(prefix, after(at))));
    expect(calls).toHaveBeenCalledTimes(1);
    expect(await keys.findByHash(hash)).toEqual(apiKey(1, { lastUsedAt: NOON }));
  });
});
