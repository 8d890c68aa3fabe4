-- Instants are milliseconds since 1970 in UTC. There are no foreign keys: an account may be deleted while what it made
-- stays, and an insert of an animal looks up nothing. The collation compares byte by byte and does not pad. A name or an
-- email has room for one character more than its bound: MySQL cuts trailing spaces that overflow a column, so only the
-- CHECK sees them.

CREATE TABLE accounts (
  id BIGINT NOT NULL AUTO_INCREMENT,
  email VARCHAR(255) NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY accounts_email (email),
  CONSTRAINT accounts_email_length CHECK (CHAR_LENGTH(email) BETWEEN 1 AND 254)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;

CREATE TABLE api_keys (
  prefix VARCHAR(11) NOT NULL,
  hash VARCHAR(64) NOT NULL,
  account_id BIGINT NOT NULL,
  name VARCHAR(101) NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  last_used_at BIGINT,
  revoked_at BIGINT,
  PRIMARY KEY (prefix),
  UNIQUE KEY api_keys_hash (hash),
  KEY api_keys_account_id (account_id),
  CONSTRAINT api_keys_hash_length CHECK (CHAR_LENGTH(hash) = 64),
  CONSTRAINT api_keys_name_length CHECK (CHAR_LENGTH(name) BETWEEN 1 AND 100)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;

CREATE TABLE pets (
  id BIGINT NOT NULL AUTO_INCREMENT,
  name VARCHAR(256) NOT NULL,
  category_id BIGINT NOT NULL,
  status VARCHAR(9) NOT NULL,
  PRIMARY KEY (id),
  KEY pets_status_id (status, id),
  CONSTRAINT pets_name_length CHECK (CHAR_LENGTH(name) BETWEEN 1 AND 255),
  CONSTRAINT pets_status_known CHECK (status IN ('available', 'pending', 'sold'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;

-- Each row contains the animal as it was added.
CREATE TABLE idempotency_keys (
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
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;
