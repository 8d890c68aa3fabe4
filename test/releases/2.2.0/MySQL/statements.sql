SELECT id FROM add_order WHERE id = 1;

SELECT MAX(pet_id) AS id FROM idempotency_keys WHERE pet_id < '9223372036854775807';

SELECT MAX(id) AS id FROM pets WHERE id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM api_keys WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM sessions WHERE account_id < '9223372036854775807';

SELECT MAX(account_id) AS id FROM idempotency_keys WHERE account_id < '9223372036854775807';

SELECT MAX(id) AS id FROM accounts WHERE id < '9223372036854775807';

SELECT id FROM add_order;

SELECT name, EXISTS (SELECT accounts.id, accounts.email, accounts.created_at, accounts.password_hash FROM accounts WHERE id = 0), EXISTS (SELECT api_keys.prefix, api_keys.hash, api_keys.account_id, api_keys.name, api_keys.created_at, api_keys.expires_at, api_keys.last_used_at, api_keys.revoked_at FROM api_keys WHERE prefix = ''), EXISTS (SELECT pets.id, pets.name, pets.category_id, pets.status FROM pets WHERE id = 0), EXISTS (SELECT idempotency_keys.pet_id, idempotency_keys.name, idempotency_keys.category_id, idempotency_keys.status, idempotency_keys.account_id, idempotency_keys.idempotency_key, idempotency_keys.first_used_at FROM idempotency_keys WHERE pet_id = 0), EXISTS (SELECT sessions.hash, sessions.account_id, sessions.created_at, sessions.last_seen_at, sessions.address, sessions.browser FROM sessions WHERE hash = '') FROM migrations;

SELECT TABLE_NAME AS name, ENGINE AS engine FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN ('pets', 'idempotency_keys') AND ENGINE <> 'InnoDB';

INSERT INTO pets (name, category_id, status) (SELECT 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', '9223372036854775807', 'available' FROM add_order WHERE id = 1 FOR UPDATE);

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id = '47';

INSERT INTO pets (name, category_id, status) (SELECT 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'available' FROM add_order WHERE id = 1 FOR UPDATE) UNION ALL SELECT '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'available' UNION ALL SELECT 'a A ä ä \' \\ % _ ?', 0, 'available' UNION ALL SELECT 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'pending' UNION ALL SELECT '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'pending' UNION ALL SELECT 'a A ä ä \' \\ % _ ?', 0, 'pending' UNION ALL SELECT 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'sold' UNION ALL SELECT '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'sold' UNION ALL SELECT 'a A ä ä \' \\ % _ ?', 0, 'sold';

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id >= '56' ORDER BY id LIMIT 9;

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342030') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342031') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342032') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342033') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342034') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342035') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342036') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342037') OR (account_id = 9223372036854775807 AND idempotency_key = X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342038');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (71, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'available', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342030', 1795820465359), (72, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'available', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342031', 1795820465359), (73, 'a A ä ä \' \\ % _ ?', 0, 'available', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342032', 1795820465359), (74, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'pending', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342033', 1795820465359), (75, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'pending', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342034', 1795820465359), (76, 'a A ä ä \' \\ % _ ?', 0, 'pending', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342035', 1795820465359), (77, 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴', 9223372036854775807, 'sold', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342036', 1795820465359), (78, '􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿􏿿', -9223372036854775807, 'sold', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342037', 1795820465359), (79, 'a A ä ä \' \\ % _ ?', 0, 'sold', 9223372036854775807, X'62313634643361612d393039652d343737362d613866332d6637623133656337323836342038', 1795820465359);

SELECT id, name, category_id AS "categoryId", status FROM pets FORCE INDEX (pets_status_id) WHERE status = 'available' AND id > '46' ORDER BY id LIMIT 27;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('19bbb247426d010030c34b88ffbe997daf1ef1708ceb731b936ac81c040a33d1', 9223372036854775807, 0, 0, '::', 'ሴ𑈴𡈴𱈴񁈴񑈴񡈴񱈴򁈴򑈴򡈴򱈴󁈴󑈴󡈴󱈴􁈴');

SELECT hash, account_id AS "accountId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, browser FROM sessions WHERE hash = '19bbb247426d010030c34b88ffbe997daf1ef1708ceb731b936ac81c040a33d1';

DELETE FROM `sessions` WHERE `hash` = '19bbb247426d010030c34b88ffbe997daf1ef1708ceb731b936ac81c040a33d1';

SELECT MAX(instant) AS newest FROM (SELECT MAX(first_used_at) AS instant FROM idempotency_keys UNION ALL SELECT MAX(created_at) AS instant FROM sessions UNION ALL SELECT MAX(created_at) AS instant FROM api_keys) AS instants;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id <= '9223372036854775807' ORDER BY id DESC LIMIT 1;

SELECT `each`.`hash` AS `key`, `each`.`created_at` AS `at` FROM `sessions` `each` WHERE `each`.`created_at` < 1795777265617 ORDER BY `each`.`created_at` ASC LIMIT 1;

SELECT `each`.`prefix` AS `key`, `each`.`revoked_at` AS `at` FROM `api_keys` `each` WHERE `each`.`revoked_at` < 1788044465617 ORDER BY `each`.`revoked_at` ASC LIMIT 1;

SELECT `each`.`key` AS `key`, `each`.`expire` AS `at` FROM `tries` `each` WHERE `each`.`expire` < 1795820465617 ORDER BY `each`.`expire` ASC LIMIT 1;

SELECT `each`.`hash` AS `key`, `each`.`last_seen_at` AS `at` FROM `sessions` `each` WHERE `each`.`last_seen_at` < 1795818665617 ORDER BY `each`.`last_seen_at` ASC LIMIT 1;

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE hash = '9ca01506fa8ebe3d73bac68f372a32b64d17afda90c19e6c67e386e9a739bd29' AND account_id IN (SELECT id FROM accounts);

SELECT `each`.`prefix` AS `key`, `each`.`expires_at` AS `at` FROM `api_keys` `each` WHERE `each`.`expires_at` < 1788044465617 ORDER BY `each`.`expires_at` ASC LIMIT 1;

SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id > '0' ORDER BY id LIMIT 3;

SELECT pet_id AS "id", name, category_id AS "categoryId", status, account_id AS "accountId", idempotency_key AS "key" FROM idempotency_keys WHERE (account_id = '1' AND idempotency_key = 'new');

INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES ('87', 'Rex', '-9223372036854775808', 'pending', '1', 'new', '1795820465846');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'guest@example.com', 1795820466759, DEFAULT);

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`email` = 'guest@example.com')) LIMIT 1;

SELECT `accounts`.`id` AS `accounts_id`, `accounts`.`email` AS `accounts_email`, `accounts`.`created_at` AS `accounts_created_at` FROM `accounts` `accounts` WHERE ((`accounts`.`id` > 0)) ORDER BY `accounts`.`id` ASC LIMIT 1000;

SELECT id FROM accounts WHERE id = '2' FOR UPDATE;

SELECT COUNT(*) AS count FROM api_keys WHERE account_id = '2' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795820469517');

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_8kma96p6', '5b65dece86bca167cda40f6c79f01de04f2922c84d6113fd37db8d8378f0e576', 2, 'default', 1795820469517, 1798412469517, DEFAULT, DEFAULT);

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '2' ORDER BY created_at ASC, prefix ASC LIMIT 1000;

SELECT `api_keys`.`prefix` AS `api_keys_prefix`, `api_keys`.`hash` AS `api_keys_hash`, `api_keys`.`account_id` AS `api_keys_account_id`, `api_keys`.`name` AS `api_keys_name`, `api_keys`.`created_at` AS `api_keys_created_at`, `api_keys`.`expires_at` AS `api_keys_expires_at`, `api_keys`.`last_used_at` AS `api_keys_last_used_at`, `api_keys`.`revoked_at` AS `api_keys_revoked_at` FROM `api_keys` `api_keys` WHERE ((`api_keys`.`prefix` = 'as_8kma96p6')) LIMIT 1;

UPDATE `api_keys` SET `revoked_at` = 1795820470826 WHERE (`prefix` = 'as_8kma96p6' AND `revoked_at` IS NULL);

INSERT INTO tries (`key`, points, expire) VALUES ('db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58', 1, '1795821370872')
  ON DUPLICATE KEY UPDATE points = IF(expire <= '1795820470872', 1, points + 1), expire = IF(expire <= '1795820470872', '1795821370872', expire);

SELECT `tries`.`key` AS `tries_key`, `tries`.`points` AS `tries_points`, `tries`.`expire` AS `tries_expire` FROM `tries` `tries` WHERE ((`tries`.`key` = 'db11b7a69851410954795ebb833de18e2e6a98106589fe27b15a569da9208e58')) LIMIT 1;

SELECT `accounts`.`password_hash` AS `accounts_password_hash`, `accounts`.`id` AS `accounts_id` FROM `accounts` `accounts` WHERE ((`accounts`.`id` = 1)) LIMIT 1;

INSERT INTO `sessions`(`hash`, `account_id`, `created_at`, `last_seen_at`, `address`, `browser`) VALUES ('8469fe16ab699eaf1ed09eb929e8e755b249c56dd2ac8845cc21b7fb06a59633', 1, 1795820471193, 1795820471193, '127.0.0.1', DEFAULT);

UPDATE `tries` SET `points` = `points` - 1 WHERE (`key` = 'bf5b94fc5a0d2130e5b87216af94846d3bb5b333aec5c293f8fe58078e56d805' AND `expire` > 1795820471198);

SELECT id, email, created_at AS "createdAt" FROM accounts WHERE id = '1';

SELECT prefix, hash, account_id AS "accountId", name, created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_keys WHERE account_id = '1' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > '1795820471256') ORDER BY created_at DESC, prefix DESC LIMIT 21;

SELECT `sessions`.`hash` AS `sessions_hash`, `sessions`.`account_id` AS `sessions_account_id`, `sessions`.`created_at` AS `sessions_created_at`, `sessions`.`last_seen_at` AS `sessions_last_seen_at`, `sessions`.`address` AS `sessions_address`, `sessions`.`browser` AS `sessions_browser` FROM `sessions` `sessions` WHERE ((`sessions`.`account_id` = 1)) ORDER BY `sessions`.`last_seen_at` DESC LIMIT 100;

INSERT INTO `api_keys`(`prefix`, `hash`, `account_id`, `name`, `created_at`, `expires_at`, `last_used_at`, `revoked_at`) VALUES ('as_jEtBvZd3', 'de26116cb9f385d42022fd40a60f8b011c11aa6ed0131ec74b4d2f4cd7082ac3', 1, 'by form', 1795820471393, DEFAULT, DEFAULT, DEFAULT);

UPDATE pets SET status = 'sold' WHERE id = '87' AND status = 'pending';

UPDATE `accounts` SET `password_hash` = '$argon2id$v=19$m=19456,t=2,p=1$X7jUWfZtm7RcgxxHvRhAbg$mddOct4T3Bo4+t8OTEDhpyFK0V9mJViuFo64dLDKVkg' WHERE `id` = 1;

DELETE FROM `sessions` WHERE (`account_id` = 1 AND `hash` != '');

INSERT INTO `accounts`(`id`, `email`, `created_at`, `password_hash`) VALUES (DEFAULT, 'gone@example.com', 1795820472249, '$argon2id$v=19$m=19456,t=2,p=1$xmjokvrPxKE1u148oVg5Ig$N5iihnTskHAOEhWXUyCbJkQThZK+g70Kit+sEuqjsxU');

UPDATE `api_keys` SET `revoked_at` = 1795820472660 WHERE (`account_id` = 3 AND `revoked_at` IS NULL);

DELETE FROM `accounts` WHERE `id` = 3;
