import type { MigrationInterface, QueryRunner, Table as TypeormTable } from 'typeorm';

/** A column of a table that a migration creates or changes. The engine chooses its type in the database. */
export interface Column {
  /**
   * - id: a 64-bit integer that the engine generates and never reuses;
   * - integer: a 64-bit integer;
   * - small: a 32-bit integer;
   * - text: text that people write, which is compared by its bytes, including trailing spaces;
   * - code: text that programs write;
   * - bytes: binary data.
   */
  readonly type: 'id' | 'integer' | 'small' | 'text' | 'code' | 'bytes';
  readonly nullable?: true;
  readonly unique?: true;
  /**
   * The least and the greatest length in characters or bytes. Engines that can check lengths check both, but only if
   * `min` is given.
   */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  /** The integer is never negative. Not every engine can declare this. */
  readonly unsigned?: true;
  /** The value for rows that are inserted without one. */
  readonly default?: number;
}

type Columns = Readonly<Record<string, Column>>;

/** The columns of each index, by its name. */
type Indexes = Readonly<Record<string, readonly string[]>>;

export interface Table {
  readonly name: string;
  /** The columns of the table. The first one is the primary key. */
  readonly columns: Columns;
  /** The unique indexes that span several columns. */
  readonly unique?: Indexes;
  readonly indexes?: Indexes;
  /** The rows that the table begins with. */
  readonly rows?: readonly (readonly number[])[];
  /** Only engines that name the table in `Ddl.optionalTables` have it. It contains nothing that a copy must move. */
  readonly optional?: true;
}

/**
 * One change of the schema. It only adds, so that replicas of the previous version continue to work. It may remove an
 * index, but not one that a statement names.
 */
export interface Migration {
  /**
   * The name of the migration. It ends with the time at which it was written, as 13 digits of milliseconds since 1970,
   * by which TypeORM orders migrations.
   */
  readonly name: string;
  readonly tables?: readonly Table[];
  /** The new columns by table. */
  readonly columns?: Readonly<Record<string, Columns>>;
  readonly indexes?: Readonly<Record<string, { readonly add: Indexes; readonly drop?: readonly string[] }>>;
  /**
   * The tables whose CHECK constraints this migration loosens, as they are after it. Nothing else in these tables
   * changes.
   */
  readonly checks?: readonly Table[];
}

/** The differences between engines in the statements that create tables. */
export interface Ddl {
  /** Returns the type of a column without NOT NULL. */
  typeOf(column: Column): string;
  /** Returns the definition of a column of a new table. @param isKey whether the column is the primary key */
  columnOf(name: string, column: Column, isKey: boolean): string;
  /** Returns the lines of a new table that follow its columns. */
  constraintsOf(table: Table): string[];
  /**
   * Whether the lines of `constraintsOf` include the indexes of the table. Otherwise each index is looked for and
   * created separately, which is slow.
   */
  readonly indexesInTable?: true;
  /**
   * Returns the statements that replace the CHECK constraints of a table. They run in a transaction if the engine's
   * schema changes are transactional.
   */
  replaceChecks(table: Table): string[];
  /** Returns the text that follows the lines of a new table. */
  tableOptions(table: Table): string;
  /** The optional tables that this engine has. */
  readonly optionalTables: readonly string[];
  /**
   * Returns the column of an index that is NULL in every row that is read through the index. It is for an engine that
   * cannot use an index to sort by the columns that follow such a column: there the index leaves the column out, and
   * every row in which it is not NULL.
   */
  nullColumnOf?(index: string): string | undefined;
}

/**
 * Returns the condition that a column of this name must meet, if any.
 * @param length the engine's function that counts characters
 */
export function conditionOf(name: string, { min, max, values }: Column, length = 'length'): string | undefined {
  if (values) return `${name} IN (${values.map((value) => `'${value}'`).join(', ')})`;
  if (min === undefined) return undefined;
  return min === max ? `${length}(${name}) = ${max}` : `${length}(${name}) BETWEEN ${min} AND ${max}`;
}

/**
 * Returns a migration for TypeORM, which records the migrations that ran. `down` does nothing, because a schema only
 * grows.
 */
export function migrationClass(migration: Migration, ddl: Ddl): new () => MigrationInterface {
  return class {
    readonly name = migration.name;
    up(runner: QueryRunner): Promise<void> {
      return apply(migration, ddl, runner);
    }
    async down(): Promise<void> {}
  };
}

/**
 * Each step first checks whether it was already done, because not every engine undoes the schema changes of a run that
 * is cut short.
 */
async function apply(migration: Migration, ddl: Ddl, runner: QueryRunner): Promise<void> {
  const { tables = [], columns = {}, indexes = {}, checks = [] } = migration;
  for (const table of tables) {
    if (table.optional && !ddl.optionalTables.includes(table.name)) continue;
    await runner.query(createTable(table, ddl));
    if (table.indexes && !ddl.indexesInTable) await addIndexes(runner, ddl, table.name, table.indexes);
    if (table.rows) await addRows(runner, table.name, table.rows);
  }
  for (const [table, added] of Object.entries(columns)) {
    for (const [column, definition] of Object.entries(added)) {
      if (await runner.hasColumn(table, column)) continue;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${ddl.typeOf(definition)}`);
    }
  }
  for (const [name, { add, drop = [] }] of Object.entries(indexes)) {
    const table = await addIndexes(runner, ddl, name, add);
    for (const index of drop) if (has(table, index)) await runner.dropIndex(table, index);
  }
  for (const statement of checks.flatMap((table) => ddl.replaceChecks(table))) await runner.query(statement);
}

export function createTable(table: Table, ddl: Ddl): string {
  const columns = Object.entries(table.columns).map(([name, column], at) => ddl.columnOf(name, column, at === 0));
  const lines = [...columns, ...ddl.constraintsOf(table)].join(',\n    ');
  return `CREATE TABLE IF NOT EXISTS ${table.name} (\n    ${lines}\n  ) ${ddl.tableOptions(table)}`;
}

/** Adds the indexes of a table. @returns the table as it was before */
async function addIndexes(runner: QueryRunner, ddl: Ddl, name: string, indexes: Indexes) {
  const table = await runner.getTable(name);
  for (const [index, columns] of Object.entries(indexes)) {
    if (has(table, index)) continue;
    const nullColumn = ddl.nullColumnOf?.(index);
    const condition = nullColumn === undefined ? '' : ` WHERE ${nullColumn} IS NULL`;
    const listed = columns.filter((column) => column !== nullColumn);
    await runner.query(`CREATE INDEX ${index} ON ${name} (${listed.join(', ')})${condition}`);
  }
  return table;
}

async function addRows(runner: QueryRunner, name: string, rows: readonly (readonly number[])[]): Promise<void> {
  const found: unknown = await runner.query(`SELECT 1 FROM ${name} LIMIT 1`);
  if (Array.isArray(found) && found.length > 0) return;
  await runner.query(`INSERT INTO ${name} VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}`);
}

function has(table: TypeormTable | undefined, index: string): table is TypeormTable {
  return table?.indices.some(({ name }) => name === index) ?? false;
}
