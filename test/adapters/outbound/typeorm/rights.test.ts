import { expect, it } from '@jest/globals';
import { CAT, session } from '../../../support/examples.js';
import { benchOn, describeEach, open, SQL_SERVERS } from '../../../support/storages.js';

describeEach(SQL_SERVERS, 'a user without a right', (kind) => {
  const bench = benchOn(kind);

  it('is refused with the right and the remedy, which the store reports until a write succeeds', async () => {
    await bench.migrated();
    const least = {
      accounts: ['SELECT'],
      api_keys: ['SELECT'],
      idempotency_keys: ['SELECT'],
      sessions: ['SELECT', 'INSERT', 'DELETE'],
      migrations: ['SELECT'],
      tries: ['SELECT'],
      add_order: kind.rightsToLock,
    };
    const url = await kind.addUser(bench.target().url, { ...least, pets: ['SELECT'] });
    const { pets, sessions, health } = await open({ url, drop: async () => {} }, { migrate: false });
    await health.check();
    expect(health.writeFault()).toBeUndefined();
    await expect(pets.add(CAT)).rejects.toMatchObject({
      code: 'unavailable',
      cause: {
        message: expect.stringMatching(
          /: INSERT command denied to user .* for table .*pets.*\. GRANT SELECT, INSERT, UPDATE and DELETE on the database/,
        ),
      },
    });
    await pets.list({ limit: 1 });
    expect(health.writeFault()).toContain('a right');
    await sessions.add(session(1));
    expect(health.writeFault()).toBeUndefined();
    const other = await kind.addUser(bench.target().url, least);
    const blind = await open({ url: other, drop: async () => {} }, { migrate: false });
    await expect(blind.health.check()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('a right'),
    });
  });
});
