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
