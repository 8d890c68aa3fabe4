import { beforeEach, expect, it } from '@jest/globals';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { during, turns } from '../support/eventually.js';
import { account, addKey, apiKey, CAT, cat, NOON, session, UNAVAILABLE, use } from '../support/examples.js';
import { REPOSITORY_CALLS } from '../support/repository-calls.js';
import {
  describeEach,
  DURABLE_STORAGES,
  open,
  openNew,
  SQL_STORAGES,
  targets,
  TEST_STORAGES,
  type TestStorage,
} from '../support/storages.js';

/** A call of each method that adds a row. */
const ADDITIONS: readonly ((storage: Storage) => Promise<unknown>)[] = [
  ({ pets }) => pets.add(CAT),
  ({ pets }) => pets.addOnce(CAT, use('key')),
  ({ accounts }) => accounts.add({ email: 'jane@example.com', createdAt: NOON }),
  ({ apiKeys }) => addKey(apiKeys, apiKey(1)),
  ({ sessions }) => sessions.add(session(1)),
];

/** These tests state what every schema of a storage promises. */
describeEach(TEST_STORAGES, 'the store', (kind) => {
  let opened: TestStorage;
  beforeEach(async () => {
    opened = await openNew(kind, { migrate: false });
  });

  it('runs every pending migration once, and is healthy after that', async () => {
    const { health, schema, pets } = opened;
    const pending = await schema.pending();
    expect(await schema.pending()).toEqual(pending);
    expect(await schema.migrate()).toEqual(pending);
    expect(await schema.pending()).toEqual([]);
    await expect(health.check()).resolves.toBeUndefined();
    const added = await pets.add(CAT);
    expect(await schema.migrate()).toEqual([]);
    expect(await pets.list({ limit: 10 })).toEqual([added]);
  });

  it('is unavailable, and changes nothing, until an instance migrates it', async () => {
    const { health, schema, pets, accounts } = await opened.another();
    if ((await schema.pending()).length > 0) {
      for (const call of [() => health.check(), () => pets.list({ limit: 1 }), () => accounts.list(1000)]) {
        await expect(call()).rejects.toMatchObject(UNAVAILABLE);
      }
      expect(await schema.pending()).not.toEqual([]);
    }
    await opened.schema.migrate();
    await expect(health.check()).resolves.toBeUndefined();
    expect(await schema.pending()).toEqual([]);
    expect(await schema.migrate()).toEqual([]);
  });

  it('runs every migration once if several instances migrate concurrently', async () => {
    const pending = await opened.schema.pending();
    const others = await Promise.all(Array.from({ length: 5 }, () => opened.another()));
    const all = [opened, ...others];
    const ran = await Promise.all(all.map(({ schema }) => schema.migrate()));
    expect(ran.flat()).toEqual(pending);
    for (const { health } of all) await expect(health.check()).resolves.toBeUndefined();
  });
});

describeEach(DURABLE_STORAGES, 'the store', (kind) => {
  it('keeps everything for the next program that opens it', async () => {
    const opened = await openNew(kind);
    const { pet } = await opened.pets.addOnce(CAT, use('key'));
    await opened.pets.changeStatus(pet.id, CAT.status, 'sold');
    const account = await opened.accounts.add({ email: 'jane@example.com', createdAt: NOON }, 'hash');
    await addKey(opened.apiKeys, apiKey(1));
    await opened.sessions.add(session(1));
    await opened.close();
    const { pets, accounts, apiKeys, sessions } = await open(opened.target);
    expect(await pets.list({ limit: 9 })).toEqual([{ ...pet, status: 'sold' }]);
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet, replayed: true });
    expect(await accounts.list(1000)).toEqual([account]);
    expect(await accounts.findPasswordHash(account.id)).toBe('hash');
    expect(await apiKeys.list(1000)).toEqual([apiKey(1)]);
    expect(await sessions.list(1n, 9)).toEqual([session(1)]);
  });

  it('is unavailable to every call before it is connected, and after it is closed', async () => {
    const opened = await openNew(kind);
    await opened.close(); // some stores admit only one instance
    // One process counts attempts in its memory.
    const others = REPOSITORY_CALLS.filter(([name]) => kind.isShared || !name.startsWith('attempts'));
    const calls: ((storage: Storage) => Promise<unknown>)[] = [
      ...others.map(([, call]) => call),
      ...ADDITIONS,
      ({ pets }) => pets.list({ limit: 1 }),
      ({ pets }) => pets.list({ limit: 1, status: 'sold' }),
      ({ pets }) => pets.listNewest({ limit: 1 }),
      ({ accounts }) => accounts.list(1000),
      ({ apiKeys }) => apiKeys.list(1000),
      ({ health }) => health.check(),
      ({ schema }) => schema.pending(),
      ({ schema }) => schema.migrate(),
    ];
    const [early, late] = [
      await parseStorageUrl(opened.target.url).open(),
      await parseStorageUrl(opened.target.url).open(),
    ];
    await late.connect();
    await late.close();
    for (const call of calls) {
      await expect(call(early)).rejects.toMatchObject(UNAVAILABLE);
      await expect(call(late)).rejects.toMatchObject(UNAVAILABLE);
    }
  });

  it('stays closed if it is closed while it connects', async () => {
    const opened = await openNew(kind);
    await opened.close(); // some stores admit only one instance
    for (let count = 0; count < 4; count++) {
      const storage = await parseStorageUrl(opened.target.url).open();
      const connecting = storage.connect().catch(() => undefined);
      await turns(count);
      await storage.close();
      await connecting;
      await expect(storage.pets.find(1n)).rejects.toMatchObject(UNAVAILABLE);
      await storage.close();
    }
  });
});

// On a server, an administrator creates the database.
describeEach(
  DURABLE_STORAGES.filter(({ isShared }) => !isShared),
  'the store',
  (kind) => {
    const target = targets(kind);

    it('is created only by a caller that may, which learns of it', async () => {
      const place = parseStorageUrl(target().url);
      let created = 0;
      const connect = async (create: boolean) => {
        const storage = await place.open({ create, onCreate: () => created++ });
        try {
          await storage.connect();
        } finally {
          await storage.close();
        }
      };
      await expect(connect(false)).rejects.toMatchObject(UNAVAILABLE);
      expect(created).toBe(0);
      await connect(true);
      await connect(true);
      await connect(false);
      expect(created).toBe(1);
    });
  },
);

// Tests can disturb these stores.
describeEach(SQL_STORAGES, 'the store', (kind) => {
  it('is unavailable for every change that it cannot make, and works again afterwards', async () => {
    const opened = await openNew(kind);
    const { sql } = opened.target;
    if (sql === undefined) throw new Error('an SQL storage gives tests access to its tables');
    const other = await open(opened.target, { timeoutMs: 3_000 });
    await opened.accounts.add(account(1)); // the account of the key
    const release = await sql.hold();
    const changes = Promise.allSettled(ADDITIONS.map((add) => add(other)));
    for (const outcome of await during(changes, () => sql.cut())) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
    }
    await release();
    expect((await other.pets.addOnce(CAT, use('key'))).replayed).toBe(false);
  });

  it('waits with a write while another program holds its lock, and refuses it as busy after a while', async () => {
    const { target } = await openNew(kind);
    const { pets } = await open(target, { timeoutMs: 3_000 });
    const release = await target.sql?.hold();
    const message = expect.stringMatching(/busy/);
    for (const add of [() => pets.add(CAT), () => pets.addOnce(CAT, use('key'))]) {
      await expect(add()).rejects.toMatchObject({ ...UNAVAILABLE, message });
    }
    const waiting = [pets.add(CAT), pets.addOnce(CAT, use('key'))];
    expect(await pets.list({ limit: 1 })).toEqual([]); // this call began after the first attempts of the additions
    await release?.();
    await Promise.all(waiting);
    expect(await pets.list({ limit: 9 })).toHaveLength(2);
  });

  it('refuses what the rules forbid, and keeps no part of it', async () => {
    const { pets, accounts, apiKeys, target } = await openNew(kind);
    const owner = await accounts.add(account(1));
    await target.sql?.forbidDeletion('pets'); // an animal that was added and deleted again could have been seen
    const additions = [
      () => pets.add(cat('x'.repeat(256))),
      () => pets.addOnce(cat('x'.repeat(256)), use('key')),
      () => pets.addOnce(CAT, use('k'.repeat(256))),
      () => accounts.add({ email: 'x'.repeat(255), createdAt: NOON }),
      () => addKey(apiKeys, apiKey(1, { name: 'x'.repeat(101) })),
    ];
    for (const add of additions) await expect(add()).rejects.not.toMatchObject({ code: 'already_exists' });
    expect([await pets.list({ limit: 9 }), await accounts.list(1000), await apiKeys.list(1000)]).toEqual([
      [],
      [owner],
      [],
    ]);
    expect((await pets.addOnce(CAT, use('key'))).replayed).toBe(false);
  });
});
