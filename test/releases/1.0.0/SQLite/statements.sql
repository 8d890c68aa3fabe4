SELECT "account"."id" AS "account_id", "account"."email" AS "account_email", "account"."created_at" AS "account_created_at" FROM "accounts" "account" ORDER BY "account"."id" ASC;

SELECT pet_id FROM idempotency_keys WHERE first_used_at < 1795254458103 ORDER BY first_used_at LIMIT 500;

SELECT "session"."hash" AS "session_hash" FROM "sessions" "session" WHERE (("session"."created_at" < 1795384058103)) ORDER BY "session"."created_at" ASC LIMIT 500;

SELECT "session"."hash" AS "session_hash" FROM "sessions" "session" WHERE (("session"."last_seen_at" < 1795425458103)) ORDER BY "session"."last_seen_at" ASC LIMIT 500;

SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at
  FROM api_keys WHERE hash = 'e58763697cd763dab7a81753c3c05c90358df69f4537d0bf001251a509274312';

SELECT id, name, category_id, status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets INDEXED BY pets_status_id
      WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id, name, category_id, status FROM idempotency_keys
  WHERE account_id = 2 AND idempotency_key = x'6e6577';

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795427258143);

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', 1795427258991, NULL);

SELECT "account"."id" AS "account_id", "account"."email" AS "account_email", "account"."created_at" AS "account_created_at" FROM "accounts" "account" WHERE (("account"."email" = 'guest@example.com')) LIMIT 1;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_0SAwE0GV', 'cb7b3185140ed6a977e52368631d67bfad84084c87594b4f933a7090a883b1f1', 3, 'default', 1795427260141, 1798019260141, NULL, NULL);

SELECT "account"."id" AS "account_id", "account"."email" AS "account_email", "account"."created_at" AS "account_created_at" FROM "accounts" "account" WHERE (("account"."id" = 3)) LIMIT 1;

SELECT "api_key"."prefix" AS "api_key_prefix", "api_key"."hash" AS "api_key_hash", "api_key"."account_id" AS "api_key_account_id", "api_key"."name" AS "api_key_name", "api_key"."created_at" AS "api_key_created_at", "api_key"."expires_at" AS "api_key_expires_at", "api_key"."last_used_at" AS "api_key_last_used_at", "api_key"."revoked_at" AS "api_key_revoked_at" FROM "api_keys" "api_key" WHERE (("api_key"."account_id" = 3)) ORDER BY "api_key"."created_at" ASC, "api_key"."prefix" ASC;

SELECT "api_key"."prefix" AS "api_key_prefix", "api_key"."hash" AS "api_key_hash", "api_key"."account_id" AS "api_key_account_id", "api_key"."name" AS "api_key_name", "api_key"."created_at" AS "api_key_created_at", "api_key"."expires_at" AS "api_key_expires_at", "api_key"."last_used_at" AS "api_key_last_used_at", "api_key"."revoked_at" AS "api_key_revoked_at" FROM "api_keys" "api_key" WHERE (("api_key"."prefix" = 'as_0SAwE0GV')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795427261980 WHERE ("prefix" = 'as_0SAwE0GV' AND "revoked_at" IS NULL);

SELECT "session"."hash" AS "session_hash", "session"."account_id" AS "session_account_id", "session"."created_at" AS "session_created_at", "session"."last_seen_at" AS "session_last_seen_at" FROM "sessions" "session" WHERE (("session"."hash" = '20d0efcaf5eb3ac52d03eef0114e856b540e2bed1242ad07348f1e34dfaec7ad')) LIMIT 1;

SELECT "account"."password_hash" AS "account_password_hash", "account"."id" AS "account_id" FROM "accounts" "account" WHERE (("account"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at") VALUES ('879f12c8c2785d83dc4704be4c5afae1b61f06050abae737f074fbc15b1b419d', 2, 1795427262126, 1795427262126);

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_VzFnu0NK', '0d6f3d7dbaf7cbd3c1d8337cd97e3d213f66903e386d49fb1fdbb32dbf134079', 2, 'by form', 1795427262180, NULL, NULL, NULL);

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$DBSFhpCAcBwCDcBHCXQF2w$emQfyaxIw5N+XdZWwSDXKPc0+QeP4PFZxPUKMumAEdU' WHERE "id" = 2;

DELETE FROM "sessions" WHERE "account_id" = 2;

DELETE FROM "sessions" WHERE "hash" = 'bdf3d14974303197335599b13dbeba7b1ed63397fdea97650b3f467f35fb8a22';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', 1795427262374, '$argon2id$v=19$m=19456,t=2,p=1$t9FL5BkuTJCB6r+RdrooLg$1TOwsZ/4k8hg2RJE0dbDpJCB8JCTo8dRlOZzxOQH5bk');

UPDATE "api_keys" SET "revoked_at" = 1795427262430 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
