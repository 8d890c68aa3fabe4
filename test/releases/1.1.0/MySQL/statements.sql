SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < '1795254507904' ORDER BY first_used_at LIMIT 500;

SELECT hash AS id FROM sessions WHERE created_at < '1795384107904' ORDER BY created_at LIMIT 500;

SELECT `key` AS id FROM tries WHERE expire < '1795427307936' ORDER BY expire LIMIT 500;

SELECT prefix AS id FROM api_keys WHERE revoked_at < '1787651307904' ORDER BY revoked_at LIMIT 500;

SELECT * FROM api_keys WHERE hash = 'c7079601d69dec7274ae82ed76926935fb1af4582a183e126288c11deb69ec99';

SELECT id, name, category_id, status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT prefix AS id FROM api_keys WHERE expires_at < '1787651307904' ORDER BY expires_at LIMIT 500;

SELECT hash AS id FROM sessions WHERE last_seen_at < '1795425507904' ORDER BY last_seen_at LIMIT 500;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id IN ('1');

INSERT INTO pets (name, category_id, status) VALUES (IF(@@auto_increment_increment = '1', (SELECT 'later' FROM add_order WHERE id = 1 FOR UPDATE), NULL), '1', 'available');

INSERT INTO pets (name, category_id, status) VALUES (IF(@@auto_increment_increment = 1, (SELECT 'Rex' FROM add_order WHERE id = 1 FOR UPDATE), NULL), -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (LAST_INSERT_ID() + 0, 'Rex', -9223372036854775808, 'pending', 1, X'6e6577', 1795427308003);

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN (('1', 'Key \"1\"'));

INSERT INTO accounts (email, created_at, password_hash) VALUES (IF(@@auto_increment_increment = '1', (SELECT 'guest@example.com' FROM add_order WHERE id = 1 FOR UPDATE), NULL), '1795427309748', NULL);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795427311814)));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_k2mcRAyz', '042e15e325a632ef0ee4c920785061f112399555e84b53d497510507b9f9fe4a', 2, 'default', 1795427311814, 1798019311814, DEFAULT, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 2)) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_k2mcRAyz')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795427315307 WHERE (`prefix` = 'as_k2mcRAyz' AND `revoked_at` IS NULL);

INSERT INTO `tries` VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, 1795428215475)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795427315475, 1, points + (1)), 
            expire = IF(expire <= 1795427315475, 1795428215475, expire);

SELECT points, expire FROM `tries` WHERE `key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('3113266b7b8bbe5d24489ac223151483bb1cf35147495a78bb2c8cfba29d74cf', 1, 1795427315619, 1795427315619, '127.0.0.1', DEFAULT);

INSERT INTO `tries` VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', -1, 1795428215772)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795427315772, -1, points + (-1)), 
            expire = IF(expire <= 1795427315772, 1795428215772, expire);

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` = '3113266b7b8bbe5d24489ac223151483bb1cf35147495a78bb2c8cfba29d74cf')) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 1) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795427315832))) ORDER BY `api_keys`.`created_at` DESC, `api_keys`.`prefix` DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_L1SucR3N', 'db17c661d2920a205069b85a73de7c2152db69ef913526d0c9d7b993c102e965', 1, 'by form', 1795427315966, DEFAULT, DEFAULT, DEFAULT);

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$mjXb5kgyb7Ma3VW09f/fAw$5doXqIkCT+4Yeoo7VpFHivL3hbiUODUulccRgk7Lgwk' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = '466debe4a9375207e0e9964234ad206b0a468902b91c62a25f161cc9974d13d7';

INSERT INTO accounts (email, created_at, password_hash) VALUES (IF(@@auto_increment_increment = '1', (SELECT 'gone@example.com' FROM add_order WHERE id = 1 FOR UPDATE), NULL), '1795427316816', '$argon2id$v=19$m=19456,t=2,p=1$sDu6YpsCJZE36HYzJQ8b/w$wf8P1UswuctXAZjylxGHE3q+GqLdhGyjvsP1QmIDNQ0');

UPDATE `api_keys` SET `revoked_at` = 1795427317207 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
