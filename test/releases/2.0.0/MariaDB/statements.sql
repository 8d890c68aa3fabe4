SELECT pet_id AS id FROM idempotency_keys WHERE first_used_at < '1795532040291' ORDER BY first_used_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE created_at < '1795661640291' ORDER BY created_at LIMIT 25;

SELECT hash AS id FROM sessions WHERE last_seen_at < '1795703040291' ORDER BY last_seen_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE revoked_at < '1787928840291' ORDER BY revoked_at LIMIT 25;

SELECT prefix AS id FROM api_keys WHERE expires_at < '1787928840291' ORDER BY expires_at LIMIT 25;

SELECT tries.key AS id FROM tries WHERE expire < '1795704840298' ORDER BY expire LIMIT 25;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`hash` = '12589815d416f9eb8478bfde74cd71ca16af9e81c6195ddb3e9bd2d1b14f1df8')) LIMIT 1;

SELECT id, name, category_id, status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'sold' AND id > '0' ORDER BY id LIMIT 3;

SELECT id, name, category_id, status FROM pets WHERE id = '1';

INSERT INTO pets (name, category_id, status) SELECT 'later', '1', 'available' FROM add_order WHERE id = 1 FOR UPDATE;

SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN (('1', 'new'));

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('9', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795704840363');

INSERT INTO accounts (email, created_at, password_hash) VALUES ('guest@example.com', '1795704841129', NULL);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` ORDER BY `accounts`.`id` ASC;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT COUNT(1) AS `cnt` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795704842193)));

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_6XEzNzhH', '5dc64c5025dd6a3f51682035b8353dd1d1e9efd21ffc12f430db70c4393d7017', 2, 'default', 1795704842193, 1798296842193, DEFAULT, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 2)) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 2)) ORDER BY `api_keys`.`created_at` ASC, `api_keys`.`prefix` ASC;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_6XEzNzhH')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795704844124 WHERE (`prefix` = 'as_6XEzNzhH' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795705744163')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795704844163', 1, points + 1), expire = IF(expire <= '1795704844163', '1795705744163', expire);

SELECT points, expire FROM tries WHERE tries.key = 'ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6';

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('256a3f19c69a3e4b5f95ec0dff755a6d9cdf57201aedb19102d2e879cfb34ee6', 1, 1795704844478, 1795704844478, '127.0.0.1', DEFAULT);

UPDATE tries SET points = points - 1 WHERE tries.key = 'a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546' AND expire > '1795704844521';

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`hash` = '256a3f19c69a3e4b5f95ec0dff755a6d9cdf57201aedb19102d2e879cfb34ee6')) LIMIT 1;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`account_id` = 1) AND (`api_keys`.`revoked_at` IS NULL) AND ((`api_keys`.`expires_at` IS NULL OR `api_keys`.`expires_at` > 1795704844560))) ORDER BY `api_keys`.`created_at` DESC, `api_keys`.`prefix` DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_mjXzQQfs', 'da28296fa0032a5ad83c73d8ea75162d8bcef6bbe9db28af03fe1f81fa4c0117', 1, 'by form', 1795704844679, DEFAULT, DEFAULT, DEFAULT);

SELECT id, name, category_id, status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 21;

UPDATE pets SET status = 'sold' WHERE id = '9' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$fqEETgyUa7g3IQMmp+8cVg$pk0okBl/mJOH6j0U0NM9dGZuwvq/doSVYZhr+PPUOxo' WHERE `id` = 1;

DELETE FROM `sessions` WHERE `account_id` = 1;

DELETE FROM `sessions` WHERE `hash` = '619c3f49b6ddcf4863b78bb1f279d59b2458f339050bcc9693cc407490521c36';

INSERT INTO accounts (email, created_at, password_hash) VALUES ('gone@example.com', '1795704845482', '$argon2id$v=19$m=19456,t=2,p=1$m/QU7MyCvCjDOYZyRyJWsw$jBUjBR3ffmFhZqWjYbb0sDsu5863IQQhdeTABd84Tlk');

UPDATE `api_keys` SET `revoked_at` = 1795704845570 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
