-- Instants are milliseconds since 1970 in UTC. There are no foreign keys: an account may be deleted while what it made
-- stays, and an insert of an animal looks up nothing. AUTOINCREMENT never gives an id twice, not after a DELETE either.

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  prefix TEXT NOT NULL PRIMARY KEY CHECK (length(prefix) BETWEEN 1 AND 11),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  account_id INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE INDEX api_keys_account_id ON api_keys (account_id);

CREATE TABLE pets (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
) STRICT;

CREATE INDEX pets_status_id ON pets (status, id);

-- Each row contains the animal as it was added.
CREATE TABLE idempotency_keys (
  pet_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  idempotency_key BLOB NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  first_used_at INTEGER NOT NULL,
  UNIQUE (account_id, idempotency_key)
) STRICT;

CREATE INDEX idempotency_keys_first_used_at ON idempotency_keys (first_used_at);
