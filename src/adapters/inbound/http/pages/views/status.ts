import type { PetStatus } from '../../../../../domain/pet.js';

/** Writes a status as a filter and a form name it, such as "Available". */
export function statusLabel(status: PetStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
