import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The row that an addition locks until it is committed, so that ids become visible in ascending order. SQLite has one
 * writer at a time and needs none. A replica of the version before goes on without it, and out of order.
 */
const MYSQL = [
  `CREATE TABLE IF NOT EXISTS add_order (id INT NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB`,
  'INSERT IGNORE INTO add_order (id) VALUES (1)',
];

/** Orders additions on MySQL. */
export class AddOrder1797465600000 implements MigrationInterface {
  readonly name = 'AddOrder1797465600000';

  async up(runner: QueryRunner): Promise<void> {
    if (runner.manager.dataSource.options.type !== 'mysql') return;
    for (const statement of MYSQL) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS add_order');
  }
}
