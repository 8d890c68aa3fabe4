import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';
import { FLASH_LIFE } from '../../domain/session.js';

/**
 * A text for the next page of a session, which takes it once. The store gets it encrypted with a key derived from the
 * token of the session, which only the browser has, so that any replica can show it and no reader of the store can.
 */
export class Flash {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @param text at most 80 characters. @throws DomainError `unavailable`. */
  async save(token: string, text: string): Promise<void> {
    const expiresAt = this.clock.now().getTime() + FLASH_LIFE;
    await this.sessions.saveFlash(this.secrets.sha256(token), this.secrets.encrypt(`${expiresAt} ${text}`, token));
  }

  /** `undefined` when there is none, when it was taken before, and when it has expired. @throws DomainError `unavailable`. */
  async take(token: string): Promise<string | undefined> {
    const encrypted = await this.sessions.takeFlash(this.secrets.sha256(token));
    const text = encrypted === undefined ? undefined : this.secrets.decrypt(encrypted, token);
    if (text === undefined) return undefined;
    const space = text.indexOf(' ');
    return this.clock.now().getTime() < Number(text.slice(0, space)) ? text.slice(space + 1) : undefined;
  }
}
