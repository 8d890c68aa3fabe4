import { conditionOf, type Column, type Ddl } from '../tables.js';

export const sqliteDdl: Ddl = {
  typeOf,
  columnOf: definitionOf,
  constraintsOf: ({ unique = {} }) => Object.values(unique).map((names) => `UNIQUE (${names.join(', ')})`),
  tableOptions: 'STRICT',
};

/** AUTOINCREMENT never gives an id twice, also after a DELETE. */
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
