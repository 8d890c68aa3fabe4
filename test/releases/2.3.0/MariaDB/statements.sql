SELECT id FROM add_order WHERE id = 1;

SELECT MAX(pet_id) AS id FROM idempotency_keys WHERE pet_id < '9223372036854775807';

SELECT MAX(id) AS id FROM pets WHERE id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM api_keys WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM sessions WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM idempotency_keys WHERE account_id < '9223372036854775807';

SELECT MAX(id) AS id FROM accounts WHERE id < '9223372036854775807';

SELECT name, EXISTS (SELECT accounts.id, accounts.email, accounts.created_at, accounts.password_hash FROM accounts WHERE accounts.id = 0), EXISTS (SELECT api_keys.prefix, api_keys.hash, api_keys.account_id, api_keys.name, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, api_keys.revoked_at FROM api_keys WHERE api_keys.prefix = ''), EXISTS (SELECT pets.id, pets.name, pets.category_id, pets.status FROM pets WHERE pets.id = 0), EXISTS (SELECT idempotency_keys.pet_id, idempotency_keys.name, idempotency_keys.category_id, idempotency_keys.status, idempotency_keys.account_id, idempotency_keys.idempotency_key, idempotency_keys.first_used_at FROM idempotency_keys WHERE idempotency_keys.pet_id = 0), EXISTS (SELECT sessions.hash, sessions.account_id, sessions.created_at, sessions.last_seen_at, sessions.address, sessions.browser FROM sessions WHERE sessions.hash = ''), EXISTS (SELECT tries.key, tries.points, tries.expire FROM tries WHERE tries.key = ''), EXISTS (SELECT id FROM add_order WHERE id = 1) FROM migrations;

SELECT 1 FROM sessions WHERE created_at < '1795842208666' LIMIT 1;

SELECT 1 FROM sessions WHERE last_seen_at < '1795883608666' LIMIT 1;

SELECT 1 FROM api_keys WHERE revoked_at < '1788109408666' LIMIT 1;

SELECT 1 FROM api_keys WHERE expires_at < '1788109408666' LIMIT 1;

SELECT 1 FROM tries WHERE expire < '1795885408693' LIMIT 1;

SELECT 1 FROM idempotency_keys WHERE first_used_at < '1795280608666' LIMIT 1;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash IN ('84db0186ede04acce7fab39487040c91e0a529c35694c16b9825a3fd1fc99614') AND account_id IN (SELECT id FROM accounts);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) VALUES (IF((SELECT id FROM add_order WHERE id = 1 FOR UPDATE) = 1, 'later', NULL), '1', 'available');

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = '1' AND idempotency_key = 'new');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795885408864');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'guest@example.com', 1795885410486, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` > 0)) ORDER BY `accounts`.`id` ASC LIMIT 1000;

SELECT id FROM accounts WHERE id = '2' FOR UPDATE;

SELECT COUNT(*) AS count FROM api_keys WHERE account_id = '2' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795885413442');

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_xiypYBeO', '58ff48f3c515fbb4a9d628a860ed785057c1ceb55fc29e4be422e890865d2645', 2, 'default', 1795885413442, 1798477413442, DEFAULT, DEFAULT);

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '2' ORDER BY created_at DESC, prefix DESC LIMIT 1000;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_xiypYBeO')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795885416474 WHERE (`prefix` = 'as_xiypYBeO' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795886316637')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795885416637', 1, points + 1), expire = IF(expire <= '1795885416637', '1795886316637', expire);

SELECT `tries`.`key` AS `tries_key`, `tries`.`points` AS `tries_points`, `tries`.`expire` AS `tries_expire` FROM `tries` `tries` WHERE ((`tries`.`key` = 'db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58')) LIMIT 1;

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('ab7c5e2593845747f7d53fc3a83f47c377ca398beaeee5524a74ef4885e11dd4', 1, 1795885416810, 1795885416810, '127.0.0.1', DEFAULT);

UPDATE `tries` SET `points` = `points` - 1 WHERE (`key` = '00015a0ea73980c892e5d2145e8c1d9302f3b31ee918e8a33bd067d757d81ae0' AND `expire` > 1795885416829);

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash IN ('ab7c5e2593845747f7d53fc3a83f47c377ca398beaeee5524a74ef4885e11dd4');

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = '1';

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '1' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795885416861') ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_TOtA71q7', 'c49fb3a8363946c974b53ff826374b2f46b686b73e34b626030d2478d85718a9', 1, 'by form', 1795885416906, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$jLahZZtFXfip27NhJ9soXA$aNQlMJde44s/K+SFJjZ1DiYrC9oMoJnifvdbOThhF5U' WHERE `id` = 1;

DELETE FROM `sessions` WHERE (`account_id` = 1 AND `hash` != '');

DELETE FROM `sessions` WHERE `hash` = 'a60d76fae1f0666fb980da58a55c48ead49558c2df069f4142ded2594c10f0ba';

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'gone@example.com', 1795885417634, '$argon2id$v=19$m=19456,t=2,p=1$KRmgPYTruLjLTduGa96w/A$/Mjil9HZod/fcZ/vEc70Y1GfyoTbEQeKnJZl2Q7nE4g');

UPDATE `api_keys` SET `revoked_at` = 1795885417829 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
