import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { PET } from '../../../../../src/adapters/outbound/typeorm/schema/entities.js';
import { insertInto } from '../../../../../src/adapters/outbound/typeorm/schema/entities.js';
import { inOrder } from '../../../../../src/adapters/outbound/typeorm/schema/migrations.js';
import { TypeormSchema } from '../../../../../src/adapters/outbound/typeorm/schema/schema.js';
import { withNext } from '../../../../support/next-migration.js';
import { WRONG_VALUES_OF } from '../../../../support/pet-properties.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../../support/storages.js';
import type { Migrations } from '../../../../support/test-storage.js';

/** The migrations of the next version, of which each run is cut short once this many statements have succeeded. */
function interruptedAfter(statements: number, known: Migrations): Migrations {
  let left = statements;
  return withNext(known).map((each) => {
    return class extends each {
      override async up(runner: QueryRunner): Promise<void> {
        const query = runner.query.bind(runner);
        const sent = jest.spyOn(runner, 'query').mockImplementation(async (...statement: Parameters<typeof query>) => {
          if (left === 0) throw new Error('interrupted');
          const result: unknown = await query(...statement);
          left--;
          return result;
        });
        await super.up(runner).finally(() => sent.mockRestore());
      }
    };
  });
}

const FOLDER = join(import.meta.dirname, '../../../../../src/adapters/outbound/typeorm');

/** The SHA-256 of each file. That of a released one stays, and a new one is added at the end of its engine. */
const HASHES = {
  'mysql/migrations/1-InitialSchema1795132800000.sql': 'gY7PHVB3fKPGwomY9TmPUXeYSkzJpTot-SGgxE-EE0o',
  'mysql/migrations/2-AccountHolders1796083200000.sql': '38asdzCNNW8_4ueHlVwDOe3EdIIazeeyykC3XAEJdsY',
  'mysql/migrations/3-SessionDetails1796688000000.sql': '5EY3lsnVIfXchV8QH1D1YV8Cuf2Ibws-DdlOHkUe3OY',
  'mysql/migrations/4-EndedApiKeys1797379200000.sql': 'IuOZ55Uj9RfrNgr6yEx8ls1eJ83hwx1kdVXowJ_pe-w',
  'mysql/migrations/5-AddOrder1797465600000.sql': 'TQbdcpJOq3B5RDB9wp0-q7vG6CPy77lZReI9tbLbeE4',
  'mysql/migrations/6-AccountSessions1797552000000.sql': 'nBbEX9vABRDIUBqibdf_w293JPdyTdgYrfGsULWgG0A',
  'sqlite/migrations/1-InitialSchema1795132800000.sql': 'TgDgzHgtikXhgiOVMsET5Gl0P4WfjmMZUQSXRF4NMBI',
  'sqlite/migrations/2-AccountHolders1796083200000.sql': 'xsmpcotRg45E7V1zAq6f43LDvVIkqg9N4nBY177GORY',
  'sqlite/migrations/3-SessionDetails1796688000000.sql': 'xBpfwbKHOf7_HKgfS_7TkplovXZSYoW-OyQhtVUbQe4',
  'sqlite/migrations/4-EndedApiKeys1797379200000.sql': 'IuOZ55Uj9RfrNgr6yEx8ls1eJ83hwx1kdVXowJ_pe-w',
  'sqlite/migrations/5-AddOrder1797465600000.sql': 'oa5EJNeiJLFYXNvsBPumb9GZgJQAF5IJ3rKN6zia5_s',
  'sqlite/migrations/6-AccountSessions1797552000000.sql': 'U1bg1zeDJX7zrbIxV2XXmQFK3eTn0z2MN5QVR_LdB_U',
};

it('a released migration never changes', () => {
  const files = readdirSync(FOLDER, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.sql'));
  const hashes = files.map((file) => [file, hash('sha256', readFileSync(join(FOLDER, file)), 'base64url')]);
  expect(Object.fromEntries(hashes)).toEqual(HASHES);
});

it.each([
  ['with an earlier time than the one before', '2-BirthDates1700000000000.sql', /2-BirthDates1800000000001\.sql$/],
  ['without a time', '2-BirthDates.sql', /name it 2-AddSomething\d{13}\.sql$/],
  ['with the number of another', '1-BirthDates1900000000000.sql', /name it 2-BirthDates1800000000001\.sql$/],
])('the name of a migration is refused %s, with the name to choose', (_, file, advice) => {
  expect(() => inOrder(['1-Pets1800000000000.sql', file])).toThrow(advice);
  expect(inOrder(['1-Pets1800000000000.sql'])).toEqual([
    { file: '1-Pets1800000000000.sql', name: 'Pets1800000000000' },
  ]);
});

it('migrations are in the order of their numbers, however a folder lists them', () => {
  const files = Array.from({ length: 12 }, (_, at) => `${at + 1}-Pets${1_800_000_000_000 + at}.sql`);
  for (const listed of [files.toSorted(), files.toReversed()]) {
    expect(inOrder(listed).map(({ file }) => file)).toEqual(files);
  }
});

const COLUMNS = new Map(Object.entries(PET.options.columns).map(([property, { name }]) => [property, name]));

/** The animals of WRONG_VALUES_OF, each with what is wrong, its table and the wrong value by its column. */
const WRONG_ANIMALS = Object.entries(WRONG_VALUES_OF).flatMap(([property, faults]) =>
  Object.entries(faults).map(([fault, value]): [fault: string, table: string, row: Record<string, unknown>] => [
    `an animal whose ${property} ${fault}`,
    'pets',
    { [COLUMNS.get(property) ?? property]: value },
  ]),
);

/** What only one engine refuses, because others bound the column by its type or trust the domain. */
const WRONG_ON: Readonly<Record<string, typeof WRONG_ANIMALS>> = {
  SQLite: [
    ['an animal with the number 0', 'pets', { id: 0 }],
    ['an account with a negative number', 'accounts', { id: -1 }],
  ],
};

describeEach(SQL_STORAGES, 'migrating', (kind) => {
  const [bench, fresh] = [benchOn(kind), benchOn(kind)];

  it('finishes what runs left behind that were cut short after each statement', async () => {
    let interruptions = 0;
    for (let isDone = false; !isDone;) {
      // A run of SQLite that is cut short changes nothing, so the next one gets one statement further.
      const statements = kind.name === 'SQLite' ? interruptions + 1 : 1;
      const migrations = (known: Migrations) => interruptedAfter(statements, known);
      const store = new TypeormSchema(await bench.connect({ migrations }));
      isDone = await store.migrate().then(
        () => true,
        (error: unknown) => {
          expect(String(error)).toContain('interrupted');
          return false;
        },
      );
      if (!isDone) interruptions++;
    }
    expect(interruptions).toBeGreaterThan(15);
    await fresh.migrated({ migrations: withNext });
    expect(await bench.target().sql.schema()).toBe(await fresh.target().sql.schema());
  });

  it.each([
    ...WRONG_ANIMALS,
    ['an email of 255 characters', 'accounts', { email: 'x'.repeat(255) }],
    ['a hash that is too short', 'api_keys', { hash: 'x' }],
    ['a key without a name', 'api_keys', { name: '' }],
    ['a session whose hash is too short', 'sessions', { hash: 'x' }],
    ['a session without an account', 'sessions', { account_id: null }],
    ['an idempotency key of 256 bytes', 'idempotency_keys', { idempotency_key: Buffer.alloc(256) }],
    ...(WRONG_ON[kind.name] ?? []),
  ])('refuses by its schema %s', async (_, table, wrong) => {
    const database = await bench.migrated();
    const insert = (row: Record<string, unknown>): Promise<unknown> =>
      database.query(insertInto({ name: table, columns: Object.keys(row) }), Object.values(row));
    const right = RIGHT[table] ?? {};
    await expect(insert({ ...right, ...wrong })).rejects.toThrow();
    await expect(insert(right)).resolves.toBeDefined();
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
