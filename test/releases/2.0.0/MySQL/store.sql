CREATE TABLE `accounts` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `email` varchar(255) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `password_hash` varchar(255) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK ((char_length(`email`) between 1 and 254))
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO accounts VALUES ('1', 'holder@example.com', '1795704753543', '$argon2id$v=19$m=19456,t=2,p=1$yD5ojcp7eSB98B+Pg7UZQg$Fe46MZb0LM8sTf+43UUIQoo/PKic36iE/h0aQsGYSy8');

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

INSERT INTO api_keys VALUES ('as_5EKYGgEk', '133282618ec0949d8766ed6c3f93040c4c9c171c2efa035e8d44c71f5fe3e23a', '1', 'revoked', '1795704756691', NULL, NULL, '1795704761070');

INSERT INTO api_keys VALUES ('as_Axm8P2XY', '3059a5a2d3543577e0a971b360eed1f0ed53f67c2130c79c925f9a8be31e0364', '1', 'ending', '1795704758991', '2110200758991', NULL, NULL);

INSERT INTO api_keys VALUES ('as_KpMYoO5J', '74fe7331f3b5c62b13672c84d205448b216b3d9229bcac684279a529ba4b71bc', '1', 'Ключ 🔑', '1795704755570', NULL, '1795704761513', NULL);

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

INSERT INTO idempotency_keys VALUES ('2', 'Rex', '-9223372036854775808', 'pending', '1', X'4b657920223122', '1795704761677');

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

INSERT INTO sessions VALUES ('4fc9bfb174cf5f412b76dcbfc73bc7744195c2b004d9682a7b189dd4628280dd', '1', '1795704754029', '1795704754029', '127.0.0.1', NULL);

CREATE TABLE `tries` (
  `key` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `points` int NOT NULL DEFAULT '0',
  `expire` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

INSERT INTO tries VALUES ('1f6619e336a1c8defa812be462957e94d1e79cc6f5926b8697069bedb366815b', 1, '1795705653989');

INSERT INTO tries VALUES ('a507433c1197dd7757baf504c9887b7671026b47b26f0a2d0ed0a54e615cc546', 0, '1795705653993');

INSERT INTO tries VALUES ('c202983cc02267d4ff9247059f7e42c935c9c6a200517a8588bca9ba22931267', 1, '1795708353894');

INSERT INTO tries VALUES ('ca2cb7cec317c968c961375877e16352e97b5f43e6a48431a43ae651412236c6', 1, '1795705653988');

INSERT INTO tries VALUES ('f8ac968158b764d49e7868a5b8ff32f801f955c99da16d85fefef84c33907ef2', 1, '1795708353752');
