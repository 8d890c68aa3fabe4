SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" ORDER BY "accounts"."id" ASC;

SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < 1795531939171 ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < 1795661539171 ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < 1795702939171 ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < 1787928739171 ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < 1787928739171 ORDER BY expires_at LIMIT 25;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."hash" = '58807c45a915497cec70f744f6e43d0e539f0a5fad854ad9002d980d06e685be')) LIMIT 1;

SELECT id, name, category_id, status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets INDEXED BY pets_status_id WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN ((2, x'6e6577'));

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795704739208);

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', 1795704740119, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS "cnt" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795704741839)));

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_w4r2XgbT', '9fb5c7ccc4a2b1c05d041fa79984c56e16d14769be12447871e2745dc0c8dac2', 3, 'default', 1795704741839, 1798296741839, NULL, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."id" = 3)) LIMIT 1;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3)) ORDER BY "api_keys"."created_at" ASC, "api_keys"."prefix" ASC;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_w4r2XgbT')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795704742721 WHERE ("prefix" = 'as_w4r2XgbT' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('462420805ccacf74249fa04b8dda6a258020c4ee7e7e83fd0afba4ed3e24bb8b', 2, 1795704742878, 1795704742878, '127.0.0.1', NULL);

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."hash" = '462420805ccacf74249fa04b8dda6a258020c4ee7e7e83fd0afba4ed3e24bb8b')) LIMIT 1;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 2) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795704742898))) ORDER BY "api_keys"."created_at" DESC, "api_keys"."prefix" DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_mRrgJqwy', 'e0de4835980497dcda9f375d78d50048fad578eb16a755c9a4767089d22bf422', 2, 'by form', 1795704742911, NULL, NULL, NULL);

SELECT id, name, category_id, status FROM pets WHERE id <= 9223372036854775807 ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = 9 AND status = 'pending';

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$ZUUGcSBRHOQkym4w9ewTag$EHfA3iQ+udDP5FJr4DzTCVC6gJfUEHXJmt8HH5Pyh48' WHERE "id" = 2;

DELETE FROM "sessions" WHERE "account_id" = 2;

DELETE FROM "sessions" WHERE "hash" = '557f6717c617baebca01d7ef6c06777cab2622dde4cae1401a4a7438768f45a2';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', 1795704743264, '$argon2id$v=19$m=19456,t=2,p=1$Fik961jKO0kaKYaJRpMqsg$+nWaMwYBoNttmXSy8QhZOTcUdm75hqghl3g70PXHoCs');

UPDATE "api_keys" SET "revoked_at" = 1795704743305 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
