import { describe, expect, it, jest } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Dialect } from '../../../../src/adapters/outbound/typeorm/dialect.js';
import { placesOf } from '../../../../src/adapters/outbound/typeorm/statements.js';
import { TABLES } from '../../../../src/adapters/outbound/typeorm/entities.js';
import { MIGRATIONS } from '../../../../src/adapters/outbound/typeorm/migrations.js';
import { migrationClass } from '../../../../src/adapters/outbound/typeorm/tables.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { storedSchema } from '../../../support/stored-schema.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../support/storages.js';

const ALL = MIGRATIONS.map(({ name }) => name);

class Broken2000000000000 implements MigrationInterface {
  readonly name = 'Broken2000000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (id INTEGER)');
    await runner.query('this is not SQL');
  }
  async down(): Promise<void> {}
}

/** The migrations on this engine, of which each run fails once it has sent this many statements. */
function interruptedAfter(statements: number, { ddl }: Dialect): (new () => MigrationInterface)[] {
  let left = statements;
  return MIGRATIONS.map((migration) => {
    const Migration = migrationClass(migration, ddl);
    return class extends Migration {
      override async up(runner: QueryRunner): Promise<void> {
        const query = runner.query.bind(runner);
        const sent = jest.spyOn(runner, 'query').mockImplementation(async (...statement: Parameters<typeof query>) => {
          if (left-- === 0) throw new Error('interrupted');
          return (await query(...statement)) as unknown;
        });
        await super.up(runner).finally(() => sent.mockRestore());
      }
    };
  });
}

describeEach(SQL_STORAGES, 'migrating', (kind) => {
  const bench = benchOn(kind);
  const tables = () => bench.target().sql.tables();

  it.each(MIGRATIONS.map(({ name }, at) => [name, at + 1] as const))(
    'leaves the schema that is stored for %s',
    async (_, count) => {
      await bench.migrated({ migrations: MIGRATIONS.slice(0, count) });
      const made = await bench.target().sql.schema();
      expect(made).toBe(storedSchema(kind.name, count, made));
    },
  );

  it('reports every migration as pending in an empty database, without a change, and then creates every table', async () => {
    const store = new TypeormSchema(await bench.connect());
    expect(await store.pendingMigrations()).toEqual(ALL);
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await tables()).toEqual([]);
    expect(await store.migrate()).toEqual(ALL);
    expect(await tables()).toEqual(expect.arrayContaining([...TABLES.map(({ name }) => name), 'migrations']));
  });

  it('can be repeated by another instance after a failure', async () => {
    const broken = new TypeormSchema(await bench.connect({ migrations: [...MIGRATIONS, Broken2000000000000] }));
    await expect(broken.migrate()).rejects.toThrow();
    await expect(broken.check()).rejects.toMatchObject({ code: 'unavailable' });
    const store = new TypeormSchema(await bench.connect());
    await store.migrate();
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('resumes after any number of runs that were cut short, each one statement later', async () => {
    const { dialect } = await bench.connect();
    let interruptions = 0;
    for (let isDone = false; !isDone;) {
      const store = new TypeormSchema(await bench.connect({ migrations: interruptedAfter(interruptions, dialect) }));
      isDone = await store.migrate().then(
        () => true,
        (error: unknown) => {
          expect(String(error)).toContain('interrupted');
          return false;
        },
      );
      if (!isDone) interruptions++;
    }
    expect(interruptions).toBeGreaterThan(MIGRATIONS.length);
    expect(await bench.target().sql.schema()).toBe(storedSchema(kind.name, MIGRATIONS.length));
  });

  it('creates exactly the columns that the entities have', async () => {
    const database = await bench.migrated();
    for (const { name, columns } of TABLES) {
      const table = await database.executeManaged(({ runner }) => runner.getTable(name));
      expect(table?.columns.map((column) => column.name).sort()).toEqual(columns.map((column) => column.name).sort());
      expect(table?.primaryColumns.map((column) => column.name)).toEqual([columns[0]?.name]);
    }
  });

  describe('the schema enforces the rules', () => {
    it.each([
      ['an animal without a name', 'pets', { name: '' }],
      ['a name of 256 characters', 'pets', { name: 'x'.repeat(256) }],
      ['a name of 255 characters and a space', 'pets', { name: 'x'.repeat(255) + ' ' }],
      ['a name of 255 characters and many spaces', 'pets', { name: 'x'.repeat(255) + ' '.repeat(50) }],
      ['no name', 'pets', { name: null }],
      ['an unknown status', 'pets', { status: 'lost' }],
      ['a status in another case', 'pets', { status: 'Sold' }],
      ['a status that is a number', 'pets', { status: 1 }],
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
