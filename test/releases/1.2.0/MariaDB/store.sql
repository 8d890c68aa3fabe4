CREATE TABLE `accounts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `email` varchar(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `password_hash` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK (char_length(`email`) between 1 and 254)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795508303738', '$argon2id$v=19$m=19456,t=2,p=1$q4MZQ7kmmE5BxCOSbFBNWg$LlS4qfPri8etXw2rQ8SSYj5fNMy70SmfBqhQ7WVqdEw');

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

INSERT INTO api_keys VALUES ('as_7s85Tlly', '512749d2751aeabe83d77ae97a3d571de9774b96309be111e28709f6d9298f6a', '1', 'ending', '1795508305062', '2110004305062', NULL, NULL);

INSERT INTO api_keys VALUES ('as_MYjsR7XW', '12c98f3f6a953555c4f41fcaf8d5569ea83df9b76b16562e9fdcdd81643e6efa', '1', 'Ключ 🔑', '1795508304302', NULL, '1795508305438', NULL);

INSERT INTO api_keys VALUES ('as_ifueeHJQ', '9e783b6a8fdea6138b551477f34b8d7df62d336089877c10f9034d8938d1c1e9', '1', 'revoked', '1795508304682', NULL, NULL, '1795508305419');

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

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795508305447');

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

INSERT INTO sessions VALUES ('159ae3554fb24d515f4506cd575aa680bc9f01945e151ed7651669a1cec3317d', '1', '1795508303892', '1795508303892', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) NOT NULL,
  `points` int(11) NOT NULL DEFAULT 0,
  `expire` bigint(20) unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('1f6619e336a1c8defa812be462957e94d1e79cc6f5926b8697069bedb366815b', 1, '1795509203810');

INSERT INTO tries VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', 0, '1795509203812');

INSERT INTO tries VALUES ('c202983cc02267d4ff9247059f7e42c935c9c6a200517a8588bca9ba22931267', 1, '1795511903759');

INSERT INTO tries VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795509203809');

INSERT INTO tries VALUES ('f8ac968158b764d49e7868a5b8ff32f801f955c99da16d85fefef84c33907ef2', 1, '1795511903756');
