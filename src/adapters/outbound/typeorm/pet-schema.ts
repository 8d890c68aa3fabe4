import { EntitySchema } from 'typeorm';
import { restorePet, type NewPet, type Pet } from '../../../domain/pet.js';

/** An animal as the table `pets` holds it. */
export interface PetRow {
  /** 64-bit integers arrive from SQLite as bigint, from MySQL as a number where that is exact, else as text. */
  readonly id: bigint | number | string;
  readonly name: string;
  readonly category_id: bigint | number | string;
  readonly status: string;
}

export const PetSchema = new EntitySchema<PetRow>({
  name: 'pet',
  tableName: 'pets',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    name: { type: 'varchar' },
    category_id: { type: 'bigint' },
    status: { type: 'varchar' },
  },
});

/** @throws Error where the row holds what this program never wrote. */
export function petFromRow({ id, name, category_id, status }: PetRow): Pet {
  return restorePet(BigInt(id), name, BigInt(category_id), status);
}

/**
 * The columns `name`, `category_id` and `status`.
 * @throws Error for a name that UTF-8 cannot hold: both engines would keep another one without a word
 */
export function petValues({ name, categoryId, status }: NewPet): unknown[] {
  if (!name.isWellFormed()) throw new Error('an animal whose name has an unpaired surrogate reached the store');
  return [name, categoryId, status];
}
