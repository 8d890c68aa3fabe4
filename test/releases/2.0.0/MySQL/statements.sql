SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < '1795531964310' ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < '1795661564310' ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < '1795702964310' ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < '1787928764310' ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < '1787928764310' ORDER BY expires_at LIMIT 25;

SELECT tries.key AS id FROM tries WHERE expire < '1795704764354' ORDER BY expire LIMIT 25;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`hash` = '74fe7331f3b5c62b13672c84d205448b216b3d9229bcac684279a529ba4b71bc')) LIMIT 1;

SELECT id, name, category_id, status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE;

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN (('1', 'new'));

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795704764402');

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', '1795704765248', NULL);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795704767364)));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_AVGHOLFQ', '82250876501b6fabae87dcda19f5f95ab17caada0d38fa0013595d379612c361', 2, 'default', 1795704767364, 1798296767364, DEFAULT, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 2)) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_AVGHOLFQ')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795704770930 WHERE (`prefix` = 'as_AVGHOLFQ' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795705670998')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795704770998', 1, points + 1), expire = IF(expire <= '1795704770998', '1795705670998', expire);

SELECT points, expire FROM tries WHERE tries.key = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('1ff6edaac0cb81cc2e722ed7e28726e0546a92ee4fd78998f572d3ca7be2ffb9', 1, 1795704771200, 1795704771200, '127.0.0.1', DEFAULT);

UPDATE tries SET points = points - 1 WHERE tries.key = 'a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546' AND expire > '1795704771225';

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` = '1ff6edaac0cb81cc2e722ed7e28726e0546a92ee4fd78998f572d3ca7be2ffb9')) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 1) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795704771232))) ORDER BY `api_keys`.`created_at` DESC, `api_keys`.`prefix` DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_cHZlGfD2', '69ed36b729451e77a6bc2f52860e77d9f48a4081309aa66480cc138ce81d9a8c', 1, 'by form', 1795704771247, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id, status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$C15Utdf2RuSf/MdCP8+CWQ$92aa392V3T57F023GHLPoyWulZwlRkRCkLKmMQAp6LA' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = 'e0e57fa7e4c995b506d81eb21756203f3999854659df43137fdcf9d963e64992';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', '1795704772451', '$argon2id$v=19$m=19456,t=2,p=1$W7nGIPigSguCfIhKeoW3qA$+BWsxklDp9+Uyb9NZbDlF1wDMGhmBR2cUjUzpCvXzMA');

UPDATE `api_keys` SET `revoked_at` = 1795704772907 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
