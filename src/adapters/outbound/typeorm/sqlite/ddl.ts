import { conditionOf, createTable, type Column, type Ddl, type Table } from '../tables.js';

/** How SQLite defines tables. */
export const sqliteDdl: Ddl = {
  typeOf,
  columnOf: definitionOf,
  constraintsOf: ({ unique = {} }) => Object.values(unique).map((names) => `UNIQUE (${names.join(', ')})`),
  replaceChecks,
  tableOptions: () => 'STRICT',
  optionalTables: [], // Only one process serves a file, and it writes one row after the other.
};

/**
 * SQLite changes no constraint of a table, so a new table takes over the rows and the greatest id that was ever given.
 */
function replaceChecks(table: Table): string[] {
  const { name, columns, indexes = {} } = table;
  const names = Object.keys(columns).join(', ');
  return [
    createTable({ ...table, name: `new_${name}` }, sqliteDdl),
    `INSERT INTO new_${name} (${names}) SELECT ${names} FROM ${name}`,
    `DELETE FROM sqlite_sequence WHERE name = 'new_${name}'`,
    `UPDATE sqlite_sequence SET name = 'new_${name}' WHERE name = '${name}'`,
    `DROP TABLE ${name}`,
    `ALTER TABLE new_${name} RENAME TO ${name}`,
    ...Object.entries(indexes).map(([index, each]) => `CREATE INDEX ${index} ON ${name} (${each.join(', ')})`),
  ];
}

/** AUTOINCREMENT never gives an id twice, even after a DELETE. */
function definitionOf(name: string, column: Column, isKey: boolean): string {
  if (column.type === 'id') return `${name} INTEGER PRIMARY KEY AUTOINCREMENT CHECK (${name} > 0)`;
  const condition = conditionOf(name, column);
  return [
    name,
    typeOf(column),
    ...(column.nullable || (isKey && column.type === 'integer') ? [] : ['NOT NULL']), // An integer key is never null.
    ...(isKey ? ['PRIMARY KEY'] : []),
    ...(column.unique ? ['UNIQUE'] : []),
    ...(condition ? [`CHECK (${condition})`] : []),
  ].join(' ');
}

function typeOf({ type }: Column): string {
  return { id: 'INTEGER', integer: 'INTEGER', small: 'INTEGER', text: 'TEXT', code: 'TEXT', bytes: 'BLOB' }[type];
}
