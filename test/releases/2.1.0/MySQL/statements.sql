INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('2123c32815d31d82c6ac1aaec778a067f82228d454b4711f8658cdfecacf946e', 9223372036854775807, 0, 0, '::', 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴');

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash = '2123c32815d31d82c6ac1aaec778a067f82228d454b4711f8658cdfecacf946e';

DELETE FROM `sessions` WHERE `hash` = '2123c32815d31d82c6ac1aaec778a067f82228d454b4711f8658cdfecacf946e';

SELECT `each`.`pet_id` AS `each_pet_id` FROM `idempotency_keys` `each` WHERE `each`.`first_used_at` < 1795591322077 ORDER BY `each`.`first_used_at` ASC LIMIT 25;

SELECT `each`.`hash` AS `each_hash` FROM `sessions` `each` WHERE `each`.`created_at` < 1795720922077 ORDER BY `each`.`created_at` ASC LIMIT 25;

SELECT `each`.`hash` AS `each_hash` FROM `sessions` `each` WHERE `each`.`last_seen_at` < 1795762322077 ORDER BY `each`.`last_seen_at` ASC LIMIT 25;

SELECT `each`.`prefix` AS `each_prefix` FROM `api_keys` `each` WHERE `each`.`revoked_at` < 1787988122077 ORDER BY `each`.`revoked_at` ASC LIMIT 25;

SELECT `each`.`prefix` AS `each_prefix` FROM `api_keys` `each` WHERE `each`.`expires_at` < 1787988122077 ORDER BY `each`.`expires_at` ASC LIMIT 25;

SELECT `each`.`key` AS `each_key` FROM `tries` `each` WHERE `each`.`expire` < 1795764122088 ORDER BY `each`.`expire` ASC LIMIT 25;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash = '728b831093471fedff1afd8cb43f16077602506ae60e9bbcc6dbc90a7faea4da';

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) (SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE);

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id, idempotency_key) IN (('1', 'new'));

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795764122149');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'guest@example.com', 1795764122446, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT id FROM accounts WHERE id = '2' FOR UPDATE;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND (`api_keys`.`expires_at` IS NULL))) OR (((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND (`api_keys`.`expires_at` > 1795764123084))));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_isLEqUzu', 'df74c8a70a9fae5e560eb50a4ad9319bcbdbf0d61668e01b950d78783eec2254', 2, 'default', 1795764123084, 1798356123084, DEFAULT, DEFAULT);

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_isLEqUzu')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795764123683 WHERE (`prefix` = 'as_isLEqUzu' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795765023703')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795764123703', 1, points + 1), expire = IF(expire <= '1795764123703', '1795765023703', expire);

SELECT `tries`.`key` AS `tries_key`, `tries`.`points` AS `tries_points`, `tries`.`expire` AS `tries_expire` FROM `tries` `tries` WHERE ((`tries`.`key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6')) LIMIT 1;

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('d34ce4df9d2680c0592c2bead2c8b561dc7088c9eb078a61ef63a3ab7c224b41', 1, 1795764123753, 1795764123753, '127.0.0.1', DEFAULT);

UPDATE `tries` SET `points` = `points` - 1 WHERE (`key` = '66accd506e8a0a158fde58c042ce7311cc168558c9c2185f652fa78819a75426' AND `expire` > 1795764123755);

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = '1';

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '1' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795764123763') ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_54vIhuFZ', '6412d14a7261967c991a366127445fdeff6b19f80bd3f57f98b794ae0f35167a', 1, 'by form', 1795764123777, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$XVwtWEGvA+v96QI1jsVtXQ$FBgAwUGA2lhxedLRRP4ld3aH8FctqXyxJJg6CJ+vh7c' WHERE `id` = 1;

DELETE FROM `sessions` WHERE (`account_id` = 1 AND `hash` != '');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'gone@example.com', 1795764123925, '$argon2id$v=19$m=19456,t=2,p=1$NdWBbPbMvZdRtir6YvKjiQ$zbc5zM7WFO4kHVXj6558sdedRJuEJZ724Z5lctZiAAg');

UPDATE `api_keys` SET `revoked_at` = 1795764123980 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
