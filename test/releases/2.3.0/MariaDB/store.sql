CREATE TABLE `accounts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `email` varchar(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `password_hash` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK (char_length(`email`) between 1 and 254)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795885400294', '$argon2id$v=19$m=19456,t=2,p=1$Swr7V/r93hxbjSkZdU+OgQ$b40hugCX7654zH3/eYgGDvKTpn6Xt8tjSwlWb+Zpe9g');

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

INSERT INTO api_keys VALUES ('as_FFXWMeQZ', '84db0186ede04acce7fab39487040c91e0a529c35694c16b9825a3fd1fc99614', '1', 'Ключ 🔑', '1795885401593', NULL, '1795885406100', NULL);

INSERT INTO api_keys VALUES ('as_KdTGTxGE', '02d9ffe480a3ccf93ecedfb0722412d79a64952bc0446719aa5f189da6481977', '1', 'ending', '1795885404430', '2110381404430', NULL, NULL);

INSERT INTO api_keys VALUES ('as_t4UGhXcQ', '9f8caff537b03303d35f615f1139bb60088e0a7f1577d8e772fd31252e2ca2ea', '1', 'revoked', '1795885402882', NULL, NULL, '1795885405943');

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

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795885406126');

CREATE TABLE `migrations` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `timestamp` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_uca1400_ai_ci;

INSERT INTO migrations VALUES (1, '1795132800000', 'InitialSchema1795132800000');

INSERT INTO migrations VALUES (2, '1796083200000', 'AccountHolders1796083200000');

INSERT INTO migrations VALUES (3, '1796688000000', 'SessionDetails1796688000000');

INSERT INTO migrations VALUES (4, '1797379200000', 'EndedApiKeys1797379200000');

INSERT INTO migrations VALUES (5, '1797465600000', 'AddOrder1797465600000');

INSERT INTO migrations VALUES (6, '1797552000000', 'AccountSessions1797552000000');

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
  KEY `sessions_created_at` (`created_at`),
  KEY `sessions_last_seen_at` (`last_seen_at`),
  KEY `sessions_account_seen` (`account_id`,`last_seen_at`),
  CONSTRAINT `sessions_hash_length` CHECK (char_length(`hash`) = 64)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO sessions VALUES ('4acf34537feb8e34c4f2982d98dc523b34dfe4ddc434be307b27702aaad70e29', '1', '1795885400609', '1795885400609', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) NOT NULL,
  `points` int(11) NOT NULL DEFAULT 0,
  `expire` bigint(20) unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('00015a0ea73980c892e5d2145e8c1d9302f3b31ee918e8a33bd067d757d81ae0', 0, '1795886300546');

INSERT INTO tries VALUES ('2d00047ba8fa06d103801eb5954c2b45631526989b6fbcd62d0223906b8c33fb', 1, '1795889000470');

INSERT INTO tries VALUES ('37b5371e4bd4b3a657dc3d1785dd5823015524d89338718b8b0b628d145f99d7', 0, '1795886300556');

INSERT INTO tries VALUES ('5ea65b5639c78f4a922a70177e15f183e839f86dc622f9900a3651d067a6544c', 1, '1795889000448');

INSERT INTO tries VALUES ('7d5ba3ad7ca93ab1c19d851f297f59c2cce91bf31a6f0e14813ef84469b6f22e', 1, '1795886300533');

INSERT INTO tries VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795886300528');
