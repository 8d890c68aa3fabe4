import { ConfigError } from './config.js';
import { OutputError } from '../adapters/inbound/cli/output.js';
import { AccessDenied, StorageUnavailable } from '../adapters/outbound/storage.js';
import { DomainError } from '../domain/errors.js';

/** The exit codes of the program: those of sysexits.h, and 1 for a command that was refused. */
const EXIT = { refused: 1, unavailable: 69, software: 70, output: 74, denied: 77, configuration: 78 } as const;

/** Describes an error to an operator: an unavailable database by its reason, and a bug with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof OutputError) return error.message;
  if (!(error instanceof DomainError)) return error.stack ?? error.message;
  if (error.cause instanceof DomainError) return `${error.message}: ${explain(error.cause)}`;
  if (error instanceof StorageUnavailable) return `The database cannot be used: ${reasonOf(error.cause)}`;
  return error.cause instanceof Error ? `${error.message} (${reasonOf(error.cause)})` : error.message;
}

/** Returns the message of an error, or its code: for a name with several addresses, Node.js gives only a code. */
export function reasonOf(cause: Error): string {
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  if (error instanceof OutputError) return EXIT.output;
  if (!(error instanceof DomainError)) return EXIT.software;
  if (error.cause instanceof DomainError) return exitCodeOf(error.cause);
  if (error.cause instanceof AccessDenied) return EXIT.denied;
  return error.code === 'unavailable' ? EXIT.unavailable : EXIT.refused;
}
