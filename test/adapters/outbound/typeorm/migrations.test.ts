import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { placesOf } from '../../../../src/adapters/outbound/typeorm/statements.js';
import { MIGRATIONS } from '../../../../src/adapters/outbound/typeorm/migrations.js';
import { TypeormAccountRepository } from '../../../../src/adapters/outbound/typeorm/account-repository.js';
import { TypeormPetRepository } from '../../../../src/adapters/outbound/typeorm/pet-repository.js';
import { tablesAfter } from '../../../../src/adapters/outbound/typeorm/tables.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { createPet } from '../../../../src/domain/pet.js';
import { describeEachDatabase } from '../../../support/storages.js';

const ALL = MIGRATIONS.map(({ name }) => name);

/** Each must be copied when a store moves to another one. */
const TABLES = tablesAfter(MIGRATIONS)
  .map(({ name }) => name)
  .sort();

class Broken2000000000000 implements MigrationInterface {
  readonly name = 'Broken2000000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (id INTEGER)');
    await runner.query('this is not SQL');
  }
  async down(): Promise<void> {}
}

describeEachDatabase('migrating', (bench) => {
  const tables = () => bench.target().sql.tables();

  it('is reported as pending in an empty database, without a change, and then creates every table', async () => {
    const store = new TypeormSchema(await bench.connect());
    expect(await store.pendingMigrations()).toEqual(ALL);
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await tables()).toEqual([]);
    expect(await store.migrate()).toEqual(ALL);
    expect(await tables()).toEqual(expect.arrayContaining([...TABLES, 'migrations']));
  });

  it('can be repeated by another instance after a failure', async () => {
    const broken = new TypeormSchema(await bench.connect({ migrations: [...MIGRATIONS, Broken2000000000000] }));
    await expect(broken.migrate()).rejects.toThrow();
    await expect(broken.check()).rejects.toMatchObject({ code: 'unavailable' });
    const store = new TypeormSchema(await bench.connect());
    await store.migrate();
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('resumes after a run that was cut short', async () => {
    const broken = new TypeormSchema(await bench.connect({ migrations: [Broken2000000000000] }));
    await expect(broken.migrate()).rejects.toThrow();
    if (!(await tables()).includes('half')) return; // there a run is one transaction: it cannot be cut short
    const database = await bench.connect();
    const store = new TypeormSchema(database);
    await store.migrate();
    const made = await tables();
    await database.run((manager) => manager.query('DELETE FROM migrations'));
    await database.run((manager) => manager.query('DROP TABLE idempotency_keys'));
    await database.run((manager) => manager.query('DROP TABLE tries'));
    expect(await store.migrate()).toEqual(ALL);
    expect(await tables()).toEqual(made);
  });

  it('makes the columns that copies move, which the entities name', async () => {
    const database = await bench.migrated();
    for (const { name, columns } of tablesAfter(MIGRATIONS)) {
      const table = await database.execute(({ runner }) => runner.getTable(name));
      expect(table?.columns.map((column) => column.name).sort()).toEqual(Object.keys(columns).sort());
    }
    const entities = await database.run(async ({ dataSource }) => dataSource.entityMetadatas);
    for (const { tableName, columns } of entities) {
      const made = tablesAfter(MIGRATIONS).find(({ name }) => name === tableName);
      expect(columns.map(({ databaseName }) => databaseName)).toEqual(Object.keys(made?.columns ?? {}));
    }
  });

  describe('the schema backs up the rules', () => {
    it.each([
      ['an animal without a name', 'pets', { name: '' }],
      ['a name of 256 characters', 'pets', { name: 'x'.repeat(256) }],
      ['a name of 255 characters and a space', 'pets', { name: 'x'.repeat(255) + ' ' }],
      ['a name of 255 characters and many spaces', 'pets', { name: 'x'.repeat(255) + ' '.repeat(50) }],
      ['no name', 'pets', { name: null }],
      ['an unknown status', 'pets', { status: 'lost' }],
      ['a status in another case', 'pets', { status: 'Sold' }],
      ['a status by number', 'pets', { status: 1 }],
      ['no status', 'pets', { status: null }],
      ['a category that is not a number', 'pets', { category_id: 'x' }],
      ['an email of 255 characters', 'accounts', { email: 'x'.repeat(255) }],
      ['a hash that is too short', 'api_keys', { hash: 'x' }],
      ['a key without a name', 'api_keys', { name: '' }],
      ['a session whose hash is too short', 'sessions', { hash: 'x' }],
      ['a session without an account', 'sessions', { account_id: null }],
      ['an idempotency key of 256 bytes', 'idempotency_keys', { idempotency_key: Buffer.alloc(256) }],
    ])('and refuses %s', async (_, table, wrong) => {
      const database = await bench.migrated();
      const insert = (row: Record<string, unknown>): Promise<unknown> =>
        database.query(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES ${placesOf([Object.values(row)])}`,
          Object.values(row),
        );
      const right = RIGHT[table] ?? {};
      await expect(insert({ ...right, ...wrong })).rejects.toThrow();
      await expect(insert(right)).resolves.toBeDefined();
    });
  });

  it('lets a program of the previous version go on, and keeps its data', async () => {
    const before = await bench.migrated({ migrations: MIGRATIONS.slice(0, 1) });
    const insert = (email: string): Promise<unknown> =>
      before.query('INSERT INTO accounts (email, created_at) VALUES (?, ?)', [email, 1n]);
    await insert('old@example.com');

    const accounts = new TypeormAccountRepository(await bench.connect());
    await expect(accounts.findByEmail('old@example.com')).resolves.toMatchObject({ id: 1n });
    expect(await new TypeormSchema(await bench.connect()).migrate()).toEqual(ALL.slice(1));
    await expect(new TypeormSchema(before).check()).resolves.toBeUndefined();
    await insert('late@example.com');
    await new TypeormPetRepository(before).add(createPet({ name: 'Milo', categoryId: 1n, status: 'sold' }));
    expect((await accounts.list()).map(({ email }) => email)).toEqual(['old@example.com', 'late@example.com']);
    for (const { id } of await accounts.list()) {
      expect(await accounts.findPasswordHash(id)).toBeUndefined();
      await accounts.setPasswordHash(id, 'hash');
      expect(await accounts.findPasswordHash(id)).toBe('hash');
    }
  });
});

const RIGHT: Record<string, Record<string, unknown>> = {
  pets: { name: 'x'.repeat(255), category_id: 1n, status: 'sold' },
  accounts: { email: 'x'.repeat(254), created_at: 1n },
  api_keys: { prefix: 'as_00000001', hash: '0'.repeat(64), account_id: 1n, name: 'x', created_at: 1n },
  sessions: { hash: '0'.repeat(64), account_id: 1n, created_at: 1n, last_seen_at: 1n },
  idempotency_keys: {
    pet_id: 1n,
    name: 'x',
    category_id: 1n,
    status: 'sold',
    account_id: 1n,
    idempotency_key: Buffer.alloc(255),
    first_used_at: 1n,
  },
};
