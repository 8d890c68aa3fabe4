import { expect, it } from '@jest/globals';
import { definitionsOf } from '../../../../src/adapters/outbound/typeorm/schema-parts.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { TABLES } from '../../../../src/adapters/outbound/typeorm/entities.js';
import { UNAVAILABLE } from '../../../support/examples.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../support/storages.js';

describeEach(SQL_STORAGES, 'the comparison of schemas', (kind) => {
  const bench = benchOn(kind);

  it('expects what the migrations make', async () => {
    const database = await bench.migrated();
    const { dialect } = database;
    const parts = await database.execute((connection) => dialect.readSchemaParts(connection));
    const made = parts.filter(({ name }) => name.split('.')[0] !== 'migrations');
    expect(definitionsOf(made)).toEqual(await dialect.expectedSchema());
  });

  it('allows more tables, columns that take no value, and indexes', async () => {
    const schema = new TypeormSchema(await bench.migrated());
    const { sql } = bench.target();
    await sql.query('CREATE TABLE reports (id INTEGER NOT NULL)');
    await sql.query('ALTER TABLE pets ADD COLUMN legs INTEGER');
    await sql.query('ALTER TABLE pets ADD COLUMN wings INTEGER NOT NULL DEFAULT 0');
    await sql.query('CREATE INDEX pets_legs ON pets (legs)');
    expect(await schema.differences()).toEqual([]);
  });

  it('finds every other difference, with its remedy', async () => {
    const schema = new TypeormSchema(await bench.migrated());
    const { sql } = bench.target();
    await sql.query('DROP TABLE sessions');
    await sql.query('ALTER TABLE pets RENAME COLUMN category_id TO kind');
    await sql.query('CREATE UNIQUE INDEX pets_kind ON pets (kind)');
    const differences = await schema.differences();
    expect(differences).toEqual(
      expect.arrayContaining([
        'The table sessions is missing; give it back its name, or restore a backup.',
        'The column pets.category_id is missing; give it back its name, or restore a backup.',
        'The column pets.kind is not of this service and may change or refuse its rows; let it be NULL.',
        'The index pets.pets_kind is not of this service and may change or refuse its rows; drop it.',
      ]),
    );
  });
});

describeEach(SQL_STORAGES, 'a database that a probe checks', (kind) => {
  const bench = benchOn(kind);

  it.each([
    ...TABLES.map(({ name }) => [`ALTER TABLE ${name} RENAME TO other`, `ALTER TABLE other RENAME TO ${name}`]),
    ...['accounts.password_hash', 'pets.id', 'pets.category_id'].map((path) => {
      const [table, column] = path.split('.');
      const rename = `ALTER TABLE ${table} RENAME COLUMN`;
      return [`${rename} ${column} TO other`, `${rename} other TO ${column}`];
    }),
  ])('cannot be used while requests cannot read it: %s', async (remove = '', restore = '') => {
    const schema = new TypeormSchema(await bench.migrated());
    const { sql } = bench.target();
    await schema.check();
    await sql.query(remove);
    await expect(schema.check()).rejects.toMatchObject(UNAVAILABLE);
    await sql.query(restore);
    await schema.check();
  });
});
