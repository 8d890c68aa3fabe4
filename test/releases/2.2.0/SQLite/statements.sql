SELECT MAX(pet_id) AS id FROM idempotency_keys WHERE pet_id < 9223372036854775807;

SELECT seq FROM sqlite_sequence WHERE name = 'pets';

SELECT MAX(id) AS id FROM pets WHERE id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM api_keys WHERE account_id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM sessions WHERE account_id < 9223372036854775807;

SELECT MAX(account_id) AS id FROM idempotency_keys WHERE account_id < 9223372036854775807;

SELECT MAX(id) AS id FROM accounts WHERE id < 9223372036854775807;

SELECT name, EXISTS (SELECT accounts.id, accounts.email, accounts.created_at, accounts.password_hash FROM accounts WHERE id = 0), EXISTS (SELECT api_keys.prefix, api_keys.hash, api_keys.account_id, api_keys.name, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, api_keys.revoked_at FROM api_keys WHERE prefix = ''), EXISTS (SELECT pets.id, pets.name, pets.category_id, pets.status FROM pets WHERE id = 0), EXISTS (SELECT idempotency_keys.pet_id, idempotency_keys.name, idempotency_keys.category_id, idempotency_keys.status, idempotency_keys.account_id, idempotency_keys.idempotency_key, idempotency_keys.first_used_at FROM idempotency_keys WHERE pet_id = 0), EXISTS (SELECT sessions.hash, sessions.account_id, sessions.created_at, sessions.last_seen_at, sessions.address, sessions.browser FROM sessions WHERE hash = '') FROM migrations;

INSERT INTO pets (name, category_id, status) VALUES ('ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'available');

INSERT INTO pets (name, category_id, status) VALUES ('􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'available');

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = 8;

INSERT INTO pets (name, category_id, status) VALUES ('ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'available'), ('􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'available'), ('a A ä ä '' \ % _ ?', 0, 'available'), ('ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'pending'), ('􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'pending'), ('a A ä ä '' \ % _ ?', 0, 'pending'), ('ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'sold'), ('􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'sold'), ('a A ä ä '' \ % _ ?', 0, 'sold');

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id >= 17 ORDER BY id LIMIT 9;

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622030') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622031') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622032') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622033') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622034') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622035') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622036') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622037') OR (account_id = 9223372036854775807 AND idempotency_key = x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622038');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (26, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'available', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622030', 1795820034397), (27, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'available', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622031', 1795820034397), (28, 'a A ä ä '' \ % _ ?', 0, 'available', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622032', 1795820034397), (29, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'pending', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622033', 1795820034397), (30, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'pending', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622034', 1795820034397), (31, 'a A ä ä '' \ % _ ?', 0, 'pending', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622035', 1795820034397), (32, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'sold', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622036', 1795820034397), (33, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'sold', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622037', 1795820034397), (34, 'a A ä ä '' \ % _ ?', 0, 'sold', 9223372036854775807, x'34356237386263382d626462362d346362332d623335372d3137393262323261313736622038', 1795820034397);

SELECT id, name, category_id AS "categoryId", status FROM pets INDEXED BY pets_status_id WHERE status = 'available' AND id > 7 ORDER BY id LIMIT 27;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('f3c04b79ac243731b70af882a06cf11c957026b3228e25f6717a5e39585053b7', 9223372036854775807, 0, 0, '::', 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴');

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash = 'f3c04b79ac243731b70af882a06cf11c957026b3228e25f6717a5e39585053b7';

DELETE FROM "sessions" WHERE "hash" = 'f3c04b79ac243731b70af882a06cf11c957026b3228e25f6717a5e39585053b7';

SELECT MAX(instant) AS newest FROM (SELECT MAX(first_used_at) AS instant FROM idempotency_keys UNION ALL SELECT MAX(created_at) AS instant FROM sessions UNION ALL SELECT MAX(created_at) AS instant FROM api_keys) AS instants;

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."id" > 0)) ORDER BY "accounts"."id" ASC LIMIT 1;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= 9223372036854775807 ORDER BY id DESC LIMIT 1;

SELECT "each"."hash" AS "key", "each"."created_at" AS "at" FROM "sessions" "each" WHERE "each"."created_at" < 1795776834439 ORDER BY "each"."created_at" ASC LIMIT 1;

SELECT "each"."prefix" AS "key", "each"."revoked_at" AS "at" FROM "api_keys" "each" WHERE "each"."revoked_at" < 1788044034439 ORDER BY "each"."revoked_at" ASC LIMIT 1;

SELECT "each"."hash" AS "key", "each"."last_seen_at" AS "at" FROM "sessions" "each" WHERE "each"."last_seen_at" < 1795818234439 ORDER BY "each"."last_seen_at" ASC LIMIT 1;

SELECT "each"."prefix" AS "key", "each"."expires_at" AS "at" FROM "api_keys" "each" WHERE "each"."expires_at" < 1788044034439 ORDER BY "each"."expires_at" ASC LIMIT 1;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash = 'dffa82e40cbb1c136e8aa3f1c3c9ce50a6011194f3d3d28240ad40a81461926f' AND account_id IN (SELECT id FROM accounts);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > 0 ORDER BY id LIMIT 3;

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = 2 AND idempotency_key = x'6e6577');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (9, 'Rex', -9223372036854775808, 'pending', 2, x'6e6577', 1795820034725);

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'guest@example.com', 1795820037308, NULL);

SELECT "accounts"."id" AS "accounts_id", "accounts"."email" AS "accounts_email", "accounts"."created_at" AS "accounts_created_at" FROM "accounts" "accounts" WHERE (("accounts"."email" = 'guest@example.com')) LIMIT 1;

SELECT id FROM accounts WHERE id = 3;

SELECT COUNT(*) AS count FROM api_keys WHERE account_id = 3 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > 1795820039366);

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_HtPSVNDQ', '32d3fa7042b9b44a85efd1379fb521e19e1b1cc1ee06c2703db52a62c1694472', 3, 'default', 1795820039366, 1798412039366, NULL, NULL);

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = 3 ORDER BY created_at ASC, prefix ASC LIMIT 1000;

SELECT "api_keys"."prefix" AS "api_keys_prefix", "api_keys"."hash" AS "api_keys_hash", "api_keys"."account_id" AS "api_keys_account_id", "api_keys"."name" AS "api_keys_name", "api_keys"."created_at" AS "api_keys_created_at", "api_keys"."expires_at" AS "api_keys_expires_at", "api_keys"."last_used_at" AS "api_keys_last_used_at", "api_keys"."revoked_at" AS "api_keys_revoked_at" FROM "api_keys" "api_keys" WHERE (("api_keys"."prefix" = 'as_HtPSVNDQ')) LIMIT 1;

UPDATE "api_keys" SET "revoked_at" = 1795820043018 WHERE ("prefix" = 'as_HtPSVNDQ' AND "revoked_at" IS NULL);

SELECT "accounts"."password_hash" AS "accounts_password_hash", "accounts"."id" AS "accounts_id" FROM "accounts" "accounts" WHERE (("accounts"."id" = 2)) LIMIT 1;

INSERT INTO "sessions"("hash", "account_id", "created_at", "last_seen_at", "address", "browser") VALUES ('d7bf5a69069dda2f9bc754b961456eb143a0884ae9bdf39df95a44e75d0fa5ee', 2, 1795820043246, 1795820043246, '127.0.0.1', NULL);

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = 2;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = 2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > 1795820043259) ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT "sessions"."hash" AS "sessions_hash", "sessions"."account_id" AS "sessions_account_id", "sessions"."created_at" AS "sessions_created_at", "sessions"."last_seen_at" AS "sessions_last_seen_at", "sessions"."address" AS "sessions_address", "sessions"."browser" AS "sessions_browser" FROM "sessions" "sessions" WHERE (("sessions"."account_id" = 2)) ORDER BY "sessions"."last_seen_at" DESC LIMIT 100;

INSERT INTO "api_keys"("prefix", "hash", "account_id", "name", "created_at", "expires_at", "last_used_at", "revoked_at") VALUES ('as_w96ISENn', 'fb8feb3be1b37f12ce129c9b46325f5f463811b0b599da4bb746c612482a01b8', 2, 'by form', 1795820043271, NULL, NULL, NULL);

UPDATE pets SET status = 'sold' WHERE id = 9 AND status = 'pending';

UPDATE "accounts" SET "password_hash" = '$argon2id$v=19$m=19456,t=2,p=1$ESdSBwNWBxwWhIPb8pwUHw$Ep3CjkVAjqaKoa3BF0BxYYtT4IcYYbdVAkVFEwYR0gU' WHERE "id" = 2;

DELETE FROM "sessions" WHERE ("account_id" = 2 AND "hash" != '');

INSERT INTO "accounts"("id", "email", "created_at", "password_hash") VALUES (NULL, 'gone@example.com', 1795820043791, '$argon2id$v=19$m=19456,t=2,p=1$qshreMUIXElwX6zXdZiFzQ$Z4IR48DfH+XtcynH6FWqag2QA/bTwiM5Tv+Y56NLyfE');

UPDATE "api_keys" SET "revoked_at" = 1795820043919 WHERE ("account_id" = 4 AND "revoked_at" IS NULL);

DELETE FROM "accounts" WHERE "id" = 4;
