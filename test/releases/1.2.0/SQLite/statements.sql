SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" ORDER BY "accounts"."id" ASC;

SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < 1795335416580 ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < 1795465016580 ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < 1795506416580 ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < 1787732216580 ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < 1787732216580 ORDER BY expires_at LIMIT 25;

SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at FROM api_keys WHERE hash IN ('843a7d1a891c7342b47ae99f892b2c13dee1cf4f4b5153fad865c2ab166aa588');

SELECT id, name, category_id, status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets INDEXED BY pets_status_id WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN ((2, x'6e6577'));

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795508216627);

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', 1795508217039, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS "cnt" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795508217707)));

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_GwQNlP7R', '00ee8a4d1493ce2ed2f4e2a9f6a2465b9bccb6825856a64cf266e467f2e2a5f5', 3, 'default', 1795508217707, 1798100217707, NULL, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."id" = 3)) LIMIT 1;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3)) ORDER BY "api_keys"."created_at" ASC, "api_keys"."prefix" ASC;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_GwQNlP7R')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795508218293 WHERE ("prefix" = 'as_GwQNlP7R' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('d25773f42d0edee89fd0c9c0cab1bf84496e5cc731f05c4f99a02ae912b78bfd', 2, 1795508218358, 1795508218358, '127.0.0.1', NULL);

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."hash" IN ('d25773f42d0edee89fd0c9c0cab1bf84496e5cc731f05c4f99a02ae912b78bfd')));

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 2) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795508218366))) ORDER BY "api_keys"."created_at" DESC, "api_keys"."prefix" DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."hash" = 'd25773f42d0edee89fd0c9c0cab1bf84496e5cc731f05c4f99a02ae912b78bfd')) LIMIT 1;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_kRW9bvxh', '650cc3c50c737b80caf13b487c05b09a9e898ad8bfffd0f6a436ff9e6ae82a49', 2, 'by form', 1795508218374, NULL, NULL, NULL);

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$QhCzyS+mBvdfI3QpKpxM0A$NB0MWJWN9FlKXhZcoPEpaclX8QSVEbH+FS9ESHU3POo' WHERE "id" = 2;

DELETE FROM "sessions" WHERE "account_id" = 2;

DELETE FROM "sessions" WHERE "hash" = '1385ce93d08b18a12bc5beea9b65d74147c5bc567eb8f6bca0d7a00a6a759f4b';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', 1795508218456, '$argon2id$v=19$m=19456,t=2,p=1$l2KgxRB7hd4DZxm9nutwNw$js5KI7tfuDOlLcgqE9uvPkSK+LT1ThKSA9YfKP3iWdA');

UPDATE "api_keys" SET "revoked_at" = 1795508218497 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
