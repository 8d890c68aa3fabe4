import { EntitySchema } from 'typeorm';
import type { NewPet, Pet } from '../../../domain/pet.js';
import type { Idempotency } from '../../../domain/ports/pet-repository.js';
import { petFromRow, petValues } from './pet-schema.js';

/** An idempotency key as the table `idempotency_keys` holds it, with the animal as it was added. */
export interface IdempotencyKeyRow {
  readonly pet_id: bigint | number | string;
  readonly name: string;
  readonly category_id: bigint | number | string;
  readonly status: string;
  readonly account_id: bigint | number | string;
  readonly idempotency_key: Buffer;
  /** Milliseconds since 1970, UTC. */
  readonly first_used_at: bigint | number | string;
}

export const IdempotencyKeySchema = new EntitySchema<IdempotencyKeyRow>({
  name: 'idempotency_key',
  tableName: 'idempotency_keys',
  columns: {
    pet_id: { type: 'bigint', primary: true },
    name: { type: 'varchar' },
    category_id: { type: 'bigint' },
    status: { type: 'varchar' },
    account_id: { type: 'bigint' },
    idempotency_key: { type: 'blob' },
    first_used_at: { type: 'bigint' },
  },
});

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
