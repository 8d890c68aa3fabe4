CREATE TABLE `accounts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `email` varchar(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `password_hash` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK (char_length(`email`) between 1 and 254)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795704831343', '$argon2id$v=19$m=19456,t=2,p=1$AlakBPXfvdG24Edif/UXdA$HP5hSkP0rsqF+3amiuImAMOBZgCM41qvAS3ppRCdHlU');

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

INSERT INTO api_keys VALUES ('as_K3Ud6AMz', 'd2877aaaa6c13080dffaf981f7545ce38f81eae61983268d6d7d460afa76606c', '1', 'ending', '1795704836115', '2110200836115', NULL, NULL);

INSERT INTO api_keys VALUES ('as_M2u0x2xp', '12589815d416f9eb8478bfde74cd71ca16af9e81c6195ddb3e9bd2d1b14f1df8', '1', 'Ключ 🔑', '1795704834005', NULL, '1795704837108', NULL);

INSERT INTO api_keys VALUES ('as_qTmO8f8j', '1e637f626871f4fe355a0b2a7fb9dc9f825d5b2d56ff6ce3d45ef3e9f13903d0', '1', 'revoked', '1795704834860', NULL, NULL, '1795704837025');

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

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795704837183');

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

INSERT INTO sessions VALUES ('5c5de5445ec5ebe7d6f78f198acc402317b08faa5e19e1c0de8e3d74bcb3f9f8', '1', '1795704833314', '1795704833314', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) NOT NULL,
  `points` int(11) NOT NULL DEFAULT 0,
  `expire` bigint(20) unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('1f6619e336a1c8defa812be462957e94d1e79cc6f5926b8697069bedb366815b', 1, '1795705733244');

INSERT INTO tries VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', 0, '1795705733252');

INSERT INTO tries VALUES ('c202983cc02267d4ff9247059f7e42c935c9c6a200517a8588bca9ba22931267', 1, '1795708432648');

INSERT INTO tries VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795705733239');

INSERT INTO tries VALUES ('f8ac968158b764d49e7868a5b8ff32f801f955c99da16d85fefef84c33907ef2', 1, '1795708432009');
