import { afterEach } from '@jest/globals';
import { compose, PORTS, type Composition } from '../../src/infrastructure/container/compose.js';
import type { Config } from '../../src/infrastructure/config.js';
import type { AuditEvent, PasswordHasher } from '../../src/domain/ports/security.js';
import { testConfig } from './config.js';
import { SettableClock } from './settable-clock.js';

const open: Composition[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

/**
 * Returns the use cases over the memory adapters, which are closed after the test, with a fast hasher, a clock that stands still, and the recorded audit
 * events.
 */
export async function newAccountHolders(config: Partial<Config> = {}) {
  const clock = new SettableClock();
  const hasher = new CountingHasher();
  const events: AuditEvent[] = [];
  const auditLog = { record: (event: AuditEvent) => void events.push(event) };
  const composition = await compose(testConfig(config), { overrides: { clock, hasher, auditLog } });
  open.push(composition);
  const { services, storage, get } = composition;
  await storage.connect();
  await storage.schema.migrate();
  return { ...services, ports: get(PORTS), clock, hasher, events };
}

/** A hasher that is fast, hides nothing and counts its work. */
export class CountingHasher implements PasswordHasher {
  hashed = 0;
  verified = 0;

  get work(): { readonly hashed: number; readonly verified: number } {
    return { hashed: this.hashed, verified: this.verified };
  }

  async hash(password: string): Promise<string> {
    this.hashed++;
    return `hash ${this.hashed} of ${password}`;
  }

  async verify(hash: string | undefined, password: string): Promise<boolean> {
    this.verified++;
    return hash?.replace(/^hash \d+ of /, '') === password;
  }
}
