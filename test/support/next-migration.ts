import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the next version may do to the schema: add. */
export class Next9000000000000 implements MigrationInterface {
  readonly name = 'Next9000000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pets ADD COLUMN nickname_id INTEGER NULL');
    await runner.query('CREATE TABLE nicknames (id INTEGER PRIMARY KEY)');
    await runner.query('CREATE INDEX pets_nickname_id ON pets (nickname_id)');
  }
  async down(): Promise<void> {}
}

/** What docs/operations/README.md shows for a new status. */
export class WidenedStatus9000000000000 implements MigrationInterface {
  readonly name = 'WidenedStatus9000000000000';
  async up(runner: QueryRunner): Promise<void> {
    const paper = readFileSync('docs/operations/README.md', 'utf8');
    const [, mysql = '', sqlite = ''] = /```sql\n-- MySQL: copies.*?\n(.*?)-- SQLite:.*?\n(.*?)```/s.exec(paper) ?? [];
    const statements = runner.manager.dataSource.options.type === 'mysql' ? mysql : sqlite;
    for (const statement of statements.split(/;\n/).filter((text) => text.trim() !== '')) await runner.query(statement);
  }
  async down(): Promise<void> {}
}
