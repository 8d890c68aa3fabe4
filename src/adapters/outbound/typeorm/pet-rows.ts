import { restorePet, type NewPet, type Pet } from '../../../domain/pet.js';
import type { Idempotency } from '../../../domain/ports/pet-repository.js';
import type { Integer } from './entities.js';

/** An animal as the table `pets` holds it. */
export interface PetRow {
  readonly id: Integer;
  readonly name: string;
  readonly category_id: Integer;
  readonly status: string;
}

/** @throws Error where the row holds what this program never wrote. */
export function petFromRow({ id, name, category_id, status }: PetRow): Pet {
  return restorePet(BigInt(id), name, BigInt(category_id), status);
}

/**
 * The columns `name`, `category_id` and `status`.
 * @throws Error for a name that UTF-8 cannot hold: engines would keep another one without a word
 */
export function petValues({ name, categoryId, status }: NewPet): unknown[] {
  if (!name.isWellFormed()) throw new Error('an animal whose name has an unpaired surrogate reached the store');
  return [name, categoryId, status];
}

/** An idempotency key as the table `idempotency_keys` holds it, with the animal as it was added. */
export interface IdempotencyKeyRow extends Omit<PetRow, 'id'> {
  readonly pet_id: Integer;
  readonly account_id: Integer;
  readonly idempotency_key: Buffer;
}

/** The animal as it was added. */
export function additionFromRow({ pet_id, ...row }: IdempotencyKeyRow): Pet {
  return petFromRow({ id: pet_id, ...row });
}

/** Every column but `pet_id`, in their order. */
export function keyValues(pet: NewPet, { accountId, key, at }: Idempotency): unknown[] {
  return [...petValues(pet), accountId, keyBytes(key), BigInt(at.getTime())];
}

/** As bytes a key is compared exactly: no collation folds its case or drops its trailing spaces. */
export function keyBytes(key: string): Buffer {
  return Buffer.from(key);
}
