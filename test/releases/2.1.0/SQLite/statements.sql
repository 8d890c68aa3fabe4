INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('8b383848c6171fb8a59987f9211dd7ac2b285c6ec47d8b4ffc676381118dc1d6', 9223372036854775807, 0, 0, '::', 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴');

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash = '8b383848c6171fb8a59987f9211dd7ac2b285c6ec47d8b4ffc676381118dc1d6';

DELETE FROM "sessions" WHERE "hash" = '8b383848c6171fb8a59987f9211dd7ac2b285c6ec47d8b4ffc676381118dc1d6';

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" ORDER BY "accounts"."id" ASC LIMIT 1;

SELECT "each"."pet_id" AS "each_pet_id" FROM "idempotency_keys" "each" WHERE "each"."first_used_at" < 1795591313831 ORDER BY "each"."first_used_at" ASC LIMIT 25;

SELECT "each"."hash" AS "each_hash" FROM "sessions" "each" WHERE "each"."created_at" < 1795720913831 ORDER BY "each"."created_at" ASC LIMIT 25;

SELECT "each"."hash" AS "each_hash" FROM "sessions" "each" WHERE "each"."last_seen_at" < 1795762313831 ORDER BY "each"."last_seen_at" ASC LIMIT 25;

SELECT "each"."prefix" AS "each_prefix" FROM "api_keys" "each" WHERE "each"."revoked_at" < 1787988113831 ORDER BY "each"."revoked_at" ASC LIMIT 25;

SELECT "each"."prefix" AS "each_prefix" FROM "api_keys" "each" WHERE "each"."expires_at" < 1787988113831 ORDER BY "each"."expires_at" ASC LIMIT 25;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash = 'b8585464faa9a7652c9e2217769d3530d2f79859869f5081b8e34898b6312120';

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets INDEXED BY pets_status_id WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id, idempotency_key) IN ((2, x'6e6577'));

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795764113861);

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'guest@example.com', 1795764114149, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" ORDER BY "accounts"."id" ASC;

SELECT id FROM accounts WHERE id = 3;

SELECT COUNT(1) AS "cnt" FROM "api_keys" "api_keys" WHERE (((("api_keys"."account_id" = 3) AND ("api_keys"."revoked_at" IS NULL) AND ("api_keys"."expires_at" IS NULL))) OR ((("api_keys"."account_id" = 3) AND ("api_keys"."revoked_at" IS NULL) AND ("api_keys"."expires_at" > 1795764114741))));

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_445yRMMY', '24dcdc6287273b9594f785b5287d97fc9d6f3c01601c4c328e26b275bd3ef80d', 3, 'default', 1795764114741, 1798356114741, NULL, NULL);

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."account_id" = 3)) ORDER BY "api_keys"."created_at" ASC, "api_keys"."prefix" ASC;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_445yRMMY')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795764115305 WHERE ("prefix" = 'as_445yRMMY' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('6d293491c6441f61995734125f46b7c90aed4496a86090c6771153804b5ec9ca', 2, 1795764115373, 1795764115373, '127.0.0.1', NULL);

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = 2;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = 2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > 1795764115378) ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_ABSFAOKe', 'd4dd92d03272db49809c820ac981e8ca1827121e296341265ed76e01683ca6a6', 2, 'by form', 1795764115385, NULL, NULL, NULL);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= 9223372036854775807 ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = 9 AND status = 'pending';

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$Yb5S6couplsPErsWSV9x4A$BnQweyGL4fme2fzxdIXsQR2BVCHWkMgPE/qkcbMNUso' WHERE "id" = 2;

DELETE FROM "sessions" WHERE ("account_id" = 2 AND "hash" != '');

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'gone@example.com', 1795764115488, '$argon2id$v=19$m=19456,t=2,p=1$kH6W1c1saBp3EiQJncglEw$GUHwOEXb4osniDFEsVv2WdAU1dJ6Arncqpo9pL8LVaY');

UPDATE "api_keys" SET "revoked_at" = 1795764115545 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
