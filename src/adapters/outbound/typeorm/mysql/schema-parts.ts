import type { Connection } from '../dialect.js';
import type { Part } from '../schema-parts.js';

interface Row {
  readonly table: string;
  readonly name: string;
}

interface ColumnRow extends Row {
  readonly type: string;
  readonly collation: string | null;
  readonly nullable: string;
  readonly preset: string | null;
  readonly extra: string;
}

interface IndexRow extends Row {
  readonly not_unique: number | string;
  readonly column: string | null;
  readonly length: number | string | null;
}

const TABLES = `SELECT TABLE_NAME AS \`table\`, TABLE_NAME AS name, ENGINE AS engine FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`;

const COLUMNS = `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name, COLUMN_TYPE AS type, COLLATION_NAME AS collation,
    IS_NULLABLE AS nullable, COLUMN_DEFAULT AS preset, EXTRA AS extra FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA = DATABASE()`;

const INDEXES = `SELECT TABLE_NAME AS \`table\`, INDEX_NAME AS name, NON_UNIQUE AS not_unique, COLUMN_NAME AS \`column\`,
    SUB_PART AS length FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()
  ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

const CONSTRAINTS = `SELECT TABLE_NAME AS \`table\`, CONSTRAINT_NAME AS name, CONSTRAINT_TYPE AS type
  FROM information_schema.TABLE_CONSTRAINTS
  WHERE TABLE_SCHEMA = DATABASE() AND CONSTRAINT_TYPE IN ('CHECK', 'FOREIGN KEY')`;

/** The server lists the triggers of a table only for a user who has the right to make some. */
const TRIGGERS = `SELECT EVENT_OBJECT_TABLE AS \`table\`, TRIGGER_NAME AS name FROM information_schema.TRIGGERS
  WHERE TRIGGER_SCHEMA = DATABASE()`;

/** Reads the parts of a schema in a form that MySQL and MariaDB share. */
export async function readSchemaParts(connection: Connection): Promise<Part[]> {
  const tables = await connection.query<(Row & { readonly engine: string })[]>(TABLES);
  const columns = await connection.query<ColumnRow[]>(COLUMNS);
  const indexes = await connection.query<IndexRow[]>(INDEXES);
  const constraints = await connection.query<(Row & { readonly type: string })[]>(CONSTRAINTS);
  const triggers = await connection.query<Row[]>(TRIGGERS);
  const rows = tables.some(({ name }) => name === 'add_order')
    ? await connection.query<{ readonly id: number }[]>('SELECT id FROM add_order')
    : [];
  return [
    ...tables.map(({ name, engine }): Part => ({ kind: 'table', name, definition: engine })),
    ...columns.map((column): Part => {
      const isHarmless = column.nullable === 'YES' || column.preset !== null || column.extra !== '';
      return { kind: 'column', name: nameOf(column), definition: definitionOf(column), isHarmless };
    }),
    ...indexPartsOf(indexes),
    ...constraints.map((constraint): Part => {
      const kind = constraint.type === 'CHECK' ? 'rule' : 'foreign key';
      return { kind, name: nameOf(constraint), definition: constraint.type };
    }),
    ...triggers.map((trigger): Part => ({ kind: 'trigger', name: nameOf(trigger), definition: 'TRIGGER' })),
    ...rows.map(({ id }): Part => ({ kind: 'row', name: `add_order.${id}`, definition: '', isHarmless: true })),
  ];
}

function nameOf({ table, name }: Row): string {
  return `${table}.${name}`;
}

/** MariaDB writes an absent default as NULL, and the width of integers, which means nothing. */
function definitionOf({ type, collation, nullable, preset, extra }: ColumnRow): string {
  return [
    type.replace(/^(\w*int)\(\d+\)/, '$1'),
    collation === null ? '' : `COLLATE ${collation}`,
    nullable === 'YES' ? '' : 'NOT NULL',
    preset === null || preset === 'NULL' ? '' : `DEFAULT ${preset}`,
    extra.toUpperCase(),
  ]
    .filter((word) => word !== '')
    .join(' ');
}

function indexPartsOf(rows: readonly IndexRow[]): Part[] {
  const byName = new Map<string, IndexRow[]>();
  for (const row of rows) byName.set(nameOf(row), [...(byName.get(nameOf(row)) ?? []), row]);
  return [...byName].map(([name, columns]): Part => {
    const isUnique = Number(columns[0]?.not_unique) === 0;
    const names = columns.map(({ column, length }) => `${column}${length === null ? '' : `(${length})`}`);
    const definition = `${isUnique ? 'UNIQUE ' : ''}(${names.join(', ')})`;
    return { kind: 'index', name, definition, isHarmless: !isUnique };
  });
}
