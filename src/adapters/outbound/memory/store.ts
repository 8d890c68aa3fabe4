import type { Store } from '../../../domain/ports/store.js';

/** Memory is always within reach and has no schema. */
export class MemoryStore implements Store {
  async check(): Promise<void> {}

  async pendingMigrations(): Promise<string[]> {
    return [];
  }

  async migrate(): Promise<string[]> {
    return [];
  }
}
