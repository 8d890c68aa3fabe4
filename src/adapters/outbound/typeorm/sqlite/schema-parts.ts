import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inOrder } from '../migrations.js';
import { definitionsOf, type Definitions, type Part } from '../schema-parts.js';

type Query = <Row>(text: string) => Promise<Row[]> | Row[];

interface Row {
  readonly table: string;
  readonly name: string;
}

type Flag = bigint | number;

const TABLES = `SELECT list.name AS name, list.strict AS strict, made.sql AS sql FROM pragma_table_list AS list
  JOIN sqlite_schema AS made ON made.name = list.name WHERE list.schema = 'main' AND made.type = 'table'`;

const COLUMNS = `SELECT made.name AS "table", col.name AS name, col.type AS type, col."notnull" AS not_null,
    col.dflt_value AS preset, col.pk AS pk FROM sqlite_schema AS made, pragma_table_xinfo(made.name) AS col
  WHERE made.type = 'table'`;

const INDEXES = `SELECT made.name AS "table", idx.name AS name, idx."unique" AS is_unique, idx.partial AS partial,
    group_concat(col.name || CASE col.coll WHEN 'BINARY' THEN '' ELSE ' COLLATE ' || col.coll END, ', ') AS columns
  FROM sqlite_schema AS made, pragma_index_list(made.name) AS idx, pragma_index_xinfo(idx.name) AS col
  WHERE made.type = 'table' AND col.key = 1 GROUP BY made.name, idx.name`;

const FOREIGN_KEYS = `SELECT made.name AS "table", 'to ' || fk."table" AS name
  FROM sqlite_schema AS made, pragma_foreign_key_list(made.name) AS fk WHERE made.type = 'table'`;

const TRIGGERS = `SELECT tbl_name AS "table", name FROM sqlite_schema WHERE type = 'trigger'`;

/** Reads the parts of a schema. The query may have a synchronous result. */
export async function readSchemaParts(query: Query): Promise<Part[]> {
  const tables = await query<Row & { strict: Flag; sql: string }>(TABLES);
  const columns = await query<Row & { type: string; not_null: Flag; preset: string | null; pk: Flag }>(COLUMNS);
  const indexes = await query<Row & { is_unique: Flag; partial: Flag; columns: string }>(INDEXES);
  return [
    ...tables.map(({ name, strict, sql }): Part => ({ kind: 'table', name, definition: tableOf(strict, sql) })),
    ...columns.map(({ table, name, type, not_null, preset, pk }): Part => {
      const isHarmless = !not_null || preset !== null;
      const rule = `${not_null ? ' NOT NULL' : ''}${preset === null ? '' : ` DEFAULT ${preset}`}`;
      const definition = `${type}${rule}${pk ? ' PRIMARY KEY' : ''}`;
      return { kind: 'column', name: `${table}.${name}`, definition, isHarmless };
    }),
    ...indexes.map(({ table, name, is_unique, partial, columns }): Part => {
      const definition = `${is_unique ? 'UNIQUE ' : ''}(${columns})${partial ? ' WHERE' : ''}`;
      return { kind: 'index', name: `${table}.${name}`, definition, isHarmless: !is_unique };
    }),
    ...(await query<Row>(FOREIGN_KEYS)).map(partOf('foreign key')),
    ...(await query<Row>(TRIGGERS)).map(partOf('trigger')),
  ];
}

function partOf(kind: Part['kind']): (row: Row) => Part {
  return ({ table, name }) => ({ kind, name: `${table}.${name}`, definition: kind.toUpperCase() });
}

/** The rules of a table stand only in the statement that made it, so they are counted. */
function tableOf(strict: Flag, sql: string): string {
  const rules = sql.match(/\bCHECK\s*\(/gi)?.length ?? 0;
  return `${strict ? 'STRICT' : 'not STRICT'} with ${/\bAUTOINCREMENT\b/i.test(sql) ? 'AUTOINCREMENT and ' : ''}${rules} rules`;
}

/** Returns the schema that the migrations in this folder make, by making it in memory. */
export async function expectedSchema(folder: string): Promise<Definitions> {
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const handle = new BetterSqlite3(':memory:');
  try {
    const files = inOrder(readdirSync(folder).filter((file) => file.endsWith('.sql')));
    for (const { file } of files) handle.exec(readFileSync(join(folder, file), 'utf8'));
    return definitionsOf(await readSchemaParts(<Row>(text: string) => handle.prepare<[], Row>(text).all()));
  } finally {
    handle.close();
  }
}
