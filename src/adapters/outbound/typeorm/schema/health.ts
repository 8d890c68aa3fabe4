import type { DatabaseHealth } from '../../../../domain/ports/health.js';
import { Deadline, withDeadline } from '../../../support/deadline.js';
import { READ, type Database } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { DatabaseUnavailable } from '../execution/failures.js';
import { ENTITIES, readsOf, STORED } from './entities.js';
import { readSchemaState, schemaState } from './schema.js';

const CHECK_TIMEOUT_MS = 1_000;

export class SqlHealth implements DatabaseHealth {
  /** Reads every table of this database and the applied migrations in one statement, since probes are frequent. */
  private readonly readTables: string;

  constructor(private readonly database: Database) {
    const { sql, schema } = database.dialect;
    const reads = readsOf(sql.countAttempt === undefined ? STORED : ENTITIES);
    this.readTables = `SELECT name, ${[...reads, ...schema.furtherReads].join(', ')} FROM migrations`;
  }

  /** Checks the database with short reads, which wait for a connection like any other read. */
  async check(): Promise<void> {
    const read = async (connection: Connection) => {
      await this.database.dialect.checks.requireWritable(connection);
      return readTables(connection, this.readTables);
    };
    const deadline = new Deadline(CHECK_TIMEOUT_MS);
    const { pending, isIncomplete } = await withDeadline(deadline, () => this.database.execute(read, READ));
    if (pending.length > 0) {
      const reason = `migrations are pending: ${pending.join(', ')}; run animal-store migrate, or start the service with MIGRATE_ON_START=true, the default`;
      throw new DatabaseUnavailable(new Error(reason), 'unprepared');
    }
    if (isIncomplete) {
      const reason = 'a copy into this database is not finished; wait until it ends, or run animal-store copy again';
      throw new DatabaseUnavailable(new Error(reason), 'unprepared');
    }
  }

  writeFault(): string | undefined {
    return this.database.writeFault?.message;
  }
}

async function readTables(connection: Connection, text: string) {
  const { runner } = connection;
  try {
    return schemaState(runner, await connection.query<{ readonly name: string }[]>(text));
  } catch (error) {
    const state = await readSchemaState(runner).catch(() => undefined);
    if (state === undefined || state.pending.length === 0) throw error;
    return state; // A pending migration may create what is missing.
  }
}
