ALTER TABLE sessions ADD COLUMN address TEXT;

ALTER TABLE sessions ADD COLUMN browser TEXT;

-- This index serves the pages of an account's keys, and finds all its keys as the previous index did.
CREATE INDEX api_keys_account_created ON api_keys (account_id, created_at, prefix);

DROP INDEX api_keys_account_id;
