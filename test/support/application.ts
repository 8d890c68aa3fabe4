import { afterEach } from '@jest/globals';
import { compose, type Composition, type Ports } from '../../src/infrastructure/container.js';
import type { Config } from '../../src/infrastructure/config.js';
import { CountingHasher } from './counting-hasher.js';
import { testConfig } from './server.js';
import { SettableClock } from './settable-clock.js';

const open: Composition[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

/** The service's object graph without HTTP, its storage migrated; closed after the test. */
export async function composed(config: Partial<Config> = {}, overrides: Partial<Ports> = {}): Promise<Composition> {
  const composition = await compose(testConfig(config), overrides);
  open.push(composition);
  await composition.storage.connect();
  await composition.services.store.migrate();
  return composition;
}

/** The use cases over the memory adapters, with a fast hasher and a clock that stands still. */
export async function newAccountHolders() {
  const clock = new SettableClock();
  const hasher = new CountingHasher();
  const { services, ports } = await composed({}, { clock, hasher });
  return { ...services, ...ports, clock, hasher };
}
