import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import { FLASH_LIFE } from '../../domain/session.js';

/**
 * Keeps a text for the next page of a session, which takes it once. The store gets it encrypted with a key derived from
 * the token of the session, which only the browser has, so that any replica can show it and no reader of the store can.
 */
export class SaveFlash {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @param text at most 80 characters. @throws DomainError `unavailable`. */
  async execute(token: string, text: string): Promise<void> {
    const expiresAt = this.clock.now().getTime() + FLASH_LIFE;
    await this.sessions.saveFlash(this.secrets.sha256(token), this.secrets.encrypt(`${expiresAt} ${text}`, token));
  }
}
