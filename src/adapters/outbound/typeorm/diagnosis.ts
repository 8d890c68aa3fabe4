import { MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Database } from './database.js';
import type { Finding } from '../../../domain/ports/finding.js';

/** How far the database's clock may be from ours, in milliseconds; instants are ours, its clock shows the machine's drift. */
const SKEW = 1_000;

/** What a service must be able to do to the tables; to explain a statement takes the rights of the statement. */
const STATEMENTS = [
  'SELECT id FROM pets WHERE id = 0',
  "INSERT INTO pets (name, category_id, status) VALUES ('x', 1, 'sold')",
  "UPDATE api_keys SET last_used_at = 0 WHERE prefix = ''",
  'DELETE FROM idempotency_keys WHERE pet_id = 0',
];

const OLDEST_MYSQL = [8, 4] as const;

/**
 * Looks at a database that is connected, and changes nothing in it.
 * @param now our clock, in milliseconds since 1970
 */
export async function diagnose(database: Database, now: () => number): Promise<Finding[]> {
  return database.onConnection(async (runner) => {
    const [schema, isCurrent] = await findSchema(runner);
    const others = database.dialect.shared ? await lookAtSqlite(runner) : await lookAtMysql(runner, isCurrent, now);
    return [schema, ...others];
  });
}

async function findSchema(runner: QueryRunner): Promise<[finding: Finding, isCurrent: boolean]> {
  const executor = new MigrationExecutor(runner.manager.dataSource, runner);
  const pending = (await executor.getPendingMigrations()).map(({ name }) => name);
  const known = new Set(runner.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const applied = (await runner.hasTable('migrations')) ? await executor.getExecutedMigrations() : [];
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name));
  if (pending.length > 0) {
    const fix = 'Run animal-store migrate as a user that may also CREATE, ALTER, DROP, INDEX and use REFERENCES.';
    return [{ check: 'schema', ok: false, says: `Not applied yet: ${pending.join(', ')}.`, fix }, false];
  }
  // Migrations only add, so that the version before a change serves beside the one after it.
  const says =
    unknown.length > 0
      ? `Newer than this program: ${unknown.join(', ')}. That is as it should be while a new version is rolled out.`
      : 'Up to date.';
  return [{ check: 'schema', ok: true, says }, true];
}

async function lookAtMysql(runner: QueryRunner, isCurrent: boolean, now: () => number): Promise<Finding[]> {
  const sent = now();
  const [server] = await ask(
    runner,
    `SELECT VERSION() AS version, @@SESSION.sql_mode AS mode, @@character_set_client AS charset,
      @@character_set_connection AS connection_charset, UNIX_TIMESTAMP(NOW(3)) * 1000 AS time`,
  );
  const skew = Number(server?.time) - (sent + now()) / 2;
  const version = String(server?.version);
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const isStrict = /(^|,)STRICT_ALL_TABLES(,|$)/.test(String(server?.mode));
  const isUtf8 = server?.charset === 'utf8mb4' && server.connection_charset === 'utf8mb4';
  const oddEngines = await names(
    runner,
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'`,
  );
  const oddColumns = await names(
    runner,
    `SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name = 'pets' AND column_name = 'name' AND character_set_name <> 'utf8mb4'`,
  );
  return [
    finding(
      'version',
      major > OLDEST_MYSQL[0] || (major === OLDEST_MYSQL[0] && minor >= OLDEST_MYSQL[1]),
      `The server is MySQL ${version}.`,
      `Use MySQL ${OLDEST_MYSQL.join('.')} or later.`,
    ),
    ...(isCurrent ? [await findRights(runner)] : []),
    finding(
      'sql_mode',
      isStrict,
      isStrict ? 'Strict in our sessions.' : `Not strict in our sessions: ${String(server?.mode)}.`,
      'Let the proxy in between pass SET SESSION on, and keep sessions apart.',
    ),
    finding(
      'character set',
      isUtf8 && oddColumns.length === 0,
      isUtf8 && oddColumns.length === 0
        ? 'utf8mb4.'
        : `Connection ${String(server?.charset)}; not utf8mb4: ${oddColumns.join(', ') || 'none'}.`,
      'Let the proxy in between pass the character set on; ALTER TABLE ... CONVERT TO CHARACTER SET utf8mb4.',
    ),
    finding(
      'storage engine',
      oddEngines.length === 0,
      oddEngines.length === 0 ? 'InnoDB.' : `Not InnoDB: ${oddEngines.join(', ')}.`,
      'ALTER TABLE ... ENGINE = InnoDB: nothing else keeps an animal and its idempotency key together.',
    ),
    finding(
      'clock',
      Math.abs(skew) <= SKEW,
      `The database's clock is ${Math.abs(Math.round(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} ours.`,
      'Keep the clocks of all machines by NTP: keys expire and idempotency keys are forgotten by the clocks of the replicas.',
    ),
  ];
}

async function findRights(runner: QueryRunner): Promise<Finding> {
  const refused: string[] = [];
  for (const statement of STATEMENTS) {
    await runner.query(`EXPLAIN ${statement}`).catch(() => refused.push(statement.split(' ', 1).join()));
  }
  return finding(
    'rights',
    refused.length === 0,
    refused.length === 0 ? 'SELECT, INSERT, UPDATE and DELETE.' : `The user may not: ${refused.join(', ')}.`,
    'GRANT SELECT, INSERT, UPDATE, DELETE on the database to the user.',
  );
}

async function lookAtSqlite(runner: QueryRunner): Promise<Finding[]> {
  const fault = await runner.query('BEGIN IMMEDIATE').then(
    () => runner.query('ROLLBACK').then(() => undefined),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const [encoding] = await ask(runner, 'PRAGMA encoding');
  const [integrity] = await ask(runner, 'PRAGMA quick_check(1)');
  return [
    finding(
      'rights',
      fault === undefined,
      fault === undefined ? 'The file can be written.' : `The file cannot be written: ${fault}.`,
      'Give the user of the service the file and its folder, see to room on the disk, and end other writers.',
    ),
    finding(
      'character set',
      encoding?.encoding === 'UTF-8',
      `${String(encoding?.encoding)}.`,
      'Make a new file, and copy the animals.',
    ),
    finding(
      'file',
      integrity?.quick_check === 'ok',
      `Its structure is ${String(integrity?.quick_check)}.`,
      'Restore a backup.',
    ),
  ];
}

function finding(check: string, ok: boolean, says: string, fix: string): Finding {
  return { check, ok, says, ...(!ok && { fix }) };
}

async function ask(runner: QueryRunner, statement: string): Promise<Record<string, unknown>[]> {
  return (await runner.query(statement)) as Record<string, unknown>[]; // TypeORM types it any; what a SELECT gives
}

async function names(runner: QueryRunner, statement: string): Promise<string[]> {
  return (await ask(runner, statement)).map(({ name }) => String(name));
}
