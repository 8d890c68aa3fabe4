import { conditionOf, createIndex, type Column, type Ddl } from '../tables.js';

/** A schema change is part of the transaction here. AUTOINCREMENT never gives an id twice, also after a DELETE. */
export const sqliteDdl: Ddl = {
  typeOf,

  createTable({ name, columns, unique = {}, indexes = {} }) {
    const lines = [
      ...Object.entries(columns).map(([column, definition], at) => definitionOf(column, definition, at === 0)),
      ...Object.values(unique).map((names) => `UNIQUE (${names.join(', ')})`),
    ];
    return [
      `CREATE TABLE ${name} (\n    ${lines.join(',\n    ')}\n  ) STRICT`,
      ...Object.entries(indexes).map(([index, names]) => createIndex(name, index, names)),
    ];
  },
};

function definitionOf(name: string, column: Column, isKey: boolean): string {
  if (column.type === 'id') return `${name} INTEGER PRIMARY KEY AUTOINCREMENT CHECK (${name} > 0)`;
  const condition = conditionOf(name, column);
  return [
    name,
    typeOf(column),
    ...(column.nullable || (isKey && column.type === 'integer') ? [] : ['NOT NULL']), // an integer key is never null
    ...(isKey ? ['PRIMARY KEY'] : []),
    ...(column.unique ? ['UNIQUE'] : []),
    ...(condition ? [`CHECK (${condition})`] : []),
  ].join(' ');
}

function typeOf({ type }: Column): string {
  return { id: 'INTEGER', integer: 'INTEGER', text: 'TEXT', code: 'TEXT', bytes: 'BLOB' }[type];
}
