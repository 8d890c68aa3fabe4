CREATE TABLE `accounts` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `email` varchar(255) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `password_hash` varchar(255) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK ((char_length(`email`) between 1 and 254))
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795764119641', '$argon2id$v=19$m=19456,t=2,p=1$EX+b/u6EGUhRkmRghuGP0Q$pG6lcnyPHUgcupLmlEk3NMi1H5bEqUYUOJ/1mWz6SJ0');

CREATE TABLE `add_order` (
  `id` int NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;

INSERT INTO add_order VALUES (1);

CREATE TABLE `api_keys` (
  `prefix` varchar(11) COLLATE utf8mb4_0900_bin NOT NULL,
  `hash` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `account_id` bigint NOT NULL,
  `name` varchar(101) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `expires_at` bigint DEFAULT NULL,
  `last_used_at` bigint DEFAULT NULL,
  `revoked_at` bigint DEFAULT NULL,
  PRIMARY KEY (`prefix`),
  UNIQUE KEY `api_keys_hash` (`hash`),
  KEY `api_keys_account_created` (`account_id`,`created_at`,`prefix`),
  KEY `api_keys_account_active` (`account_id`,`revoked_at`,`created_at`,`prefix`),
  KEY `api_keys_revoked_at` (`revoked_at`),
  KEY `api_keys_expires_at` (`expires_at`),
  CONSTRAINT `api_keys_hash_length` CHECK ((char_length(`hash`) = 64)),
  CONSTRAINT `api_keys_name_length` CHECK ((char_length(`name`) between 1 and 100))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO api_keys VALUES ('as_YR3CAB2o', 'ebf356437ca80f85b10fdbd2665ff3d725d1fb01910044739294e722a02c4ae9', '1', 'ending', '1795764120700', '2110260120700', NULL, NULL);

INSERT INTO api_keys VALUES ('as_coccl9ee', '7df7e436c20c40527fff5f843d988c834d3bad658f5ab2d7fe3857ce967aa86e', '1', 'revoked', '1795764120377', NULL, NULL, '1795764120994');

INSERT INTO api_keys VALUES ('as_yEA5LQ6c', '728b831093471fedff1afd8cb43f16077602506ae60e9bbcc6dbc90a7faea4da', '1', 'Ключ 🔑', '1795764120056', NULL, '1795764121012', NULL);

CREATE TABLE `idempotency_keys` (
  `pet_id` bigint NOT NULL,
  `name` varchar(256) COLLATE utf8mb4_0900_bin NOT NULL,
  `category_id` bigint NOT NULL,
  `status` varchar(9) COLLATE utf8mb4_0900_bin NOT NULL,
  `account_id` bigint NOT NULL,
  `idempotency_key` varbinary(255) NOT NULL,
  `first_used_at` bigint NOT NULL,
  PRIMARY KEY (`pet_id`),
  UNIQUE KEY `idempotency_keys_account_key` (`account_id`,`idempotency_key`),
  KEY `idempotency_keys_first_used_at` (`first_used_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795764121021');

CREATE TABLE `migrations` (
  `id` int NOT NULL AUTO_INCREMENT,
  `timestamp` bigint NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;

INSERT INTO migrations VALUES (1, '1795132800000', 'InitialSchema1795132800000');

INSERT INTO migrations VALUES (2, '1796083200000', 'AccountHolders1796083200000');

INSERT INTO migrations VALUES (3, '1796688000000', 'SessionDetails1796688000000');

INSERT INTO migrations VALUES (4, '1797379200000', 'EndedApiKeys1797379200000');

INSERT INTO migrations VALUES (5, '1797465600000', 'AddOrder1797465600000');

CREATE TABLE `pets` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `name` varchar(256) COLLATE utf8mb4_0900_bin NOT NULL,
  `category_id` bigint NOT NULL,
  `status` varchar(9) COLLATE utf8mb4_0900_bin NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pets_status_id` (`status`,`id`),
  CONSTRAINT `pets_name_length` CHECK ((char_length(`name`) between 1 and 255)),
  CONSTRAINT `pets_status_known` CHECK ((`status` in (_utf8mb4'available',_utf8mb4'pending',_utf8mb4'sold')))
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO pets VALUES ('1', '🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈\' ', '7', 'available');

INSERT INTO pets VALUES ('2', 'Rex', '-9223372036854775808', 'pending');

INSERT INTO pets VALUES ('3', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('4', 'one available', '3', 'available');

INSERT INTO pets VALUES ('5', 'one pending', '3', 'pending');

INSERT INTO pets VALUES ('6', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('7', 'one available', '3', 'available');

CREATE TABLE `sessions` (
  `hash` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `account_id` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `last_seen_at` bigint NOT NULL,
  `address` varchar(45) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  `browser` varchar(40) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`hash`),
  KEY `sessions_account_id` (`account_id`),
  KEY `sessions_created_at` (`created_at`),
  KEY `sessions_last_seen_at` (`last_seen_at`),
  CONSTRAINT `sessions_hash_length` CHECK ((char_length(`hash`) = 64))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO sessions VALUES ('1a6ae4dc8ec4d3623ca85da450a7ef2a2526f39de37d260c1e848a98c7349948', '1', '1795764119722', '1795764119722', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `points` int NOT NULL DEFAULT '0',
  `expire` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('1f6619e336a1c8defa812be462957e94d1e79cc6f5926b8697069bedb366815b', 1, '1795765019705');

INSERT INTO tries VALUES ('66accd506e8a0a158fde58c042ce7311cc168558c9c2185f652fa78819a75426', 0, '1795765019707');

INSERT INTO tries VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', 0, '1795765019708');

INSERT INTO tries VALUES ('c202983cc02267d4ff9247059f7e42c935c9c6a200517a8588bca9ba22931267', 1, '1795767719664');

INSERT INTO tries VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795765019703');

INSERT INTO tries VALUES ('f8ac968158b764d49e7868a5b8ff32f801f955c99da16d85fefef84c33907ef2', 1, '1795767719658');
