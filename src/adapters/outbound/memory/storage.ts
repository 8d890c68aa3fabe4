import type { Storage, StorageKind } from '../storage.js';
import { MemoryAccountRepository } from './account-repository.js';
import { MemoryApiKeyRepository } from './api-key-repository.js';
import { MemoryPetRepository } from './pet-repository.js';
import { MemorySessionRepository } from './session-repository.js';

/** Keeps everything in this process, until it ends. */
export const storage: StorageKind = {
  name: 'memory',
  urlForm: 'memory:',
  parse(url) {
    if (url !== 'memory:') return undefined;
    return { name: 'memory', location: 'this process', scope: 'process', open };
  },
};

async function open(): Promise<Storage> {
  const { MemoryThrottle } = await import('../support/memory-throttle.js'); // its library takes longer than the rest
  return {
    pets: new MemoryPetRepository(),
    accounts: new MemoryAccountRepository(),
    apiKeys: new MemoryApiKeyRepository(),
    sessions: new MemorySessionRepository(),
    throttle: new MemoryThrottle(),
    // Always within reach, and without a schema.
    schema: { check: async () => {}, pendingMigrations: async () => [], migrate: async () => [] },
    async connect() {},
    async close() {},
  };
}
