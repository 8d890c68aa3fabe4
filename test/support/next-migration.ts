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

/** What docs/operations/README.md shows for a new status. @param engine the name above its statements */
export function widenedStatus(engine: string): new () => MigrationInterface {
  const [, block = ''] =
    /```sql\n(-- \w+: copies.*?)```/s.exec(readFileSync('docs/operations/README.md', 'utf8')) ?? [];
  const [, statements = ''] = new RegExp(`-- ${engine}: .*?\\n(.*?)(\n-- |$)`, 's').exec(block) ?? [];
  return class {
    readonly name = 'WidenedStatus9000000000000';
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements.split(/;\n/).filter((text) => text.trim() !== ''))
        await runner.query(statement);
    }
    async down(): Promise<void> {}
  };
}
