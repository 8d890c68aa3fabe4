INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('156abe3b041850228d414f5292e8b4007d3d6fe99f178fdcd54731c8712f809b', 9223372036854775807, 0, 0, '::', 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴');

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash = '156abe3b041850228d414f5292e8b4007d3d6fe99f178fdcd54731c8712f809b';

DELETE FROM `sessions` WHERE `hash` = '156abe3b041850228d414f5292e8b4007d3d6fe99f178fdcd54731c8712f809b';

SELECT `each`.`pet_id` AS `each_pet_id` FROM `idempotency_keys` `each` WHERE `each`.`first_used_at` < 1795591420933 ORDER BY `each`.`first_used_at` ASC LIMIT 25;

SELECT `each`.`hash` AS `each_hash` FROM `sessions` `each` WHERE `each`.`created_at` < 1795721020933 ORDER BY `each`.`created_at` ASC LIMIT 25;

SELECT `each`.`hash` AS `each_hash` FROM `sessions` `each` WHERE `each`.`last_seen_at` < 1795762420933 ORDER BY `each`.`last_seen_at` ASC LIMIT 25;

SELECT `each`.`prefix` AS `each_prefix` FROM `api_keys` `each` WHERE `each`.`revoked_at` < 1787988220933 ORDER BY `each`.`revoked_at` ASC LIMIT 25;

SELECT `each`.`prefix` AS `each_prefix` FROM `api_keys` `each` WHERE `each`.`expires_at` < 1787988220933 ORDER BY `each`.`expires_at` ASC LIMIT 25;

SELECT `each`.`key` AS `each_key` FROM `tries` `each` WHERE `each`.`expire` < 1795764220940 ORDER BY `each`.`expire` ASC LIMIT 25;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash = '61d36b0feda761a03fb84449fe7b37174cabfd6132c42b970a5b33e501bdfbe6';

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) (SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE);

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id, idempotency_key) IN (('1', 'new'));

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795764221086');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'guest@example.com', 1795764221546, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT id FROM accounts WHERE id = '2' FOR UPDATE;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND (`api_keys`.`expires_at` IS NULL))) OR (((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND (`api_keys`.`expires_at` > 1795764222629))));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_ur0QZD8P', '1b70780414e38bd56ce7a05ed7153c45f15bd151f564edf54b97ebb4455e8a25', 2, 'default', 1795764222629, 1798356222629, DEFAULT, DEFAULT);

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_ur0QZD8P')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795764223764 WHERE (`prefix` = 'as_ur0QZD8P' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795765123806')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795764223806', 1, points + 1), expire = IF(expire <= '1795764223806', '1795765123806', expire);

SELECT `tries`.`key` AS `tries_key`, `tries`.`points` AS `tries_points`, `tries`.`expire` AS `tries_expire` FROM `tries` `tries` WHERE ((`tries`.`key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6')) LIMIT 1;

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('e10cbc4ffc9b05cdf3f0d6db67ff08108ae3541ebe29c4aba2d7e244a937b566', 1, 1795764223986, 1795764223986, '127.0.0.1', DEFAULT);

UPDATE `tries` SET `points` = `points` - 1 WHERE (`key` = '66accd506e8a0a158fde58c042ce7311cc168558c9c2185f652fa78819a75426' AND `expire` > 1795764223988);

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = '1';

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '1' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795764224010') ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_eyIwhD7R', 'ba7ffaf5f1f381c9a797d25330865105479ca6667369841fbf45edd41ea89df1', 1, 'by form', 1795764224280, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$sdGudjO3DQdK7aD6hMc6JQ$3/2wFq8DLBma3FDk5snIy5QU5OrQRlGvKBsDvnHQfvo' WHERE `id` = 1;

DELETE FROM `sessions` WHERE (`account_id` = 1 AND `hash` != '');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'gone@example.com', 1795764224550, '$argon2id$v=19$m=19456,t=2,p=1$TDzv4CkHpQqhMOmMrLmVmA$Z2hNcXxIQmwTkiRwVv/VPns0WmhdUNtZNbTX5R3Q3Hk');

UPDATE `api_keys` SET `revoked_at` = 1795764224695 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
