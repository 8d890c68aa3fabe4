CREATE TABLE sessions (
  hash VARCHAR(64) NOT NULL,
  account_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  PRIMARY KEY (hash),
  KEY sessions_account_id (account_id),
  KEY sessions_created_at (created_at),
  KEY sessions_last_seen_at (last_seen_at),
  CONSTRAINT sessions_hash_length CHECK (CHAR_LENGTH(hash) = 64)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;

-- The attempts of all replicas. Replicas of version 1 insert without naming the columns, so their order stays.
CREATE TABLE tries (
  `key` VARCHAR(64) NOT NULL,
  points INT NOT NULL DEFAULT 0,
  expire BIGINT UNSIGNED,
  PRIMARY KEY (`key`),
  KEY tries_expire (expire)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin;

ALTER TABLE accounts ADD COLUMN password_hash VARCHAR(255);
