import { hash } from 'node:crypto';

/** The key of a count of attempts: short for every name, and it reveals no email and no address. */
export function attemptKey(name: string): string {
  return hash('sha256', name, 'hex');
}
