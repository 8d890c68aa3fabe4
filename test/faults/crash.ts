import { afterAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseOptions } from '../../src/adapters/outbound/typeorm/database.js';
import { addition, callerOf, keepCalling, newKeyIn, rowsOf } from '../support/callers.js';
import { cleanUp, serveWhenReady } from '../support/process.js';

const KILLS = 20;
const WRITERS = 8;

/** A service that is killed in the middle of writes, on the store of `open`. */
export function survivesBeingKilled(
  open: () => Promise<{ options: DatabaseOptions; drop(): void | Promise<void> }>,
): void {
  afterAll(cleanUp);

  it(`keeps every acknowledged animal, exactly once, through ${KILLS} kills, and no idempotency key without its animal`, async () => {
    const store = await open();
    const { options } = store;
    const key = await newKeyIn(options);
    const env = { DATABASE_URL: urlOf(options), MIGRATE_ON_START: 'false', LOG_LEVEL: 'info' };
    let url = '';
    const call = callerOf(() => url, key);
    const acknowledged = new Map<string, string>();
    const inDoubt: string[] = [];

    for (let round = 0; round < KILLS; round++) {
      const service = await serveWhenReady({ env });
      url = service.url;
      // What nobody knows the end of is sent again, with the same key.
      for (const name of inDoubt.splice(0)) {
        const { status, text } = await call(addition(name, name));
        expect({ name, status }).toEqual({ name, status: 201 });
        acknowledged.set(name, text);
      }
      const stop = keepCalling(WRITERS, async (writer, turn) => {
        const name = `${writer % 2 === 0 ? 'keyed' : 'plain'} ${round} ${writer} ${turn}`;
        const isKeyed = writer % 2 === 0;
        const { status, text } = await call(isKeyed ? addition(name, name) : addition(name));
        if (status === 201) acknowledged.set(name, text);
        else if (isKeyed) inDoubt.push(name);
        if (status !== 201) await sleep(5);
      });
      await sleep(40 + Math.random() * 120);
      const killed = service.stop('SIGKILL');
      await killed;
      await stop();
    }

    const kept = await rowsOf(options, 'SELECT id, name, status FROM pets');
    const byName = new Map<string, string[]>();
    for (const { id, name } of kept) byName.set(String(name), [...(byName.get(String(name)) ?? []), String(id)]);
    expect(acknowledged.size).toBeGreaterThan(KILLS * WRITERS);
    for (const [name, text] of acknowledged) {
      expect({ name, ids: byName.get(name) }).toEqual({ name, ids: [/"id":(\d+)/.exec(text)?.[1]] });
    }
    expect([...byName.values()].filter((ids) => ids.length > 1)).toEqual([]);

    const orphans = `SELECT k.pet_id FROM idempotency_keys k LEFT JOIN pets p ON p.id = k.pet_id WHERE p.id IS NULL`;
    expect(await rowsOf(options, orphans)).toEqual([]);
    const unkeyed = `SELECT p.name FROM pets p LEFT JOIN idempotency_keys k ON p.id = k.pet_id
      WHERE k.pet_id IS NULL AND p.name LIKE 'keyed%'`;
    expect(await rowsOf(options, unkeyed)).toEqual([]);
    await store.drop();
  }, 120_000);
}

function urlOf(options: DatabaseOptions): string {
  return options.kind === 'sqlite'
    ? `sqlite:${options.path}`
    : `mysql://${options.user}@${options.host}:${options.port}/${options.database}`;
}
