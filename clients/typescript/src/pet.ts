import type { components } from './schema.js';

export type Pet = components['schemas']['Pet'];
export type NewPet = components['schemas']['NewPet'];
export type PetStatus = components['schemas']['PetStatus'];

const STATUSES: Readonly<Record<PetStatus, true>> = { available: true, pending: true, sold: true };

/** Whether a parsed value is what its type promises; members that a later version adds are allowed. */
export function isPet(value: unknown): value is Pet {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, categoryId, status }: Partial<Record<keyof Pet, unknown>> = value;
  return (
    isInt64(id) &&
    id > 0n &&
    typeof name === 'string' &&
    isInt64(categoryId) &&
    typeof status === 'string' &&
    Object.hasOwn(STATUSES, status)
  );
}

export function isPage(value: unknown): value is Pet[] {
  return Array.isArray(value) && value.every(isPet);
}

function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
