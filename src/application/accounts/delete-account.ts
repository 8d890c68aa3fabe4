import type { AccountRepository } from '../../domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../../domain/ports/api-key-repository.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';

/** Ends an account: its keys are revoked and its sessions over; the animals that it added stay. */
export class DeleteAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /** May be repeated where it failed half-way. @throws DomainError `unavailable`. */
  async execute(accountId: bigint): Promise<void> {
    // Its keys go before it: as long as the account is there, its holder can ask again.
    await this.keys.revokeOf(accountId, this.clock.now());
    await this.accounts.remove(accountId);
    await this.sessions.removeOf(accountId);
    // Those that were made meanwhile; whoever makes one later finds no account (see IssueApiKey).
    await this.keys.revokeOf(accountId, this.clock.now());
  }
}
