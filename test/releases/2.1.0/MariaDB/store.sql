CREATE TABLE `accounts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `email` varchar(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `password_hash` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK (char_length(`email`) between 1 and 254)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795764217369', '$argon2id$v=19$m=19456,t=2,p=1$j8z/szaMvuW7cNbXIaCrhA$aQcinfkDLkX6ftMKgyeUdincrDHblGut2rHFARAnpvg');

CREATE TABLE `add_order` (
  `id` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_ai_ci;

INSERT INTO add_order VALUES (1);

CREATE TABLE `api_keys` (
  `prefix` varchar(11) NOT NULL,
  `hash` varchar(64) NOT NULL,
  `account_id` bigint(20) NOT NULL,
  `name` varchar(101) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `expires_at` bigint(20) DEFAULT NULL,
  `last_used_at` bigint(20) DEFAULT NULL,
  `revoked_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`prefix`),
  UNIQUE KEY `api_keys_hash` (`hash`),
  KEY `api_keys_account_created` (`account_id`,`created_at`,`prefix`),
  KEY `api_keys_account_active` (`account_id`,`revoked_at`,`created_at`,`prefix`),
  KEY `api_keys_revoked_at` (`revoked_at`),
  KEY `api_keys_expires_at` (`expires_at`),
  CONSTRAINT `api_keys_hash_length` CHECK (char_length(`hash`) = 64),
  CONSTRAINT `api_keys_name_length` CHECK (char_length(`name`) between 1 and 100)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO api_keys VALUES ('as_c4iHX73n', '8db3eff9826252cbe22d9ca645aa85b5406d58cf3d4c25f82a80ddd10669c74b', '1', 'revoked', '1795764218606', NULL, NULL, '1795764219540');

INSERT INTO api_keys VALUES ('as_imGhSTDN', 'd08ef565b7592a67a3e58d4461b0edf7a5da34d9ce546456e363730e08233598', '1', 'ending', '1795764219093', '2110260219093', NULL, NULL);

INSERT INTO api_keys VALUES ('as_sllBEdAg', '61d36b0feda761a03fb84449fe7b37174cabfd6132c42b970a5b33e501bdfbe6', '1', 'Ключ 🔑', '1795764218217', NULL, '1795764219594', NULL);

CREATE TABLE `idempotency_keys` (
  `pet_id` bigint(20) NOT NULL,
  `name` varchar(256) NOT NULL,
  `category_id` bigint(20) NOT NULL,
  `status` varchar(9) NOT NULL,
  `account_id` bigint(20) NOT NULL,
  `idempotency_key` varbinary(255) NOT NULL,
  `first_used_at` bigint(20) NOT NULL,
  PRIMARY KEY (`pet_id`),
  UNIQUE KEY `idempotency_keys_account_key` (`account_id`,`idempotency_key`),
  KEY `idempotency_keys_first_used_at` (`first_used_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795764219605');

CREATE TABLE `migrations` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `timestamp` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_ai_ci;

INSERT INTO migrations VALUES (1, '1795132800000', 'InitialSchema1795132800000');

INSERT INTO migrations VALUES (2, '1796083200000', 'AccountHolders1796083200000');

INSERT INTO migrations VALUES (3, '1796688000000', 'SessionDetails1796688000000');

INSERT INTO migrations VALUES (4, '1797379200000', 'EndedApiKeys1797379200000');

INSERT INTO migrations VALUES (5, '1797465600000', 'AddOrder1797465600000');

CREATE TABLE `pets` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(256) NOT NULL,
  `category_id` bigint(20) NOT NULL,
  `status` varchar(9) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pets_status_id` (`status`,`id`),
  CONSTRAINT `pets_name_length` CHECK (char_length(`name`) between 1 and 255),
  CONSTRAINT `pets_status_known` CHECK (`status` in ('available','pending','sold'))
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO pets VALUES ('1', '🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈\' ', '7', 'available');

INSERT INTO pets VALUES ('2', 'Rex', '-9223372036854775808', 'pending');

INSERT INTO pets VALUES ('3', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('4', 'one available', '3', 'available');

INSERT INTO pets VALUES ('5', 'one pending', '3', 'pending');

INSERT INTO pets VALUES ('6', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('7', 'one available', '3', 'available');

CREATE TABLE `sessions` (
  `hash` varchar(64) NOT NULL,
  `account_id` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `last_seen_at` bigint(20) NOT NULL,
  `address` varchar(45) DEFAULT NULL,
  `browser` varchar(40) DEFAULT NULL,
  PRIMARY KEY (`hash`),
  KEY `sessions_account_id` (`account_id`),
  KEY `sessions_created_at` (`created_at`),
  KEY `sessions_last_seen_at` (`last_seen_at`),
  CONSTRAINT `sessions_hash_length` CHECK (char_length(`hash`) = 64)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO sessions VALUES ('b83fb7e1c1128e6723e5f8255ec5bbbfb634bfcf7331c4ea51f7a8c0fee36d0b', '1', '1795764217444', '1795764217444', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) NOT NULL,
  `points` int(11) NOT NULL DEFAULT 0,
  `expire` bigint(20) unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('1f6619e336a1c8defa812be462957e94d1e79cc6f5926b8697069bedb366815b', 1, '1795765117426');

INSERT INTO tries VALUES ('66accd506e8a0a158fde58c042ce7311cc168558c9c2185f652fa78819a75426', 0, '1795765117427');

INSERT INTO tries VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', 0, '1795765117429');

INSERT INTO tries VALUES ('c202983cc02267d4ff9247059f7e42c935c9c6a200517a8588bca9ba22931267', 1, '1795767817391');

INSERT INTO tries VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795765117424');

INSERT INTO tries VALUES ('f8ac968158b764d49e7868a5b8ff32f801f955c99da16d85fefef84c33907ef2', 1, '1795767817386');
