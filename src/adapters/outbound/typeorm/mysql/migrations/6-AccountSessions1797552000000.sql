-- This index finds the newest sessions of an account without sorting, and finds all of them as the previous one did.
CREATE INDEX sessions_account_seen ON sessions (account_id, last_seen_at);

DROP INDEX sessions_account_id ON sessions;
