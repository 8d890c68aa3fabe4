import { setTimeout as delay } from 'node:timers/promises';
import type { EntitySchema, ObjectLiteral } from 'typeorm';
import { READ, type Database } from './database.js';
import type { Connection } from './dialect.js';

/**
 * How many rows one statement deletes. The bound keeps it from holding its locks, or the event loop on SQLite, for
 * long.
 */
const BATCH_SIZE = 25;

/**
 * How long the purge pauses after a batch, as a multiple of the time of the batch, so that most of the time is left for
 * requests.
 */
const PAUSE_FACTOR = 3;

interface Expiry<Entity> {
  readonly entity: EntitySchema<Entity>;
  /** The property of the primary key, which has one column. */
  readonly key: keyof Entity & string;
  /** The property of an indexed instant. */
  readonly column: keyof Entity & string;
}

/** Deletes every row whose `column` is before `instant`. */
export async function purgeBefore<Entity extends ObjectLiteral>(
  database: Database,
  { entity, key, column }: Expiry<Entity>,
  instant: Date,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const find = (connection: Connection) =>
    connection.runner.manager
      .createQueryBuilder(entity, 'each')
      .select(`each.${key}`)
      .where(`each.${column} < :instant`, { instant: BigInt(instant.getTime()) })
      .orderBy(`each.${column}`)
      .limit(BATCH_SIZE)
      .getMany();
  for (;;) {
    const start = performance.now();
    const rows = await database.execute(find, READ);
    // The rows are deleted by their key, because engines may otherwise lock the range of the index too.
    if (rows.length > 0) {
      await database.execute((connection) =>
        connection.runner.manager.createQueryBuilder().delete().from(entity).whereInIds(rows).execute(),
      );
    }
    if (rows.length < BATCH_SIZE) return;
    await pause((performance.now() - start) * PAUSE_FACTOR);
  }
}
