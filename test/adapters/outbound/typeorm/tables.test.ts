import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { sqliteDdl } from '../../../../src/adapters/outbound/typeorm/sqlite/ddl.js';
import { migrationClass, type Migration } from '../../../../src/adapters/outbound/typeorm/tables.js';

const migration: Migration = {
  name: 'Tickets1700000000000',
  tables: [
    {
      name: 'tickets',
      columns: { id: { type: 'id' }, owner: { type: 'integer' }, closed_at: { type: 'integer', nullable: true } },
      indexes: { tickets_open: ['owner', 'closed_at', 'id'], tickets_owner: ['owner', 'id'] },
    },
  ],
};

it('An index leaves out a column that is NULL in every row that is read through it', async () => {
  const nullColumnOf = (index: string) => (index === 'tickets_open' ? 'closed_at' : undefined);
  const migrations = [migrationClass(migration, { ...sqliteDdl, nullColumnOf })];
  const source = new DataSource({ type: 'better-sqlite3', database: ':memory:', migrations });
  await source.initialize();
  await source.runMigrations();
  const indexes: unknown = await source.query("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name");
  await source.destroy();
  expect(indexes).toEqual([
    { name: 'tickets_open', sql: 'CREATE INDEX tickets_open ON tickets (owner, id) WHERE closed_at IS NULL' },
    { name: 'tickets_owner', sql: 'CREATE INDEX tickets_owner ON tickets (owner, id)' },
  ]);
});
