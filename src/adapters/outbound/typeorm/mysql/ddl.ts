import { conditionOf, type Column, type Ddl, type Table } from '../tables.js';

/** How MySQL and MariaDB define tables. */
export const mysqlDdl: Ddl = {
  typeOf,

  columnOf(name, column) {
    const { type, nullable, default: value } = column;
    return [
      quoted(name),
      typeOf(column),
      ...(nullable ? [] : ['NOT NULL']),
      ...(value === undefined ? [] : [`DEFAULT ${value}`]),
      ...(type === 'id' ? ['AUTO_INCREMENT'] : []),
    ].join(' ');
  },

  constraintsOf({ name: table, columns, unique = {}, indexes = {} }) {
    const [key = ''] = Object.keys(columns);
    const single = Object.entries(columns).filter(([, column]) => column.unique);
    return [
      `PRIMARY KEY (${quoted(key)})`,
      ...single.map(([column]) => `UNIQUE KEY ${table}_${column} (${column})`),
      ...Object.entries(unique).map(([index, names]) => `UNIQUE KEY ${index} (${names.join(', ')})`),
      ...Object.entries(indexes).map(([index, names]) => `KEY ${index} (${names.join(', ')})`),
      ...checksOf(table, columns).map(([name, condition]) => `CONSTRAINT ${name} CHECK (${condition})`),
    ];
  },

  replaceChecks({ name: table, columns }) {
    const changes = checksOf(table, columns).map(
      ([name, condition]) => `DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} CHECK (${condition})`,
    );
    return [`ALTER TABLE ${table} ${changes.join(', ')}`];
  },

  indexesInTable: true,

  /** utf8mb4_0900_bin compares byte by byte and does not pad. A table without texts has no collation of its own. */
  tableOptions({ columns }) {
    const hasTexts = Object.values(columns).some(({ type }) => type === 'text' || type === 'code');
    return hasTexts ? 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin' : 'ENGINE = InnoDB';
  },

  optionalTables: ['tries', 'add_order'],
};

/** Names are quoted because `key` is a reserved word. */
function quoted(name: string): string {
  return `\`${name}\``;
}

/**
 * A text has room for one character more than its bound: MySQL cuts trailing spaces that overflow a column, so only the
 * CHECK sees them.
 */
function typeOf({ type, min, max = 0, unsigned }: Column): string {
  if (type === 'id' || type === 'integer') return unsigned ? 'BIGINT UNSIGNED' : 'BIGINT';
  if (type === 'small') return 'INT';
  if (type === 'bytes') return `VARBINARY(${max})`;
  return `VARCHAR(${type === 'text' && min !== undefined ? max + 1 : max})`;
}

/**
 * Returns the name and the condition of each CHECK. Codes and bytes need none, because their type already bounds their
 * length.
 */
function checksOf(table: string, columns: Table['columns']): [name: string, condition: string][] {
  return Object.entries(columns).flatMap(([column, definition]) => {
    const { type, min, max, values } = definition;
    const hasCheck = type === 'text' || values !== undefined || min === max;
    const condition = hasCheck ? conditionOf(column, definition, 'CHAR_LENGTH') : undefined;
    return condition ? [[`${table}_${column}_${values ? 'known' : 'length'}`, condition]] : [];
  });
}
