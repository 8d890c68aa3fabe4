import type { CreateAccount } from '../../../application/accounts/create-account.js';
import type { SetPassword } from '../../../application/accounts/set-password.js';
import type { IssueApiKey } from '../../../application/api-keys/issue-api-key.js';
import type { ListApiKeys } from '../../../application/api-keys/list-api-keys.js';
import type { RevokeApiKey } from '../../../application/api-keys/revoke-api-key.js';
import type { CopyStore } from '../../../application/maintenance/copy-store.js';
import type { AccountRepository } from '../../../domain/ports/repositories.js';
import type { Finding, OnBackupProgress, Schema } from '../../outbound/storage.js';

export interface Operations {
  readonly createAccount: CreateAccount;
  readonly setPassword: SetPassword;
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly issueApiKey: IssueApiKey;
  readonly listApiKeys: ListApiKeys;
  readonly revokeApiKey: RevokeApiKey;
  readonly schema: Schema;
}

/** The operations and outputs that the process gives its commands. */
export interface CommandContext {
  readonly serve: () => Promise<void>;
  /** Opens the store for as long as `work` lasts. @param create whether to create a store that does not exist */
  readonly withStore: (work: (operations: Operations) => Promise<void>, create: boolean) => Promise<void>;
  /** Copies all data of the store at `from` to the empty store at `to`, and compares both. */
  readonly copy: CopyStore['execute'];
  readonly backup: (file: string, onProgress: OnBackupProgress) => Promise<void>;
  /** @param check rejects a password that breaks a rule, before it is typed again */
  readonly readNewPassword: (check: (password: string) => Promise<unknown>) => Promise<string>;
  /** Checks the configuration and the store, and changes nothing. */
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** Writes a line of the result to standard output. */
  readonly print: (line: string) => void;
  /** Writes any other line to standard error. */
  readonly remark: (line: string) => void;
}

/** Opens the store, and refuses one whose schema is not up to date or that a copy has not filled yet. */
export function withMigratedStore(
  { withStore }: CommandContext,
  work: (operations: Operations) => Promise<void>,
): Promise<void> {
  return withStore(async (operations) => {
    await operations.schema.check();
    await work(operations);
  }, false);
}
