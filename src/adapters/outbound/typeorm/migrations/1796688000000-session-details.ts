import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = {
  address: { mysql: 'VARCHAR(45) NULL', sqlite: 'TEXT' },
  flash: { mysql: 'VARCHAR(255) NULL', sqlite: 'TEXT' },
};
const INDEX = 'api_keys_account_created';

/**
 * Where a session began, one text that the next page shows once, and an index for paging the keys of an account. Only
 * adds, so that a replica of the version before goes on. Each step looks first: MySQL has no IF NOT EXISTS for them, and
 * a run that was cut short must be able to start over.
 */
export class SessionDetails1796688000000 implements MigrationInterface {
  readonly name = 'SessionDetails1796688000000';

  async up(runner: QueryRunner): Promise<void> {
    const engine = runner.manager.dataSource.options.type === 'mysql' ? 'mysql' : 'sqlite';
    for (const [column, type] of Object.entries(COLUMNS)) {
      if (await runner.hasColumn('sessions', column)) continue;
      await runner.query(`ALTER TABLE sessions ADD COLUMN ${column} ${type[engine]}`);
    }
    if (await hasIndex(runner)) return;
    await runner.query(`CREATE INDEX ${INDEX} ON api_keys (account_id, created_at, prefix)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const mysql = runner.manager.dataSource.options.type === 'mysql';
    if (await hasIndex(runner)) await runner.query(`DROP INDEX ${INDEX}${mysql ? ' ON api_keys' : ''}`);
    for (const column of Object.keys(COLUMNS)) {
      if (await runner.hasColumn('sessions', column)) await runner.query(`ALTER TABLE sessions DROP COLUMN ${column}`);
    }
  }
}

async function hasIndex(runner: QueryRunner): Promise<boolean> {
  const table = await runner.getTable('api_keys');
  return table?.indices.some(({ name }) => name === INDEX) ?? false;
}
