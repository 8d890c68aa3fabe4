CREATE TABLE sessions (
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  account_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_account_id ON sessions (account_id);

CREATE INDEX sessions_created_at ON sessions (created_at);

CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at);

ALTER TABLE accounts ADD COLUMN password_hash TEXT;
