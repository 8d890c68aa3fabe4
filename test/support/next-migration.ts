import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../src/adapters/outbound/typeorm/tables.js';

/** A migration that adds to the schema, as one of the next version may do. */
export class Next9000000000000 implements MigrationInterface {
  readonly name = 'Next9000000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pets ADD COLUMN nickname_id INTEGER NULL');
    await runner.query('CREATE TABLE nicknames (id INTEGER PRIMARY KEY)');
    await runner.query('CREATE INDEX pets_nickname_id ON pets (nickname_id)');
  }
  async down(): Promise<void> {}
}

/** The migration that a version would have which adds the status `reserved`, as docs/tour.md shows it. */
export const RESERVED: Migration = {
  name: 'ReservedAnimals9000000000000',
  checks: [
    {
      name: 'pets',
      columns: {
        id: { type: 'id' },
        name: { type: 'text', min: 1, max: 255 },
        category_id: { type: 'integer' },
        status: { type: 'code', max: 9, values: ['available', 'pending', 'sold', 'reserved'] },
      },
      indexes: { pets_status_id: ['status', 'id'] },
    },
  ],
};
