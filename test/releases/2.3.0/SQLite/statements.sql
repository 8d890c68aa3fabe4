SELECT MAX(pet_id) AS id FROM idempotency_keys WHERE pet_id < 9223372036854775807;

SELECT seq FROM sqlite_sequence WHERE name = 'pets';

SELECT MAX(id) AS id FROM pets WHERE id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM api_keys WHERE account_id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM sessions WHERE account_id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM idempotency_keys WHERE account_id < 9223372036854775807;

SELECT MAX(id) AS id FROM accounts WHERE id < 9223372036854775807;

SELECT name, EXISTS (SELECT accounts.id, accounts.email, accounts.created_at, accounts.password_hash FROM accounts WHERE accounts.id = 0), EXISTS (SELECT api_keys.prefix, api_keys.hash, api_keys.account_id, api_keys.name, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, api_keys.revoked_at FROM api_keys WHERE api_keys.prefix = ''), EXISTS (SELECT pets.id, pets.name, pets.category_id, pets.status FROM pets WHERE pets.id = 0), EXISTS (SELECT idempotency_keys.pet_id, idempotency_keys.name, idempotency_keys.category_id, idempotency_keys.status, idempotency_keys.account_id, idempotency_keys.idempotency_key, idempotency_keys.first_used_at FROM idempotency_keys WHERE idempotency_keys.pet_id = 0), EXISTS (SELECT sessions.hash, sessions.account_id, sessions.created_at, sessions.last_seen_at, sessions.address, sessions.browser FROM sessions WHERE sessions.hash = '') FROM migrations;

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."id" > 0)) ORDER BY "accounts"."id" ASC LIMIT 1;

SELECT 1 FROM sessions WHERE created_at < 1795842101046 LIMIT 1;

SELECT 1 FROM sessions WHERE last_seen_at < 1795883501046 LIMIT 1;

SELECT 1 FROM api_keys WHERE revoked_at < 1788109301046 LIMIT 1;

SELECT 1 FROM api_keys WHERE expires_at < 1788109301046 LIMIT 1;

SELECT 1 FROM idempotency_keys WHERE first_used_at < 1795280501046 LIMIT 1;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash IN ('12226246d87dbc70a6993701ade0cdcaeeeb6226c594a328af528156adc77894') AND account_id IN (SELECT id FROM accounts);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets INDEXED BY pets_status_id WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = 2 AND idempotency_key = x'6e6577');

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795885301276);

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'guest@example.com', 1795885302777, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT id FROM accounts WHERE id = 3;

SELECT COUNT(*) AS count FROM api_keys WHERE account_id = 3 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > 1795885305481);

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_uGd93ozK', '6b0e8f5098f8969f254a4550f640c765080f0d53d2c2b658a3e831f80e1715f6', 3, 'default', 1795885305481, 1798477305481, NULL, NULL);

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = 3 ORDER BY created_at DESC, prefix DESC LIMIT 1000;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_uGd93ozK')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795885307977 WHERE ("prefix" = 'as_uGd93ozK' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('4cd3a68568bf448caa0dce86cc16aad3315201c9dac724355d1c1af6933cc52c', 2, 1795885308205, 1795885308205, '127.0.0.1', NULL);

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash IN ('4cd3a68568bf448caa0dce86cc16aad3315201c9dac724355d1c1af6933cc52c');

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = 2;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = 2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > 1795885308223) ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_ssDw6CVr', '8f9ecddbfd69249bca978e07ad02819ebad76c4409cbb1d4bdbbb54f19734eba', 2, 'by form', 1795885308247, NULL, NULL, NULL);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= 9223372036854775807 ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = 9 AND status = 'pending';

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$MabhJ1JkHQw3hXVnQedSvA$JkyNth8KU6FbuIK4AB2o7RBT/sBqJtRYr17JY246aOE' WHERE "id" = 2;

DELETE FROM "sessions" WHERE ("account_id" = 2 AND "hash" != '');

DELETE FROM "sessions" WHERE "hash" = '542c68d8acc530bbbdc6ed5322c29c83c48b99767e0244b81e7f411fdf609989';

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'gone@example.com', 1795885308623, '$argon2id$v=19$m=19456,t=2,p=1$/ZCQ0a1QyQYiyGNbUY68SA$xmi7S1geKSqqy+6nDqQJWqg2IJWRQ5GkUsNNLteS7qk');

UPDATE "api_keys" SET "revoked_at" = 1795885308841 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
