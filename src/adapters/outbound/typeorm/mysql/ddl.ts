import { conditionOf, type Column, type Ddl, type Table } from '../tables.js';

/** utf8mb4_0900_bin compares byte by byte, and does not pad. */
const OPTIONS = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin';

export const mysqlDdl: Ddl = {
  typeOf,

  columnOf(name, column) {
    return `${name} ${typeOf(column)}${column.nullable ? '' : ' NOT NULL'}${column.type === 'id' ? ' AUTO_INCREMENT' : ''}`;
  },

  constraintsOf({ name: table, columns, unique = {}, indexes = {} }) {
    const single = Object.entries(columns).filter(([, column]) => column.unique);
    return [
      `PRIMARY KEY (${Object.keys(columns)[0]})`,
      ...single.map(([column]) => `UNIQUE KEY ${table}_${column} (${column})`),
      ...Object.entries(unique).map(([index, names]) => `UNIQUE KEY ${index} (${names.join(', ')})`),
      ...Object.entries(indexes).map(([index, names]) => `KEY ${index} (${names.join(', ')})`),
      ...checksOf(table, columns),
    ];
  },

  indexesInTable: true,

  tableOptions: OPTIONS,

  further: {
    AccountHolders1796083200000: [
      // Names and order of the columns are those of rate-limiter-flexible, which inserts without naming them.
      `CREATE TABLE IF NOT EXISTS tries (
        \`key\` VARCHAR(64) NOT NULL,
        points INT NOT NULL DEFAULT 0,
        expire BIGINT UNSIGNED NULL,
        PRIMARY KEY (\`key\`),
        KEY tries_expire (expire)
      ) ${OPTIONS}`,
    ],
    // The row that an addition locks until it is committed: see insert-all.ts. A replica of the version before adds out of order.
    AddOrder1797465600000: [
      'CREATE TABLE IF NOT EXISTS add_order (id INT NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB',
      'INSERT IGNORE INTO add_order (id) VALUES (1)',
    ],
  },
};

/** A text has room for one character more: MySQL cuts trailing spaces that overflow a column, so only the CHECK sees them. */
function typeOf({ type, min, max = 0 }: Column): string {
  if (type === 'id' || type === 'integer') return 'BIGINT';
  if (type === 'bytes') return `VARBINARY(${max})`;
  return `VARCHAR(${type === 'text' && min !== undefined ? max + 1 : max})`;
}

/** The greatest length of codes and bytes is that of their type. */
function checksOf(table: string, columns: Table['columns']): string[] {
  return Object.entries(columns).flatMap(([column, definition]) => {
    const { type, min, max, values } = definition;
    const condition =
      type === 'text' || values || min === max ? conditionOf(column, definition, 'CHAR_LENGTH') : undefined;
    return condition ? [`CONSTRAINT ${table}_${column}_${values ? 'known' : 'length'} CHECK (${condition})`] : [];
  });
}
