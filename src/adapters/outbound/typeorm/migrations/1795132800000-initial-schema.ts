import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Instants are milliseconds since 1970, UTC. There are no foreign keys: an account may go while what it made stays, an
 * animal's insert should look up nothing, and engines that spread tables over machines do without.
 *
 * MySQL commits every schema change by itself, so a run that was cut short must be able to start over: IF NOT EXISTS.
 * Texts compare byte by byte, trailing spaces included (utf8mb4_0900_bin does not pad). Columns for what people write
 * have room for one character more than is allowed: MySQL cuts trailing spaces that overflow a column, in strict mode
 * too, so that only the CHECK sees them.
 */
const MYSQL = [
  `CREATE TABLE IF NOT EXISTS accounts (
    id BIGINT NOT NULL AUTO_INCREMENT,
    email VARCHAR(255) NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY accounts_email (email),
    CONSTRAINT accounts_email_length CHECK (CHAR_LENGTH(email) BETWEEN 1 AND 254)
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
  `CREATE TABLE IF NOT EXISTS api_keys (
    prefix VARCHAR(11) NOT NULL,
    hash VARCHAR(64) NOT NULL,
    account_id BIGINT NOT NULL,
    name VARCHAR(101) NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NULL,
    last_used_at BIGINT NULL,
    revoked_at BIGINT NULL,
    PRIMARY KEY (prefix),
    UNIQUE KEY api_keys_hash (hash),
    KEY api_keys_account_id (account_id),
    CONSTRAINT api_keys_hash_length CHECK (CHAR_LENGTH(hash) = 64),
    CONSTRAINT api_keys_name_length CHECK (CHAR_LENGTH(name) BETWEEN 1 AND 100)
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
  `CREATE TABLE IF NOT EXISTS pets (
    id BIGINT NOT NULL AUTO_INCREMENT,
    name VARCHAR(256) NOT NULL,
    category_id BIGINT NOT NULL,
    status VARCHAR(9) NOT NULL,
    PRIMARY KEY (id),
    KEY pets_status_id (status, id),
    CONSTRAINT pets_name_length CHECK (CHAR_LENGTH(name) BETWEEN 1 AND 255),
    CONSTRAINT pets_status_known CHECK (status IN ('available', 'pending', 'sold'))
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
  `CREATE TABLE IF NOT EXISTS idempotency_keys (
    pet_id BIGINT NOT NULL,
    name VARCHAR(256) NOT NULL,
    category_id BIGINT NOT NULL,
    status VARCHAR(9) NOT NULL,
    account_id BIGINT NOT NULL,
    idempotency_key VARBINARY(255) NOT NULL,
    first_used_at BIGINT NOT NULL,
    PRIMARY KEY (pet_id),
    UNIQUE KEY idempotency_keys_account_key (account_id, idempotency_key),
    KEY idempotency_keys_first_used_at (first_used_at)
  ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin`,
];

/* A schema change is part of the transaction here. AUTOINCREMENT never gives an id twice, also after a DELETE. */
const SQLITE = [
  `CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
    email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE api_keys (
    prefix TEXT NOT NULL PRIMARY KEY CHECK (length(prefix) BETWEEN 1 AND 11),
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    account_id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT`,
  'CREATE INDEX api_keys_account_id ON api_keys (account_id)',
  `CREATE TABLE pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    category_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  ) STRICT`,
  'CREATE INDEX pets_status_id ON pets (status, id)',
  `CREATE TABLE idempotency_keys (
    pet_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    account_id INTEGER NOT NULL,
    idempotency_key BLOB NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    first_used_at INTEGER NOT NULL,
    UNIQUE (account_id, idempotency_key)
  ) STRICT`,
  'CREATE INDEX idempotency_keys_first_used_at ON idempotency_keys (first_used_at)',
];

/** Animals, the idempotency keys they were added under, accounts and their API keys. */
export class InitialSchema1795132800000 implements MigrationInterface {
  readonly name = 'InitialSchema1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    const mysql = runner.manager.dataSource.options.type === 'mysql';
    for (const statement of mysql ? MYSQL : SQLITE) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency_keys', 'pets', 'api_keys', 'accounts']) {
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}
