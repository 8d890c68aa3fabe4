CREATE TABLE `accounts` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `email` varchar(255) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `password_hash` varchar(255) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK ((char_length(`email`) between 1 and 254))
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795820458123', '$argon2id$v=19$m=19456,t=2,p=1$/xpIVb1v4+kSYt1wnqT5EA$s63LdMcUUMyAdDIyntJu0sravi5uzJsQIIh1MiIF0R4');

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

INSERT INTO api_keys VALUES ('as_DshTxiqX', 'f0d74d2265d28c40a09500aec5e3579fff077e5512c710fcd59892193668c13f', '1', 'ending', '1795820461517', '2110316461517', NULL, NULL);

INSERT INTO api_keys VALUES ('as_r44krwEE', '9ca01506fa8ebe3d73bac68f372a32b64d17afda90c19e6c67e386e9a739bd29', '1', 'Ключ 🔑', '1795820459584', NULL, '1795820462710', NULL);

INSERT INTO api_keys VALUES ('as_ygUQpgGJ', '2ac8e8afc50030465d3be13410d53176000f87914d8a2b771184ab035b4eed9a', '1', 'revoked', '1795820460443', NULL, NULL, '1795820462637');

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

INSERT INTO idempotency_keys VALUES ('41', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795820462791');

CREATE TABLE `migrations` (
  `id` int NOT NULL AUTO_INCREMENT,
  `timestamp` bigint NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;

INSERT INTO migrations VALUES (1, '1795132800000', 'InitialSchema1795132800000');

INSERT INTO migrations VALUES (2, '1796083200000', 'AccountHolders1796083200000');

INSERT INTO migrations VALUES (3, '1796688000000', 'SessionDetails1796688000000');

INSERT INTO migrations VALUES (4, '1797379200000', 'EndedApiKeys1797379200000');

INSERT INTO migrations VALUES (5, '1797465600000', 'AddOrder1797465600000');

INSERT INTO migrations VALUES (6, '1797552000000', 'AccountSessions1797552000000');

CREATE TABLE `pets` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `name` varchar(256) COLLATE utf8mb4_0900_bin NOT NULL,
  `category_id` bigint NOT NULL,
  `status` varchar(9) COLLATE utf8mb4_0900_bin NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pets_status_id` (`status`,`id`),
  CONSTRAINT `pets_name_length` CHECK ((char_length(`name`) between 1 and 255)),
  CONSTRAINT `pets_status_known` CHECK ((`status` in (_utf8mb4'available',_utf8mb4'pending',_utf8mb4'sold')))
) ENGINE=InnoDB AUTO_INCREMENT=47 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO pets VALUES ('40', '🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈🐈\' ', '7', 'available');

INSERT INTO pets VALUES ('41', 'Rex', '-9223372036854775808', 'pending');

INSERT INTO pets VALUES ('42', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('43', 'one available', '3', 'available');

INSERT INTO pets VALUES ('44', 'one pending', '3', 'pending');

INSERT INTO pets VALUES ('45', 'one sold', '3', 'sold');

INSERT INTO pets VALUES ('46', 'one available', '3', 'available');

CREATE TABLE `sessions` (
  `hash` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `account_id` bigint NOT NULL,
  `created_at` bigint NOT NULL,
  `last_seen_at` bigint NOT NULL,
  `address` varchar(45) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  `browser` varchar(40) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`hash`),
  KEY `sessions_created_at` (`created_at`),
  KEY `sessions_last_seen_at` (`last_seen_at`),
  KEY `sessions_account_seen` (`account_id`,`last_seen_at`),
  CONSTRAINT `sessions_hash_length` CHECK ((char_length(`hash`) = 64))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO sessions VALUES ('2f2cbe6ad5972c7f678dd37d7a7eef8d4699b9f25a749eb890e6f00abe5856d0', '1', '1795820458398', '1795820458398', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `points` int NOT NULL DEFAULT '0',
  `expire` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('2d00047ba8fa06d103801eb5954c2b45631526989b6fbcd62d0223906b8c33fb', 1, '1795824058200');

INSERT INTO tries VALUES ('5ea65b5639c78f4a922a70177e15f183e839f86dc622f9900a3651d067a6544c', 1, '1795824058176');

INSERT INTO tries VALUES ('7d5ba3ad7ca93ab1c19d851f297f59c2cce91bf31a6f0e14813ef84469b6f22e', 1, '1795821358340');

INSERT INTO tries VALUES ('b924d37934e95b82e95955bb33a0654686cd9d967231ae52cbe9857f15641ac7', 0, '1795821358372');

INSERT INTO tries VALUES ('bf5b94fc5a0d2130e5b87216af94846d3bb5b333aec5c293f8fe58078e56d805', 0, '1795821358364');

INSERT INTO tries VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795821358337');
