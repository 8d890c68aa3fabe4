import { hash } from 'node:crypto';

/** What a count of attempts is kept under: short for every name, and its reader learns no email and no address. */
export function attemptKey(name: string): string {
  return hash('sha256', name, 'hex');
}
