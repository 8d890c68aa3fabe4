SELECT id FROM add_order WHERE id = 1;

SELECT MAX(pet_id) AS id FROM idempotency_keys WHERE pet_id < '9223372036854775807';

SELECT MAX(id) AS id FROM pets WHERE id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM api_keys WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM sessions WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM idempotency_keys WHERE account_id < '9223372036854775807';

SELECT MAX(id) AS id FROM accounts WHERE id < '9223372036854775807';

SELECT name, EXISTS (SELECT accounts.id, accounts.email, accounts.created_at, accounts.password_hash FROM accounts WHERE accounts.id = 0), EXISTS (SELECT api_keys.prefix, api_keys.hash, api_keys.account_id, api_keys.name, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, api_keys.revoked_at FROM api_keys WHERE api_keys.prefix = ''), EXISTS (SELECT pets.id, pets.name, pets.category_id, pets.status FROM pets WHERE pets.id = 0), EXISTS (SELECT idempotency_keys.pet_id, idempotency_keys.name, idempotency_keys.category_id, idempotency_keys.status, idempotency_keys.account_id, idempotency_keys.idempotency_key, idempotency_keys.first_used_at FROM idempotency_keys WHERE idempotency_keys.pet_id = 0), EXISTS (SELECT sessions.hash, sessions.account_id, sessions.created_at, sessions.last_seen_at, sessions.address, sessions.browser FROM sessions WHERE sessions.hash = ''), EXISTS (SELECT tries.key, tries.points, tries.expire FROM tries WHERE tries.key = ''), EXISTS (SELECT id FROM add_order WHERE id = 1) FROM migrations;

SELECT 1 FROM sessions WHERE created_at < '1795842184147' LIMIT 1;

SELECT 1 FROM sessions WHERE last_seen_at < '1795883584147' LIMIT 1;

SELECT 1 FROM api_keys WHERE revoked_at < '1788109384147' LIMIT 1;

SELECT 1 FROM api_keys WHERE expires_at < '1788109384147' LIMIT 1;

SELECT 1 FROM tries WHERE expire < '1795885384243' LIMIT 1;

SELECT 1 FROM idempotency_keys WHERE first_used_at < '1795280584147' LIMIT 1;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash IN ('1cab160fc9e5e602c8816a085aa20433e01f383f4cb240d95790b85744c79b57') AND account_id IN (SELECT id FROM accounts);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) VALUES (IF((SELECT id FROM add_order WHERE id = 1 FOR UPDATE) = 1, 'later', NULL), '1', 'available');

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = '1' AND idempotency_key = 'new');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795885384349');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'guest@example.com', 1795885385473, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` > 0)) ORDER BY `accounts`.`id` ASC LIMIT 1000;

SELECT id FROM accounts WHERE id = '2' FOR UPDATE;

SELECT COUNT(*) AS count FROM api_keys WHERE account_id = '2' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795885389044');

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_OhwAVmTe', '1b15570c0df2a3f6fc40759ac89d7d2d21c04e06655f29e5c470f5d11e618ad6', 2, 'default', 1795885389044, 1798477389044, DEFAULT, DEFAULT);

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '2' ORDER BY created_at DESC, prefix DESC LIMIT 1000;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_OhwAVmTe')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795885391875 WHERE (`prefix` = 'as_OhwAVmTe' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795886291965')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795885391965', 1, points + 1), expire = IF(expire <= '1795885391965', '1795886291965', expire);

SELECT `tries`.`key` AS `tries_key`, `tries`.`points` AS `tries_points`, `tries`.`expire` AS `tries_expire` FROM `tries` `tries` WHERE ((`tries`.`key` = 'db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58')) LIMIT 1;

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('9d1376eea2b3a4e40b6f98aa023f791badf21e828f45f9a1d377fbd95b074fbc', 1, 1795885392308, 1795885392308, '127.0.0.1', DEFAULT);

UPDATE `tries` SET `points` = `points` - 1 WHERE (`key` = 'bad6265b90e412f03fa36db76b7fd9dc73dd7d65aed837cfd7b35585291bde7f' AND `expire` > 1795885392320);

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash IN ('9d1376eea2b3a4e40b6f98aa023f791badf21e828f45f9a1d377fbd95b074fbc');

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = '1';

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '1' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795885392364') ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_4vRuQzVh', 'd734b0c76fe226dad666f5d3a67c3c0db6c1c9ae31603204b9892278272d4b20', 1, 'by form', 1795885392461, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$B9r33GyrrErapb/EzSy0WA$u8FlVJrpoM1I7W1PoP7elww/LoOW2/9MmNhmiRDd0cs' WHERE `id` = 1;

DELETE FROM `sessions` WHERE (`account_id` = 1 AND `hash` != '');

DELETE FROM `sessions` WHERE `hash` = '4830544ac45e4dce319f2b38a00cf5722796430fa99078d3da094a980d488481';

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'gone@example.com', 1795885393074, '$argon2id$v=19$m=19456,t=2,p=1$ScxQ+1nFdhesmIDjMvYQFg$kdF4OGdy6QFPKZLHZgRGAmxyMVyQtbGzjh0kM9Zlwkg');

UPDATE `api_keys` SET `revoked_at` = 1795885393588 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
