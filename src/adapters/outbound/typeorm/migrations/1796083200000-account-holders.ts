import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Only adds, so that a replica of the version before goes on: an account that it makes has no password. What is said of
 * instants and texts in the initial schema holds here too.
 */
const MYSQL = [
  `CREATE TABLE IF NOT EXISTS sessions (
    hash VARCHAR(64) NOT NULL,
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    PRIMARY KEY (hash),
    KEY sessions_account_id (account_id),
    KEY sessions_created_at (created_at),
    KEY sessions_last_seen_at (last_seen_at),
    CONSTRAINT sessions_hash_length CHECK (CHAR_LENGTH(hash) = 64)
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
  // Names and order of the columns are those of rate-limiter-flexible, which inserts without naming them.
  `CREATE TABLE IF NOT EXISTS tries (
    \`key\` VARCHAR(64) NOT NULL,
    points INT NOT NULL DEFAULT 0,
    expire BIGINT UNSIGNED NULL,
    PRIMARY KEY (\`key\`),
    KEY tries_expire (expire)
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
];

const SQLITE = [
  `CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
    account_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX sessions_account_id ON sessions (account_id)',
  'CREATE INDEX sessions_created_at ON sessions (created_at)',
  'CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at)',
];

/** Passwords and sessions of account holders; on MySQL, where there may be many replicas, also the tries they count. */
export class AccountHolders1796083200000 implements MigrationInterface {
  readonly name = 'AccountHolders1796083200000';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.manager.dataSource.options.type === 'mysql';
    for (const statement of mysql ? MYSQL : SQLITE) await runner.query(statement);
    // MySQL knows no ADD COLUMN IF NOT EXISTS, and a run that was cut short must be able to start over.
    if (await hasPasswordHash(runner)) return;
    await runner.query(`ALTER TABLE accounts ADD COLUMN password_hash ${mysql ? 'VARCHAR(255) NULL' : 'TEXT'}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (await hasPasswordHash(runner)) await runner.query('ALTER TABLE accounts DROP COLUMN password_hash');
    for (const table of ['tries', 'sessions']) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}

function hasPasswordHash(runner: QueryRunner): Promise<boolean> {
  return runner.hasColumn('accounts', 'password_hash');
}
