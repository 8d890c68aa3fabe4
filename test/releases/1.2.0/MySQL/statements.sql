SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < '1795335434701' ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < '1795465034701' ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < '1795506434701' ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < '1787732234701' ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < '1787732234701' ORDER BY expires_at LIMIT 25;

SELECT `key` AS id FROM tries WHERE expire < '1795508234706' ORDER BY expire LIMIT 25;

SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at FROM api_keys WHERE hash IN ('db47f5f24bd40a0abfed7521b7b9d37c7e0d6f5bb81807d366f63544b8156233');

SELECT id, name, category_id, status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE;

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN (('1', 'new'));

SELECT @@auto_increment_increment AS step FROM add_order WHERE id = 1 FOR UPDATE;

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (LAST_INSERT_ID() + 0 * @@auto_increment_increment, 'Rex', -9223372036854775808, 'pending', 1, X'6e6577', 1795508234774);

INSERT INTO accounts (email, created_at, password_hash) SELECT 'guest@example.com', '1795508235121', NULL FROM add_order WHERE id = 1 FOR UPDATE;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795508235851)));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_qNorUiVh', '89851cfcc4273836c71f1d2bc9bed2ce477d9747da609cb2dadfe49e2046b1d1', 2, 'default', 1795508235851, 1798100235851, DEFAULT, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 2)) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_qNorUiVh')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795508236535 WHERE (`prefix` = 'as_qNorUiVh' AND `revoked_at` IS NULL);

INSERT INTO `tries` VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, 1795509136557)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795508236557, 1, points + (1)), 
            expire = IF(expire <= 1795508236557, 1795509136557, expire);

SELECT points, expire FROM `tries` WHERE `key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('7a1300f05acc44ec072803b014a37b5ac8eaf4df367bb7fed22510a0a47776f0', 1, 1795508236667, 1795508236667, '127.0.0.1', DEFAULT);

INSERT INTO `tries` VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', -1, 1795509136674)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795508236674, -1, points + (-1)), 
            expire = IF(expire <= 1795508236674, 1795509136674, expire);

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` IN ('7a1300f05acc44ec072803b014a37b5ac8eaf4df367bb7fed22510a0a47776f0')));

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 1) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795508236682))) ORDER BY `api_keys`.`created_at` DESC, `api_keys`.`prefix` DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` = '7a1300f05acc44ec072803b014a37b5ac8eaf4df367bb7fed22510a0a47776f0')) LIMIT 1;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_LYMqyfvS', 'c2143c1220a2700691834b8455822dd988019f69c2200ee1e87c781628de7776', 1, 'by form', 1795508236695, DEFAULT, DEFAULT, DEFAULT);

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$X6LpBA0sj/xgVYubKTRB3Q$NBS5usCnh+pXFafCGvTD/6h54BTr+sBFYdlDinr8ILE' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = '76472d34eea791ac293ab70d4f88aaaef566293e46d5caed9667f0891dfa4c22';

INSERT INTO accounts (email, created_at, password_hash) SELECT 'gone@example.com', '1795508236794', '$argon2id$v=19$m=19456,t=2,p=1$DVASeGj6HiibkkTzMSncEQ$1pP+YgdhknwCgZefZzYsYjSaVV8df+XCGhhsbYTB10M' FROM add_order WHERE id = 1 FOR UPDATE;

UPDATE `api_keys` SET `revoked_at` = 1795508236851 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
