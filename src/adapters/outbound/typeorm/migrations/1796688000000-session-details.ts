import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = {
  address: { mysql: 'VARCHAR(45) NULL', sqlite: 'TEXT' },
  browser: { mysql: 'VARCHAR(40) NULL', sqlite: 'TEXT' },
};

/** The indexes of api_keys for the keys of an account, before and after. The later one also gives their pages. */
const BEFORE = { name: 'api_keys_account_id', columns: 'account_id' };
const AFTER = { name: 'api_keys_account_created', columns: 'account_id, created_at, prefix' };

/**
 * Where and in which browser a session began, and an index for paging the keys of an account in place
 * of that for finding them. A replica of the version before goes on, since it names neither index. Each step looks first:
 * MySQL has no IF NOT EXISTS for them, and a run that was cut short must be able to start over.
 */
export class SessionDetails1796688000000 implements MigrationInterface {
  readonly name = 'SessionDetails1796688000000';

  async up(runner: QueryRunner): Promise<void> {
    const engine = isMysql(runner) ? 'mysql' : 'sqlite';
    for (const [column, type] of Object.entries(COLUMNS)) {
      if (await runner.hasColumn('sessions', column)) continue;
      await runner.query(`ALTER TABLE sessions ADD COLUMN ${column} ${type[engine]}`);
    }
    await replaceIndex(runner, BEFORE, AFTER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, AFTER, BEFORE);
    for (const column of Object.keys(COLUMNS)) {
      if (await runner.hasColumn('sessions', column)) await runner.query(`ALTER TABLE sessions DROP COLUMN ${column}`);
    }
  }
}

async function replaceIndex(runner: QueryRunner, old: typeof BEFORE, next: typeof BEFORE): Promise<void> {
  const names = (await runner.getTable('api_keys'))?.indices.map(({ name }) => name) ?? [];
  if (!names.includes(next.name)) await runner.query(`CREATE INDEX ${next.name} ON api_keys (${next.columns})`);
  if (names.includes(old.name)) await runner.query(`DROP INDEX ${old.name}${isMysql(runner) ? ' ON api_keys' : ''}`);
}

function isMysql(runner: QueryRunner): boolean {
  return runner.manager.dataSource.options.type === 'mysql';
}
