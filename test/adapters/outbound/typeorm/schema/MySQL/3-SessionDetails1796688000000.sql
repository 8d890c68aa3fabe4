CREATE TABLE `accounts` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `email` varchar(255) COLLATE utf8mb4_0900_bin NOT NULL,
  `created_at` bigint NOT NULL,
  `password_hash` varchar(255) COLLATE utf8mb4_0900_bin DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK ((char_length(`email`) between 1 and 254))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

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
  CONSTRAINT `api_keys_hash_length` CHECK ((char_length(`hash`) = 64)),
  CONSTRAINT `api_keys_name_length` CHECK ((char_length(`name`) between 1 and 100))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

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

CREATE TABLE `pets` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `name` varchar(256) COLLATE utf8mb4_0900_bin NOT NULL,
  `category_id` bigint NOT NULL,
  `status` varchar(9) COLLATE utf8mb4_0900_bin NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pets_status_id` (`status`,`id`),
  CONSTRAINT `pets_name_length` CHECK ((char_length(`name`) between 1 and 255)),
  CONSTRAINT `pets_status_known` CHECK ((`status` in (_utf8mb4'available',_utf8mb4'pending',_utf8mb4'sold')))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

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

CREATE TABLE `tries` (
  `key` varchar(64) COLLATE utf8mb4_0900_bin NOT NULL,
  `points` int NOT NULL DEFAULT '0',
  `expire` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`key`),
  KEY `tries_expire` (`expire`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;
