import { ConfigError } from './config.js';
import { DomainError, MissingRightError } from '../domain/errors.js';

/** Exit codes of sysexits.h, and 1 for a command that the service refused. */
export const EXIT = { refused: 1, unavailable: 69, software: 70, configuration: 78 } as const;

const RIGHTS =
  'The service needs SELECT, INSERT, UPDATE and DELETE, and migrations also CREATE, ALTER, DROP and INDEX. ' +
  'Grant the right, or run animal-store migrate as a user with all of them and start the service with MIGRATE_ON_START=false.';

/** Returns how an operator removes the cause of an error; `undefined` if its message says everything. */
export function adviceFor(error: unknown): string | undefined {
  return error instanceof MissingRightError ? RIGHTS : undefined;
}

/** Describes an error to an operator, with the cause if the store is unavailable, and with the stack if it is a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (error instanceof MissingRightError) return `${error.message} ${RIGHTS}`;
  if (!(error instanceof DomainError)) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message} (${reasonOf(error.cause)})` : error.message;
}

/** Node.js gives the error for a name with several addresses a code and no message. */
export function reasonOf(cause: Error): string {
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  if (error instanceof DomainError) return error.code === 'unavailable' ? EXIT.unavailable : EXIT.refused;
  return EXIT.software;
}
