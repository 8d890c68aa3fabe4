SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" ORDER BY "accounts"."id" ASC;

SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < 1795254490368 ORDER BY first_used_at LIMIT 500;

SELECT hash AS id FROM sessions WHERE created_at < 1795384090368 ORDER BY created_at LIMIT 500;

SELECT prefix AS id FROM api_keys WHERE revoked_at < 1787651290368 ORDER BY revoked_at LIMIT 500;

SELECT hash AS id FROM sessions WHERE last_seen_at < 1795425490368 ORDER BY last_seen_at LIMIT 500;

SELECT prefix AS id FROM api_keys WHERE expires_at < 1787651290368 ORDER BY expires_at LIMIT 500;

SELECT * FROM api_keys WHERE hash = '08fe66d0b9e887cc71447adf5d879b9e3569050ee3deb6e08c6b66297bebed29';

SELECT id, name, category_id, status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets INDEXED BY pets_status_id WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id IN (1);

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795427290502);

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN ((2, x'4b657920223122'));

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', 1795427291072, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS "cnt" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795427292771)));

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_sGYVqVi7', '5fc7aca1ec5a31a9dc8a7a456be2f691270c3fb4289a6ce52f753d446c145647', 3, 'default', 1795427292771, 1798019292771, NULL, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."id" = 3)) LIMIT 1;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3)) ORDER BY "api_keys"."created_at" ASC, "api_keys"."prefix" ASC;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_sGYVqVi7')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795427295729 WHERE ("prefix" = 'as_sGYVqVi7' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('a21662694d1bcc65981052886cd002ad8e4507629e926615182b474dc358bac5', 2, 1795427296125, 1795427296125, '127.0.0.1', NULL);

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."hash" = 'a21662694d1bcc65981052886cd002ad8e4507629e926615182b474dc358bac5')) LIMIT 1;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 2) AND ("api_keys"."revoked_at" IS NULL) AND (("api_keys"."expires_at" IS NULL OR "api_keys"."expires_at" > 1795427296190))) ORDER BY "api_keys"."created_at" DESC, "api_keys"."prefix" DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_itIQ23eV', '349cc82c6202af2b701c545402bec1e86869e5753702fa3f29b3c59e11ea1a5a', 2, 'by form', 1795427296259, NULL, NULL, NULL);

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$nrhUzEseuOM0CT8v1eoHIg$czsNnEuHl2y43WjwFnbfqK0ZQ6i3MIoNIYxjKPyzl0o' WHERE "id" = 2;

DELETE FROM "sessions" WHERE "account_id" = 2;

DELETE FROM "sessions" WHERE "hash" = 'e206050ebcedd9f59c73020f8bb4ecf77a1b6bf4d2c8bdb9f85f4b9914ba5769';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', 1795427296705, '$argon2id$v=19$m=19456,t=2,p=1$JDUCQkUII3aL7YwtPflEfA$raiTtVmaD+za0NmMjBuxvqBS8C1J4JDnm9yxnoXUwsk');

UPDATE "api_keys" SET "revoked_at" = 1795427296809 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
