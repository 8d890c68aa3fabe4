CREATE TABLE `accounts` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `email` varchar(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `accounts_email` (`email`),
  CONSTRAINT `accounts_email_length` CHECK (char_length(`email`) between 1 and 254)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

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
  KEY `api_keys_account_id` (`account_id`),
  CONSTRAINT `api_keys_hash_length` CHECK (char_length(`hash`) = 64),
  CONSTRAINT `api_keys_name_length` CHECK (char_length(`name`) between 1 and 100)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;

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

CREATE TABLE `pets` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `name` varchar(256) NOT NULL,
  `category_id` bigint(20) NOT NULL,
  `status` varchar(9) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pets_status_id` (`status`,`id`),
  CONSTRAINT `pets_name_length` CHECK (char_length(`name`) between 1 and 255),
  CONSTRAINT `pets_status_known` CHECK (`status` in ('available','pending','sold'))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_bin;
