import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes of api_keys for the page of active keys and for purging those that have ended. */
const INDEXES = {
  api_keys_account_active: 'account_id, revoked_at, created_at, prefix',
  api_keys_revoked_at: 'revoked_at',
  api_keys_expires_at: 'expires_at',
};

/** Lets the page of an account's active keys read no revoked ones, and the purge read no others. */
export class EndedApiKeys1797379200000 implements MigrationInterface {
  readonly name = 'EndedApiKeys1797379200000';

  async up(runner: QueryRunner): Promise<void> {
    const present = await indexNames(runner); // MySQL has no IF NOT EXISTS for indexes
    for (const [name, columns] of Object.entries(INDEXES)) {
      if (!present.includes(name)) await runner.query(`CREATE INDEX ${name} ON api_keys (${columns})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const table = runner.manager.dataSource.options.type === 'mysql' ? ' ON api_keys' : '';
    const present = await indexNames(runner);
    for (const name of Object.keys(INDEXES)) {
      if (present.includes(name)) await runner.query(`DROP INDEX ${name}${table}`);
    }
  }
}

async function indexNames(runner: QueryRunner): Promise<(string | undefined)[]> {
  return (await runner.getTable('api_keys'))?.indices.map(({ name }) => name) ?? [];
}
