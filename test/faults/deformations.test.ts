import { afterEach, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseStorageUrl } from '../../src/adapters/outbound/storages.js';
import type { Part } from '../../src/adapters/outbound/typeorm/schema-parts.js';
import { createLogger } from '../../src/infrastructure/logging.js';
import { Service } from '../../src/infrastructure/service.js';
import { addition, callerOf, newKeyIn, type Caller, type Outcome } from '../support/callers.js';
import { testConfig } from '../support/config.js';
import { eventually } from '../support/eventually.js';
import { animalStore } from '../support/command.js';
import { logOf } from '../support/process.js';
import { describeEach, SQL_STORAGES } from '../support/storages.js';
import type { SqlTarget } from '../support/test-storage.js';

// What people do to a database: each part of the schema is dropped, emptied, renamed, widened, narrowed or retyped, and
// triggers are added, while the service runs and before a start. A run takes a few by chance; DEFORMATIONS=all takes all
// of them. DEFORMATIONS=1764231 takes those of the seed that a failure names.

const { DEFORMATIONS = String(Date.now() % 1e9) } = process.env;
const MOST = DEFORMATIONS === 'all' ? Infinity : 7;
const PATIENCE_MS = DEFORMATIONS === 'all' ? 3_600_000 : 180_000;

interface Deformation {
  readonly name: string;
  readonly statement: string;
}

function deformationsOf(part: Part, isFile: boolean): Deformation[] {
  const [table = '', name = ''] = part.name.split('.');
  const make = ([what, statement]: readonly [string, string]) => ({
    name: `${part.kind} ${part.name} ${what}`,
    statement,
  });
  switch (part.kind) {
    case 'table':
      return [...tableDeformations(table), ...(isFile ? fileTriggers(table) : serverDeformations(table))].map(make);
    case 'column':
      return columnDeformations(table, isFile ? `"${name}"` : `\`${name}\``, isFile ? undefined : part.definition).map(
        make,
      );
    case 'index':
      return indexDeformations(table, name, isFile).map(make);
    case 'row':
      return [make(['is deleted', `DELETE FROM ${table} WHERE id = ${name}`])];
    default:
      return [];
  }
}

type Change = readonly [what: string, statement: string];

function tableDeformations(table: string): Change[] {
  return [
    ['is dropped', `DROP TABLE ${table}`],
    ['is emptied', `DELETE FROM ${table}`],
    ['is renamed', `ALTER TABLE ${table} RENAME TO other_${table}`],
    ['has a column more', `ALTER TABLE ${table} ADD COLUMN more INTEGER`],
    [
      'has a unique index more',
      `CREATE UNIQUE INDEX more ON ${table} (${table === 'pets' ? 'category_id' : 'account_id'})`,
    ],
  ];
}

function fileTriggers(table: string): Change[] {
  const trigger = (time: string, body: string) => `CREATE TRIGGER other ${time} INSERT ON ${table} BEGIN ${body}; END`;
  return [
    ['drops rows by a trigger', trigger('BEFORE', 'SELECT RAISE(IGNORE)')],
    ['refuses rows by a trigger', trigger('BEFORE', "SELECT RAISE(ABORT, 'no')")],
    ['forgets its ids', `DELETE FROM sqlite_sequence WHERE name = '${table}'`],
  ];
}

function serverDeformations(table: string): Change[] {
  const trigger = (body: string) => `CREATE TRIGGER other BEFORE INSERT ON ${table} FOR EACH ROW ${body}`;
  return [
    ['refuses rows by a trigger', trigger("SIGNAL SQLSTATE '45000'")],
    ['is emptied at once', `TRUNCATE TABLE ${table}`],
    ['has another engine', `ALTER TABLE ${table} ENGINE = MyISAM`],
    ['has another character set', `ALTER TABLE ${table} CONVERT TO CHARACTER SET latin1`],
    ['has an obligatory column more', `ALTER TABLE ${table} ADD COLUMN more INT NOT NULL`],
    ['has a rule more', `ALTER TABLE ${table} ADD CONSTRAINT other CHECK (1 = 0)`],
  ];
}

/** @param definition the type of a column that can be changed */
function columnDeformations(table: string, name: string, definition: string | undefined): Change[] {
  const changes: Change[] = [
    ['is dropped', `ALTER TABLE ${table} DROP COLUMN ${name}`],
    ['is renamed', `ALTER TABLE ${table} RENAME COLUMN ${name} TO other`],
  ];
  if (definition === undefined) return changes;
  const modify = (type: string) => `ALTER TABLE ${table} MODIFY COLUMN ${name} ${type}`;
  const isText = definition.startsWith('var');
  return [
    ...changes,
    ['is widened', modify(isText ? definition.replace(/\(\d+\)/, '(500)') : definition.replace(/^int/, 'bigint'))],
    ['is narrowed', modify(isText ? definition.replace(/\(\d+\)/, '(3)') : 'TINYINT')],
    ['is retyped', modify(isText ? 'BIGINT' : 'VARCHAR(40)')],
    ['may be absent', modify(definition.replace(' NOT NULL', ''))],
    ['is compared otherwise', modify(definition.replace('utf8mb4_0900_bin', 'utf8mb4_general_ci'))],
  ];
}

function indexDeformations(table: string, name: string, isFile: boolean): Change[] {
  if (isFile) return name.startsWith('sqlite_') ? [] : [['is dropped', `DROP INDEX ${name}`]];
  if (name === 'PRIMARY') return [['is dropped', `ALTER TABLE ${table} DROP PRIMARY KEY`]];
  return [
    ['is dropped', `ALTER TABLE ${table} DROP INDEX ${name}`],
    ['is renamed', `ALTER TABLE ${table} RENAME INDEX ${name} TO other`],
  ];
}

interface Animal {
  readonly id: bigint;
  readonly name: string;
}

/** A service of this process. */
interface Started {
  /** Its address, if it takes requests. */
  readonly url: string | undefined;
  stop(): Promise<void>;
}

const running = new Set<Started>();
afterEach(async () => {
  for (const service of running) await service.stop();
});

/** Starts the service as `serve` does, and waits until it takes requests or says why it does not. */
async function start(url: string): Promise<Started> {
  let output = '';
  const logger = createLogger('info', { write: (text) => void (output += text) });
  const said = (message: string) => logOf(output).find(({ msg }) => msg === message);
  const config = testConfig({ storage: parseStorageUrl(url) });
  const service = await Service.start(config, logger, async () => undefined);
  const isOpen = await service.prepared.then(
    () => true,
    () => false,
  );
  await eventually(() => !isOpen || (said('ready') ?? said('database is unavailable')) !== undefined);
  const isReady = isOpen && said('ready') !== undefined;
  const started = {
    url: isReady ? String(said('listening')?.url) : undefined,
    async stop() {
      running.delete(started);
      await service.stop();
    },
  };
  running.add(started);
  return started;
}

describeEach(SQL_STORAGES, 'a database that people change', (kind) => {
  let all: Deformation[];

  beforeAll(async () => {
    const sample = await kind.newTarget();
    await newKeyIn(sample.url);
    const database = sample.sql.newDatabase();
    await database.connect();
    const parts = await database.execute((connection) => database.dialect.readSchemaParts(connection));
    await database.close();
    await sample.drop();
    const ours = parts.filter(({ name }) => !/^(?:migrations|sqlite_sequence)/.test(name));
    all = ours.flatMap((part) => deformationsOf(part, !kind.isShared));
  });

  it(
    `keeps each animal that was acknowledged, and reports an addition that fails: ${DEFORMATIONS}`,
    async () => {
      const size = Math.min(MOST, all.length);
      const subset = fc.shuffledSubarray(all, { minLength: size, maxLength: size });
      const [chosen = []] = fc.sample(subset, { seed: Number(DEFORMATIONS) || 0, numRuns: 1 });
      const failures: Record<string, unknown> = {};
      for (const deformation of chosen) {
        const target = await kind.newTarget();
        await prove(target, deformation).catch((error: unknown) => (failures[deformation.name] = String(error)));
        for (const service of running) await service.stop();
        await target.drop();
      }
      expect({ DEFORMATIONS, failures }).toEqual({ DEFORMATIONS, failures: {} });
    },
    PATIENCE_MS,
  );
});

/** Changes a database while a service runs, and starts another one. */
async function prove(target: SqlTarget, { name, statement }: Deformation): Promise<void> {
  const { url, sql } = target;
  const key = await newKeyIn(url);
  const first = await start(url);
  const call = callerOf(first.url ?? '', key);
  const before = acknowledgedIn(await addSome(call, 'before'));
  expect(before).toHaveLength(8);
  const isApplied = await sql.query(statement).then(
    () => true,
    () => false, // The engine refuses some changes, such as to drop a column of an index.
  );
  if (!isApplied) return;
  const isRemoval = /dropped|emptied/.test(name);
  const known = isRemoval ? [] : before;
  const during = await useOnce(target, call, known, 'during');
  await first.stop();
  const second = await start(url);
  if (second.url !== undefined) await useOnce(target, callerOf(second.url, key), [...known, ...during], 'after');
  await second.stop();
  const names = (await storedIn(target)).map((animal) => animal.name);
  expect(names.filter((each) => !/^(?:before|during|after) |^0$/.test(each))).toEqual([]);
}

/** Adds animals to a changed database, and checks what was answered. Resolves to the acknowledged ones. */
async function useOnce(target: SqlTarget, call: Caller, known: readonly Animal[], name: string): Promise<Animal[]> {
  const outcomes = await addSome(call, name);
  const last = await call(addition(`${name} last`));
  const ready = await call({ path: '/readyz' });
  const list = await call();
  outcomes.push(last);
  expect([...outcomes, list].filter(({ status }) => ![200, 201, 401, 503].includes(status))).toEqual([]);
  const acknowledged = acknowledgedIn(outcomes);
  const stored = new Map((await storedIn(target)).map((animal) => [animal.name, animal]));
  const expected = [...known, ...acknowledged];
  expect(expected.filter((animal) => stored.get(animal.name)?.id !== animal.id)).toEqual([]);
  expect(new Set(expected.map(({ id }) => id)).size).toBe(expected.length);
  if (outcomes.every(({ status }) => status !== 503)) return acknowledged;
  expect(await animalStore(['doctor'], { env: { DATABASE_URL: target.url } })).not.toMatchObject({ code: 0 });
  // A key that cannot be looked up fails a read.
  if (last.status === 503 && list.status === 200) expect(ready.text).toMatch(/refuses-writes|"status":503/);
  return acknowledged;
}

/** Adds animals one after another and several at once, with keys and without. */
async function addSome(call: Caller, name: string): Promise<Outcome[]> {
  const add = (n: number) => call(addition(`${name} ${n} \u1234 \u{1f600}`, n % 2 === 0 ? undefined : `${name} ${n}`));
  const outcomes = [await add(0), await add(1)];
  return [...outcomes, ...(await Promise.all([2, 3, 4, 5, 6, 7].map(add)))];
}

function acknowledgedIn(outcomes: readonly Outcome[]): Animal[] {
  return outcomes.filter(({ status }) => status === 201).map(({ text }) => animalOf(JSON.parse(text) as RawAnimal));
}

interface RawAnimal {
  readonly id?: unknown;
  readonly name?: unknown;
  /** The value of the column that was renamed. */
  readonly other?: unknown;
}

function animalOf({ other = 0, id = other, name = other }: RawAnimal): Animal {
  return { id: BigInt(String(id)), name: String(name) };
}

async function storedIn({ sql }: SqlTarget): Promise<Animal[]> {
  const table = (await sql.tables()).find((each) => each === 'pets' || each === 'other_pets');
  return table === undefined ? [] : (await sql.query(`SELECT * FROM ${table}`)).map(animalOf);
}
