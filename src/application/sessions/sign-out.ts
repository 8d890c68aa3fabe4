import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';

/** Ends one session. */
export class SignOut {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
  ) {}

  /** Does nothing where the token is unknown. @throws DomainError `unavailable`. */
  async execute(token: string): Promise<void> {
    await this.sessions.remove(this.secrets.sha256(token));
  }
}
