import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import { READ, type Statements } from './database.js';
import type { Connection } from './dialect.js';

/**
 * How many rows a batch deletes at first, at least and at most. TypeORM builds a statement on the event loop, in proportion
 * to its rows, and requests wait for that. The others are the least one doubled, so that a half of them is a whole number.
 */
const SIZE = { first: 100, least: 25, most: 200 };

/**
 * How long the statements of a batch should take, in milliseconds. A batch that takes less than half of it is followed
 * by one of twice the size, and one that takes longer by one of half the size. So a purge that is far behind proceeds
 * as fast as the machine allows. All requests wait for a batch if they share its connection. Otherwise they do not, and
 * a batch may be as large as its commit on a slow disk is worth.
 */
const BATCH_MS = { shared: 4, own: 50 };

interface Expiry<Entity> {
  readonly entity: EntitySchema<Entity>;
  /** The property of the primary key, which has one column. */
  readonly key: keyof Entity & string;
  /** The property of an indexed instant. */
  readonly column: keyof Entity & string;
  /** The greatest key of a row that may be deleted. By default every row may. */
  readonly lastKey?: bigint;
}

/** A row to delete, with the values as the driver gives them. */
interface Expired {
  readonly key: unknown;
  readonly at: unknown;
}

/**
 * Deletes every row whose `column` is before `instant`. The purges of one database take turns, batch by batch. After
 * each batch they pause for as long as it took, so that together they use at most half of the time.
 */
export async function purgeBefore<Entity extends ObjectLiteral>(
  database: Pick<Statements, 'dialect' | 'execute' | 'purges'>,
  expiry: Expiry<Entity>,
  instant: Date,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const aim = database.dialect.poolSize === 1 ? BATCH_MS.shared : BATCH_MS.own;
  let size = SIZE.first;
  let last: Expired | undefined;
  // A batch without rows would count as a write that succeeds, which ends the report of a fault of writes.
  const first = { instant, size: 1, last };
  const look = () => database.execute(({ runner }) => findExpired(runner.manager, expiry, first), READ);
  if ((await database.purges.run(look)).length === 0) return;
  const next = async (): Promise<boolean> => {
    const batch = await deleteBatch(database, expiry, { instant, size, last });
    if (batch.isLast) return false;
    ({ last } = batch);
    if (batch.ms > aim) size = Math.max(SIZE.least, size / 2);
    else if (batch.ms < aim / 2) size = Math.min(SIZE.most, size * 2);
    await pause(batch.ms);
    return true;
  };
  while (await database.purges.run(next));
}

interface Batch {
  readonly instant: Date;
  readonly size: number;
  /** The last row that was deleted. */
  readonly last: Expired | undefined;
}

async function findExpired<Entity extends ObjectLiteral>(
  manager: EntityManager,
  { entity, key, column, lastKey }: Expiry<Entity>,
  { instant, size, last }: Batch,
): Promise<Expired[]> {
  const query = manager
    .createQueryBuilder(entity, 'each')
    .select(`each.${key}`, 'key')
    .addSelect(`each.${column}`, 'at')
    .where(`each.${column} < :instant`, { instant: BigInt(instant.getTime()) });
  if (lastKey !== undefined) query.andWhere(`each.${key} <= :lastKey`, { lastKey });
  // While another program reads an old snapshot, an engine keeps deleted rows, and would read all of them again.
  if (last !== undefined) query.andWhere(`each.${column} >= :last`, { last: last.at });
  return query.orderBy(`each.${column}`).limit(size).getRawMany<Expired>();
}

async function deleteBatch<Entity extends ObjectLiteral>(
  database: Pick<Statements, 'execute' | 'purges'>,
  expiry: Expiry<Entity>,
  batch: Batch,
) {
  /** The time on a connection. It includes no wait for one, because a busy service must not slow the purge down. */
  let ms = 0;
  const work = async ({ runner: { manager } }: Connection) => {
    const start = performance.now();
    const rows = await findExpired(manager, expiry, batch);
    // The rows are deleted by their key, because engines may otherwise lock the range of the index too.
    const keys = rows.map((row) => row.key);
    const remove = () => manager.createQueryBuilder().delete().from(expiry.entity).whereInIds(keys).execute();
    const deleted = rows.length === 0 ? 0 : (await remove()).affected;
    ms = performance.now() - start;
    return { rows, deleted };
  };
  const { rows, deleted } = await database.execute(work, { effect: 'idempotent' });
  // If no row was there any more, another replica purges the same rows at the same time, and deletes the others, too.
  return { ms, last: rows.at(-1), isLast: rows.length < batch.size || deleted === 0 };
}
