import type { Clock } from '../../domain/ports/clock.js';
import type { Secrets } from '../../domain/ports/secrets.js';
import type { SessionRepository } from '../../domain/ports/session-repository.js';

/** Takes the text that SaveFlash kept for a session. */
export class TakeFlash {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** `undefined` when there is none, when it was taken before, and when it has expired. @throws DomainError `unavailable`. */
  async execute(token: string): Promise<string | undefined> {
    const encrypted = await this.sessions.takeFlash(this.secrets.sha256(token));
    const text = encrypted === undefined ? undefined : this.secrets.decrypt(encrypted, token);
    if (text === undefined) return undefined;
    const space = text.indexOf(' ');
    return this.clock.now().getTime() < Number(text.slice(0, space)) ? text.slice(space + 1) : undefined;
  }
}
