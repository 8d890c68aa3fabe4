import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { Storage, StorageAddress } from '../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { newKeyIn } from '../support/callers.js';
import { eventually, turns } from '../support/eventually.js';
import { UNAVAILABLE } from '../support/examples.js';
import { runHere } from '../support/service.js';
import { sqlite } from '../support/sqlite.js';
import { describeEach, describeFirst, SQL_SERVERS, SQL_STORAGES, targets, TEST_STORAGES } from '../support/storages.js';

const HOUR_MS = 60 * 60 * 1000;

afterEach(() => void jest.useRealTimers());

describeFirst(SQL_STORAGES, 'A service', (kind) => {
  const target = targets(kind);

  it('deletes expired data when it starts and every hour, and nothing else', async () => {
    // Timers end as usual, unless the test lets an hour pass.
    const others = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const;
    jest.useFakeTimers({ advanceTimers: true, doNotFake: [...others, 'setImmediate', 'clearImmediate'] });
    const { url, sql } = target();
    const start = async () => {
      const service = runHere({ storage: parseStorageUrl(url) });
      await service.ready;
      return service;
    };
    await (await start()).stop();
    const old = { account_id: 1, created_at: 1 };
    const count = async (table: string) =>
      Number((await sql.query(`SELECT COUNT(*) AS count FROM ${table}`))[0]?.count);
    const now = Date.now();
    await sql.fill('sessions', [{ account_id: 1, hash: 'a'.repeat(64), created_at: now, last_seen_at: now }]);

    let service: Awaited<ReturnType<typeof start>> | undefined;
    for (let round = 0; round < 3; round++) {
      const hash = String(round).repeat(64);
      await sql.fill('sessions', [{ ...old, hash, last_seen_at: 1 }]);
      const pet = { pet_id: round + 1, name: 'cat', category_id: 1, status: 'sold' };
      const use = { account_id: 1, idempotency_key: Buffer.from([round]), first_used_at: 1 };
      await sql.fill('idempotency_keys', [{ ...pet, ...use }]);
      await sql.fill('api_keys', [{ ...old, prefix: `as_${round}`, hash, name: 'old', revoked_at: 1 }]);
      service ??= await start();
      const left = () => Promise.all(['sessions', "api_keys WHERE name = 'old'", 'idempotency_keys'].map(count));
      await eventually(async () => {
        if (round > 0) jest.advanceTimersByTime(HOUR_MS); // The purge of the round before has ended, or is about to.
        return (await left()).join() === '1,0,0';
      });
    }
    await service?.stop();
  });
});

describeEach(SQL_SERVERS, 'A service', (kind) => {
  const target = targets(kind);

  it('starts by reading alone if there is nothing to migrate', async () => {
    await newKeyIn(target().url);
    const url = await kind.addUser(target().url, ['SELECT']);
    const service = runHere({ storage: parseStorageUrl(url) });
    await service.ready;
    await service.stop();
    expect(service.lines.filter((line) => !line.includes('"info"'))).toEqual([]);
  });
});

describeEach(SQL_STORAGES, 'A service', (kind) => {
  const target = targets(kind);

  it('leaves no database open if it stops while it starts', async () => {
    for (let count = 0; count < 4; count++) {
      const { storage, opened } = watched(target().url);
      const service = runHere({ storage });
      await service.listening;
      await turns(count);
      await service.stop();
      await expect(opened[0]?.pets.find(1n)).rejects.toMatchObject(UNAVAILABLE);
    }
  });

  it('opens nothing if a stop was asked for before it starts', async () => {
    const { storage, opened } = watched(target().url);
    const service = runHere({ storage });
    await service.stop();
    await expect(opened[0]?.pets.find(1n)).rejects.toMatchObject(UNAVAILABLE);
    expect(service.lines.join('')).not.toContain('listening');
  });
});

describeEach([sqlite], 'A service', (kind) => {
  const target = targets(kind);

  it('says that it is ready when its first key is stored, and reports that its addresses could not be shown', async () => {
    const { sql, url } = target();
    const keysWhenReady: Promise<number>[] = [];
    const warnings: string[] = [];
    const countKeys = async () => (await sql.query('SELECT * FROM api_keys')).length;
    const onLine = (line: string) => {
      if (line.includes('"ready"')) keysWhenReady.push(countKeys());
      if (line.includes('"warn"')) warnings.push(line);
    };
    for (const each of ['first', 'second']) {
      const storage = parseStorageUrl(url);
      const service = runHere({ storage }, { onLine, onReady: () => Promise.reject(new Error(each)) });
      await eventually(() => warnings.some((text) => text.includes(each)));
      await service.stop();
    }
    expect(await Promise.all(keysWhenReady)).toEqual([1, 1]);
    expect(warnings).toEqual([
      expect.stringMatching(/first key .*keys create/),
      expect.stringContaining('the addresses could not be shown'),
    ]);
  });
});

describeEach(TEST_STORAGES, 'A service', (kind) => {
  const target = targets(kind);

  it('ends, and frees its port and the database, if the start fails by what no later attempt could mend', async () => {
    const { storage, opened } = watched(target().url, {
      connect: new RangeError('a bug'),
      close: new Error('another'),
    });
    const service = runHere({ storage });
    await expect(service.ended).rejects.toThrow('a bug');
    await expect(fetch(`${await service.listening}/livez`)).rejects.toThrow('fetch failed');
    if (target().sql) await expect(opened[0]?.pets.find(1n)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describeFirst(TEST_STORAGES, 'A service', (kind) => {
  const target = targets(kind);

  it('stops, and reports it, if something could not be closed', async () => {
    const { storage } = watched(target().url, { close: new Error('a bug') });
    const service = runHere({ storage });
    await service.ready;
    await service.stop();
    expect(service.lines.at(-2)).toContain('a bug');
    expect(service.lines.at(-1)).toContain('stopped');
  });

  it('reports that HOST is not an address of the machine', async () => {
    const { ended } = runHere({ storage: parseStorageUrl(target().url), host: '203.0.113.7' });
    await expect(ended).rejects.toThrow(/HOST "203\.0\.113\.7".* not available/);
  });
});

describeEach([sqlite], 'A service that stops while it starts', (kind) => {
  it('shows a key that it has stored', async () => {
    for (let count = 0; count < 40; count += 2) {
      const target = await kind.newTarget();
      const { url, sql } = target;
      const shown: unknown[] = [];
      const onReady = async (_: string, key: string | undefined) => {
        await setTimeout(50);
        if (key !== undefined) shown.push(key.slice(0, 11));
      };
      const service = runHere({ storage: parseStorageUrl(url) }, { onReady });
      await service.listening;
      await turns(count);
      await service.stop();
      const hasKeys = (await sql.tables()).includes('api_keys');
      const stored = hasKeys ? await sql.query('SELECT prefix FROM api_keys') : [];
      expect({ count, stored: stored.map(({ prefix }) => prefix) }).toEqual({ count, stored: shown });
      await target.drop();
    }
  });
});

async function reject(error: Error | undefined): Promise<void> {
  if (error) throw error;
}

/** Returns the storage of a URL, and the storages that are opened by it, whose methods fail with these errors after their work. */
function watched(url: string, faults: { connect?: Error; close?: Error } = {}) {
  const target = parseStorageUrl(url);
  const { name, location, isShared, isDurable } = target;
  const opened: Storage[] = [];
  const open: StorageAddress['open'] = async (options) => {
    const storage = await target.open(options);
    opened.push(storage);
    return {
      ...storage,
      connect: async () => storage.connect().then(() => reject(faults.connect)),
      close: async () => storage.close().then(() => reject(faults.close)),
    };
  };
  return { storage: { name, location, isShared, isDurable, open }, opened };
}
