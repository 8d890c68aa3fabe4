CREATE TABLE `accounts` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `email` varchar(255) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `password_hash` varchar(255) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK ((char_length(`email`) between 1 and 254))
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795885374854', '$argon2id$v=19$m=19456,t=2,p=1$7VoLpqOenmI4s6/i73kPYA$JAVx8sy7U+ywLtw2aHYuZJF9oXctGh0zxu+Z70tu3WI');

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

INSERT INTO api_keys VALUES ('as_eziPx58H', '01353754705141295dbc5cf8200dd51fdd3e7d856f0a95a90707b17577c43799', '1', 'ending', '1795885379823', '2110381379823', NULL, NULL);

INSERT INTO api_keys VALUES ('as_iLE4xEGg', '1cab160fc9e5e602c8816a085aa20433e01f383f4cb240d95790b85744c79b57', '1', 'Ключ 🔑', '1795885376466', NULL, '1795885381026', NULL);

INSERT INTO api_keys VALUES ('as_lTf3OknP', 'dacb876cf4169e1d2bfd58570bcd1f6dc84017aa6fa5013d7d4795be80556acb', '1', 'revoked', '1795885378284', NULL, NULL, '1795885380933');

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

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795885381051');

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
  KEY `sessions_created_at` (`created_at`),
  KEY `sessions_last_seen_at` (`last_seen_at`),
  KEY `sessions_account_seen` (`account_id`,`last_seen_at`),
  CONSTRAINT `sessions_hash_length` CHECK ((char_length(`hash`) = 64))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO sessions VALUES ('970f6c91725d45ddb60467d4b0a048deaff4f5f6647b189f16075c055daf2c70', '1', '1795885375304', '1795885375304', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `points` int NOT NULL DEFAULT '0',
  `expire` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('2d00047ba8fa06d103801eb5954c2b45631526989b6fbcd62d0223906b8c33fb', 1, '1795888975040');

INSERT INTO tries VALUES ('5ea65b5639c78f4a922a70177e15f183e839f86dc622f9900a3651d067a6544c', 1, '1795888975013');

INSERT INTO tries VALUES ('7d5ba3ad7ca93ab1c19d851f297f59c2cce91bf31a6f0e14813ef84469b6f22e', 1, '1795886275234');

INSERT INTO tries VALUES ('bad6265b90e412f03fa36db76b7fd9dc73dd7d65aed837cfd7b35585291bde7f', 0, '1795886275257');

INSERT INTO tries VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795886275215');

INSERT INTO tries VALUES ('ec157c71fbb10342f533691f90d53ee103454872f052292b906d416951482e8f', 0, '1795886275271');
