-- By this index, the page of active keys reads no revoked ones.
CREATE INDEX api_keys_account_active ON api_keys (account_id, revoked_at, created_at, prefix);

-- By these indexes, the purge reads only keys that have ended.
CREATE INDEX api_keys_revoked_at ON api_keys (revoked_at);

CREATE INDEX api_keys_expires_at ON api_keys (expires_at);
