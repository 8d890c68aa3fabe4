import type { MigrationInterface, QueryRunner, Table as TypeormTable } from 'typeorm';

/** A column. The engine chooses its type in the database. */
export interface Column {
  /**
   * - id: a 64-bit integer that the engine generates, and never twice;
   * - integer: of 64 bits;
   * - text: written by people, of characters that compare by their bytes, trailing spaces included;
   * - code: text that programs write;
   * - bytes.
   */
  readonly type: 'id' | 'integer' | 'text' | 'code' | 'bytes';
  readonly nullable?: true;
  readonly unique?: true;
  /** The length, in characters or bytes: a database that can checks both. Without a least one nothing is checked. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
}

type Columns = Readonly<Record<string, Column>>;

/** The columns of each index, by its name. */
type Indexes = Readonly<Record<string, readonly string[]>>;

export interface Table {
  readonly name: string;
  /** The first is the primary key. */
  readonly columns: Columns;
  /** Those of several columns. */
  readonly unique?: Indexes;
  readonly indexes?: Indexes;
}

/** One step of the schema. Only adds, so that replicas of the version before go on; indexes have no users to break. */
export interface Migration {
  /** Ends with the milliseconds since 1970 of its making, in 13 digits, by which TypeORM orders migrations. */
  readonly name: string;
  readonly tables?: readonly Table[];
  /** New columns, by table. */
  readonly columns?: Readonly<Record<string, Columns>>;
  readonly indexes?: Readonly<Record<string, { readonly add: Indexes; readonly drop?: readonly string[] }>>;
}

export interface Ddl {
  /** The type of a column, without NOT NULL. */
  typeOf(column: Column): string;
  /** A column of a new table. @param isKey whether it is the primary key */
  columnOf(name: string, column: Column, isKey: boolean): string;
  /** The lines of a new table that follow its columns. */
  constraintsOf(table: Table): string[];
  /** Whether they have its indexes, too: to look which ones exist is slow. Without, those are created afterwards. */
  readonly indexesInTable?: true;
  readonly tableOptions: string;
  /** Further statements, by the name of the migration that sends them first: tables that only this engine has. */
  readonly further?: Readonly<Record<string, readonly string[]>>;
}

/** The condition that a column of this name must meet, if any. @param length the engine's function for characters */
export function conditionOf(name: string, { min, max, values }: Column, length = 'length'): string | undefined {
  if (values) return `${name} IN (${values.map((value) => `'${value}'`).join(', ')})`;
  if (min === undefined) return undefined;
  return min === max ? `${length}(${name}) = ${max}` : `${length}(${name}) BETWEEN ${min} AND ${max}`;
}

export function tablesAfter(migrations: readonly Migration[]): Pick<Table, 'name' | 'columns'>[] {
  const columns = new Map<string, Columns>();
  for (const { tables = [], columns: added = {} } of migrations) {
    for (const table of tables) columns.set(table.name, table.columns);
    for (const [name, more] of Object.entries(added)) columns.set(name, { ...columns.get(name), ...more });
  }
  return [...columns].map(([name, columns]) => ({ name, columns }));
}

/** A migration for TypeORM, which keeps the record of those that ran. There is no way back: a schema only grows. */
export function migrationClass(migration: Migration, ddl: Ddl): new () => MigrationInterface {
  return class {
    readonly name = migration.name;
    up(runner: QueryRunner): Promise<void> {
      return apply(migration, ddl, runner);
    }
    async down(): Promise<void> {}
  };
}

/** Each step looks first, since not every engine undoes the schema changes of a run that is cut short. */
async function apply(migration: Migration, ddl: Ddl, runner: QueryRunner): Promise<void> {
  const { name, tables = [], columns = {}, indexes = {} } = migration;
  for (const table of tables) {
    await runner.query(createTable(table, ddl));
    if (table.indexes && !ddl.indexesInTable) await addIndexes(runner, table.name, table.indexes);
  }
  for (const statement of ddl.further?.[name] ?? []) await runner.query(statement);
  for (const [table, added] of Object.entries(columns)) {
    for (const [column, definition] of Object.entries(added)) {
      if (await runner.hasColumn(table, column)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${ddl.typeOf(definition)}`);
    }
  }
  for (const [name, { add, drop = [] }] of Object.entries(indexes)) {
    const table = await addIndexes(runner, name, add);
    for (const index of drop) if (has(table, index)) await runner.dropIndex(table, index);
  }
}

function createTable(table: Table, ddl: Ddl): string {
  const columns = Object.entries(table.columns).map(([name, column], at) => ddl.columnOf(name, column, at === 0));
  const lines = [...columns, ...ddl.constraintsOf(table)].join(',\n    ');
  return `CREATE TABLE IF NOT EXISTS ${table.name} (\n    ${lines}\n  ) ${ddl.tableOptions}`;
}

/** @returns the table as it was */
async function addIndexes(runner: QueryRunner, name: string, indexes: Indexes): Promise<TypeormTable | undefined> {
  const table = await runner.getTable(name);
  for (const [index, columns] of Object.entries(indexes)) {
    if (!has(table, index)) await runner.query(`CREATE INDEX ${index} ON ${name} (${columns.join(', ')})`);
  }
  return table;
}

function has(table: TypeormTable | undefined, index: string): table is TypeormTable {
  return table?.indices.some(({ name }) => name === index) ?? false;
}
