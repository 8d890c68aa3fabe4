SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < '1795335506457' ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < '1795465106457' ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < '1795506506457' ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < '1787732306457' ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < '1787732306457' ORDER BY expires_at LIMIT 25;

SELECT `key` AS id FROM tries WHERE expire < '1795508306462' ORDER BY expire LIMIT 25;

SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at FROM api_keys WHERE hash IN ('12c98f3f6a953555c4f41fcaf8d5569ea83df9b76b16562e9fdcdd81643e6efa');

SELECT id, name, category_id, status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE;

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN (('1', 'new'));

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (LAST_INSERT_ID() + 0 * @@auto_increment_increment, 'Rex', -9223372036854775808, 'pending', 1, X'6e6577', 1795508306513);

INSERT INTO accounts (email, created_at, password_hash) SELECT 'guest@example.com', '1795508306869', NULL FROM add_order WHERE id = 1 FOR UPDATE;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795508307604)));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_j25Wslwb', '3896c6d86b673e02860fd74d642b80f334c465329066c1008c7020bb40c9166a', 2, 'default', 1795508307604, 1798100307604, DEFAULT, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 2)) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_j25Wslwb')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795508308401 WHERE (`prefix` = 'as_j25Wslwb' AND `revoked_at` IS NULL);

INSERT INTO `tries` VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, 1795509208430)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795508308430, 1, points + (1)), 
            expire = IF(expire <= 1795508308430, 1795509208430, expire);

SELECT points, expire FROM `tries` WHERE `key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('6ed809c779862ad9166f6278b2b42f0642d383a378eb9655a83d3ae8784907b8', 1, 1795508308519, 1795508308519, '127.0.0.1', DEFAULT);

INSERT INTO `tries` VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', -1, 1795509208528)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795508308528, -1, points + (-1)), 
            expire = IF(expire <= 1795508308528, 1795509208528, expire);

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` IN ('6ed809c779862ad9166f6278b2b42f0642d383a378eb9655a83d3ae8784907b8')));

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 1) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795508308539))) ORDER BY `api_keys`.`created_at` DESC, `api_keys`.`prefix` DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` = '6ed809c779862ad9166f6278b2b42f0642d383a378eb9655a83d3ae8784907b8')) LIMIT 1;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_n3BRooNU', '8ceeb7bc78cf0c43f0806a6e64bb0777818d043ba5784f494f9a09555e8a1211', 1, 'by form', 1795508308557, DEFAULT, DEFAULT, DEFAULT);

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$q7sMVxCVFP4lcM4CXC28vQ$hyxqoEbT36+4IK4Zsszb1ih8wsnJtJblfBD+TVfyZb0' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = '4cbad9d9ea189245397c32f51041ccbe109fe5da2eb0136e53f7b53aba0cebf6';

INSERT INTO accounts (email, created_at, password_hash) SELECT 'gone@example.com', '1795508308689', '$argon2id$v=19$m=19456,t=2,p=1$bnDttdZmt+Xtp3iFkm2anA$C4SSRfMbJYlyPD9M+xPUmeHMC9j7upXeI0pJWQxQXlQ' FROM add_order WHERE id = 1 FOR UPDATE;

UPDATE `api_keys` SET `revoked_at` = 1795508308836 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
