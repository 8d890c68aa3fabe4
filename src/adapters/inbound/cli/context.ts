import type { AccountUseCases } from '../../../application/accounts.js';
import type { ApiKeyUseCases } from '../../../application/api-keys.js';
import type { DatabaseHealth } from '../../../domain/ports/health.js';

interface Schema {
  /** Lists the migrations that this version of the program still has to apply, oldest first. */
  pending(): Promise<string[]>;
  /** Applies them, and lists them. @param onWait called once, with the reason, if a lock delays them */
  migrate(onWait: (reason: string) => void): Promise<string[]>;
}

export interface Operations {
  readonly accounts: AccountUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly database: Pick<DatabaseHealth, 'check'>;
  readonly schema: Schema;
}

/** Whether a command may create a database that does not exist, or needs one that exists. */
type Access = 'create' | 'open';

export interface CommandContext {
  readonly serve: () => Promise<void>;
  readonly withDatabase: (work: (operations: Operations) => Promise<void>, access: Access) => Promise<void>;
  /** Resolves to the number of rows of each table. */
  readonly copy: (
    from: string,
    to: string,
    onProgress: (done: number, total: number) => void,
  ) => Promise<ReadonlyMap<string, number>>;
  readonly backup: (file: string, onProgress: (done: number, total: number) => void) => Promise<void>;
  /** Rejects with DomainError `invalid` unless the operator confirms. */
  readonly confirm: (question: string) => Promise<void>;
  readonly readNewPassword: (check: (password: string) => Promise<unknown>) => Promise<string>;
  /**
   * Checks the configuration and the database, and calls `onFinding` for each result. Rejects with the error of a start
   * that fails, or of a database that takes no changes.
   */
  readonly diagnose: (onFinding: (finding: Finding) => void) => Promise<void>;
  /** Writes to standard output. Rejects with OutputError. */
  readonly print: (line: string) => Promise<void>;
  /** Writes to standard error, and ignores a failure. */
  readonly printNotice: (line: string) => void;
}

/** Opens the database, and refuses one whose schema is not up to date or into which a copy is not finished. */
export function withMigratedDatabase(
  { withDatabase }: CommandContext,
  work: (operations: Operations) => Promise<void>,
) {
  return withDatabase(async (operations) => {
    await operations.database.check();
    await work(operations);
  }, 'open');
}

/** A result of `doctor`, in whole sentences. */
export interface Finding {
  readonly ok: true;
  /** Set for something that an operator should know although it is no fault. */
  readonly note?: true;
  readonly message: string;
}
