import type { components } from './schema.js';

export type Pet = components['schemas']['Pet'];
export type NewPet = components['schemas']['NewPet'];
export type PetStatus = components['schemas']['PetStatus'];

const STATUSES: Readonly<Record<PetStatus, true>> = { available: true, pending: true, sold: true };

/** Whether each member has the type that Pet promises. */
const CHECKS: Readonly<Record<keyof Pet, (value: unknown) => boolean>> = {
  id: (value) => isInt64(value) && value > 0n,
  name: (value) => typeof value === 'string',
  categoryId: isInt64,
  status: (value) => typeof value === 'string' && Object.hasOwn(STATUSES, value),
};

/** Whether a parsed value is what its type promises; members that a later version adds are allowed. */
export function isPet(value: unknown): value is Pet {
  if (typeof value !== 'object' || value === null) return false;
  const members: Readonly<Record<string, unknown>> = { ...value };
  return Object.entries(CHECKS).every(([member, isRight]) => isRight(members[member]));
}

export function isPage(value: unknown): value is Pet[] {
  return Array.isArray(value) && value.every(isPet);
}

function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
