import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../src/adapters/outbound/typeorm/execution/database.js';
import { hasCode } from '../../src/domain/errors.js';
import type { Pet } from '../../src/domain/pet.js';
import type { PetRepository } from '../../src/domain/ports/repositories.js';
import { eventually } from '../support/eventually.js';
import { cat, use } from '../support/examples.js';
import { describeEach, openNew, SQL_STORAGES } from '../support/storages.js';

// The model: a list of all animals in the order of their ids, to whose end additions append. A reader follows its end, so
// it sees each animal once and in order. What an addition returns is the animal that the list has under its id.

/** What a writer does next. */
type Step =
  /** Adds so many animals in one turn, which are a batch, or two if some have keys. */
  | { readonly kind: 'add'; readonly count: number; readonly isKeyed: boolean }
  /** Adds animals by a program of another author, in one transaction. */
  | { readonly kind: 'foreign'; readonly count: number; readonly commits: boolean }
  /** Breaks all connections to the database. */
  | { readonly kind: 'cut' };

const WRITERS = 4;

const steps: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('add' as const),
          count: fc.integer({ min: 1, max: 32 }),
          isKeyed: fc.boolean(),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('foreign' as const),
          count: fc.integer({ min: 1, max: 3 }),
          commits: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const) }) },
    ),
    { minLength: 5, maxLength: 10 },
  ),
  { minLength: WRITERS, maxLength: WRITERS },
);

/** Follows the end of the list until the test stops it, and keeps what it sees, in that order. */
class Reader {
  readonly seen: Pet[] = [];
  private isOver = false;
  private readonly reading: Promise<void>;

  constructor(
    private readonly pets: PetRepository,
    private last: bigint,
  ) {
    this.reading = this.read();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      const found = await this.pets.list({ limit: 100, after: this.last }).catch(ignoringUnavailable);
      this.seen.push(...(found ?? []));
      this.last = this.seen.at(-1)?.id ?? this.last;
      await setImmediate();
    }
  }
}

function ignoringUnavailable(error: unknown): undefined {
  if (!hasCode(error, 'unavailable')) throw error;
}

/** Adds animals as a program of another author does, with the lock that docs/operations names or without it. */
async function addForeign(database: Database, lock: string, { count, commits }: Step & { kind: 'foreign' }) {
  const undo = new Error('undone');
  const add = database.transaction(async (connection) => {
    if (lock !== '') await connection.query(lock);
    for (let each = 0; each < count; each++)
      await connection.query("INSERT INTO pets (name, category_id, status) VALUES ('foreign', 1, 'sold')");
    if (!commits) throw undo;
  });
  await add.catch((error: unknown) => (error === undo ? undefined : ignoringUnavailable(error)));
}

describeEach(SQL_STORAGES, 'the order of ids', (kind) => {
  const LOCK = kind.isShared ? 'SELECT id FROM add_order WHERE id = 1 FOR UPDATE' : '';

  it.each([
    ['a program that takes the lock of additions', LOCK, true],
    ['a program that takes no lock, which only a reader notices', '', !kind.isShared],
  ])('is that in which animals become visible, beside %s', async (_, lock, isOrdered) => {
    const opened = await openNew(kind, { timeoutMs: 60_000 });
    const { target, pets } = opened;
    const instances = [pets, (await opened.another()).pets];
    const database = target.sql?.newDatabase({ timeoutMs: 60_000 }, WRITERS);
    await database?.connect();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (plans) => {
        run++;
        const [newest] = await pets.listNewest({ limit: 1 });
        const start = newest?.id ?? 0n;
        const reader = new Reader(instances[1] ?? pets, start);
        const returned: Pet[] = [];
        const add = async (instance: PetRepository, name: string, isKeyed: boolean) => {
          const added = isKeyed
            ? instance.addOnce(cat(name), use(name)).then(({ pet }) => pet)
            : instance.add(cat(name));
          returned.push(...[await added.catch(ignoringUnavailable)].filter((pet) => pet !== undefined));
        };
        const write = async (plan: readonly Step[], writer: number) => {
          const instance = instances[writer % instances.length] ?? pets;
          for (const [at, step] of plan.entries()) {
            if (step.kind === 'cut') await target.sql?.cut();
            else if (step.kind === 'foreign') {
              if (database) await addForeign(database, lock, step);
            } else {
              const names = Array.from({ length: step.count }, (_, each) => `${run} ${writer} ${at} ${each}`);
              await Promise.all(names.map((name, each) => add(instance, name, step.isKeyed && each % 2 === 0)));
            }
          }
        };
        await Promise.all(plans.map(write));

        const list: Pet[] = [];
        for (let after: bigint | undefined = start; after !== undefined; after = list.at(-1)?.id) {
          const page = await pets.list({ limit: 1000, after });
          list.push(...page);
          if (page.length === 0) break;
        }
        await eventually(() => reader.seen.at(-1)?.id === list.at(-1)?.id);
        await reader.stop();
        const stored = new Map(list.map((pet) => [pet.id, pet]));
        for (const pet of returned) expect(stored.get(pet.id)).toEqual(pet);
        expect(new Set(returned.map(({ id }) => id)).size).toBe(returned.length);
        if (isOrdered) expect(reader.seen).toEqual(list);
      }),
      { numRuns: 4 },
    );
    await database?.close();
  });
});
