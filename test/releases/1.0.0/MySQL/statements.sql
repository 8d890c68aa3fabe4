SELECT pet_id FROM idempotency_keys WHERE first_used_at < 1795254473564 ORDER BY first_used_at LIMIT 500;

SELECT `session`.`hash` AS `session_hash` FROM `sessions` `session` WHERE ((`session`.`created_at` < 1795384073564)) ORDER BY `session`.`created_at` ASC LIMIT 500;

DELETE FROM tries WHERE expire < 1795427273567 LIMIT 500;

SELECT `session`.`hash` AS `session_hash` FROM `sessions` `session` WHERE ((`session`.`last_seen_at` < 1795425473564)) ORDER BY `session`.`last_seen_at` ASC LIMIT 500;

SELECT prefix, hash, account_id, name, created_at, expires_at, last_used_at, revoked_at
  FROM api_keys WHERE hash = 'd40877b2f0e9445b184b1303b41f2ab238914f9736df1ac145b848b31886c574';

SELECT id, name, category_id, status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id)
      WHERE status = 'sold' AND id > 0 ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = 1;

INSERT INTO pets (name, category_id, status) VALUES ('later', 1, 'available');

SELECT pet_id, name, category_id, status FROM idempotency_keys
  WHERE account_id = 1 AND idempotency_key = 'new';

INSERT INTO pets (name, category_id, status) VALUES ('Rex', -9223372036854775808, 'pending');

INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 1, 'new', 1795427273627);

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', 1795427274517, NULL);

SELECT `account`.`id` AS `account_id`, `account`.`email` AS `account_email`, `account`.`created_at` AS `account_created_at` FROM `accounts` `account` ORDER BY `account`.`id` ASC;

SELECT `account`.`id` AS `account_id`, `account`.`email` AS `account_email`, `account`.`created_at` AS `account_created_at` FROM `accounts` `account` WHERE ((`account`.`email` = 'guest@example.com')) LIMIT 1;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_inl5f69f', '687d3b6d315486aadeb3cc057491cb808ab061237216eecdb7aefae6dbc250b2', 2, 'default', 1795427276315, 1798019276315, NULL, NULL);

SELECT `account`.`id` AS `account_id`, `account`.`email` AS `account_email`, `account`.`created_at` AS `account_created_at` FROM `accounts` `account` WHERE ((`account`.`id` = 2)) LIMIT 1;

SELECT `api_key`.`prefix` AS `api_key_prefix`, `api_key`.`hash` AS `api_key_hash`, `api_key`.`account_id` AS `api_key_account_id`, `api_key`.`name` AS `api_key_name`, `api_key`.`created_at` AS `api_key_created_at`, `api_key`.`expires_at` AS `api_key_expires_at`, `api_key`.`last_used_at` AS `api_key_last_used_at`, `api_key`.`revoked_at` AS `api_key_revoked_at` FROM `api_keys` `api_key` WHERE ((`api_key`.`account_id` = 2)) ORDER BY `api_key`.`created_at` ASC, `api_key`.`prefix` ASC;

SELECT `api_key`.`prefix` AS `api_key_prefix`, `api_key`.`hash` AS `api_key_hash`, `api_key`.`account_id` AS `api_key_account_id`, `api_key`.`name` AS `api_key_name`, `api_key`.`created_at` AS `api_key_created_at`, `api_key`.`expires_at` AS `api_key_expires_at`, `api_key`.`last_used_at` AS `api_key_last_used_at`, `api_key`.`revoked_at` AS `api_key_revoked_at` FROM `api_keys` `api_key` WHERE ((`api_key`.`prefix` = 'as_inl5f69f')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795427279447 WHERE (`prefix` = 'as_inl5f69f' AND `revoked_at` IS NULL);

SELECT `session`.`hash` AS `session_hash`, `session`.`account_id` AS `session_account_id`, `session`.`created_at` AS `session_created_at`, `session`.`last_seen_at` AS `session_last_seen_at` FROM `sessions` `session` WHERE ((`session`.`hash` = '16c8bf92297eda5f2a2221f26cc60b756b5ad0a121e347306d7437f1b1cbddea')) LIMIT 1;

INSERT INTO `tries` VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, 1795428179695)
          ON DUPLICATE KEY UPDATE 
            points = IF(expire <= 1795427279695, 1, points + (1)), 
            expire = IF(expire <= 1795427279695, 1795428179695, expire);

SELECT points, expire FROM `tries` WHERE `key` = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `account`.`password_hash` AS `account_password_hash`, `account`.`id` AS `account_id` FROM `accounts` `account` WHERE ((`account`.`id` = 1)) LIMIT 1;

DELETE FROM `tries` WHERE `key` = 'a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546';

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`) VALUES ('f583c24b5f0395e7fc8f98b59d8974ce0d0b9c8610562478bea6e4ad96ae582b', 1, 1795427279984, 1795427279984);

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_HxmFP9Jr', '11a0ef6e5b727019784374383c802431a140cdce5d043d93e5616eba99d92c1b', 1, 'by form', 1795427280154, NULL, NULL, NULL);

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$pRu12mFTcGiN4TllykVAsw$y0oREVpmg83XckYcFMK7PRRxjdd1GUTtBX5mUQpINpo' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = '60203bced41e52e9ec8ab46b06673ff8cfa19b2f048780d821a0d5b8dc618c0e';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', 1795427280774, '$argon2id$v=19$m=19456,t=2,p=1$Tj0OYcrs8Z0jaOtUaF17JA$+3AONmgrt341QE3kNpnBUqSJekH31DNA6bMH/5ePerY');

UPDATE `api_keys` SET `revoked_at` = 1795427281023 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
