import { expect, it, jest } from '@jest/globals';
import { sqlStorage } from '../../../../../src/adapters/outbound/typeorm/sql-storage.js';
import { ANY_NUMBER, apiKey, NOON, session } from '../../../../support/examples.js';
import { sqlite } from '../../../../support/sqlite.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

describeEach([sqlite], 'keys and sessions that are looked up together', (kind) => {
  const { migrated } = benchOn(kind);

  it('take one statement for 128 of them, and each call gets its own', async () => {
    const database = await migrated();
    const { accounts, apiKeys, sessions } = sqlStorage(database);
    await accounts.add({ email: 'jane@example.com', createdAt: NOON });
    await apiKeys.add(apiKey(1), ANY_NUMBER);
    await sessions.add(session(2));
    const query = jest.spyOn(database, 'query');
    const invented = Array.from({ length: 300 }, (_, n) => `invented ${n}`);
    const keys = [...invented, apiKey(1).hash, apiKey(1).hash].map((hash) => apiKeys.findByHash(hash));
    const found = [...invented, session(2).hash].map((hash) => sessions.find(hash));
    expect((await Promise.all(keys)).slice(-3)).toEqual([undefined, apiKey(1), apiKey(1)]);
    expect((await Promise.all(found)).slice(-2)).toEqual([undefined, session(2)]);
    expect(query).toHaveBeenCalledTimes(6);
  });
});
