import { ConfigError } from './config.js';
import { MissingRightError } from '../adapters/outbound/support/errors.js';
import { DomainError } from '../domain/errors.js';

/** Exit codes of sysexits.h, and 1 for a command that the service refused. */
export const EXIT = { refused: 1, unavailable: 69, software: 70, configuration: 78 } as const;

const RIGHTS =
  'Migrations need CREATE, ALTER, DROP and INDEX in addition to the rights of the service; ' +
  'run animal-store migrate as a user with all of them.';

/** An error for an operator: with the cause if the store is unavailable, with the stack if it is a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (error instanceof MissingRightError) return `${error.message} ${RIGHTS}`;
  if (!(error instanceof DomainError)) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message} (${reasonOf(error.cause)})` : error.message;
}

/** For a name with several addresses, Node's error has a code and no message. */
export function reasonOf(cause: Error): string {
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  if (error instanceof DomainError) return error.code === 'unavailable' ? EXIT.unavailable : EXIT.refused;
  return EXIT.software;
}
