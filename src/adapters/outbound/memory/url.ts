import type { Storage, UrlScheme } from '../storage.js';
import { MemoryAccountRepository } from './account-repository.js';
import { MemoryApiKeyRepository } from './api-key-repository.js';
import { MemoryAttemptRepository } from './attempt-repository.js';
import { MemoryPetRepository } from './pet-repository.js';
import { MemorySessionRepository } from './session-repository.js';

export const memoryUrl: UrlScheme = {
  urlForm: 'memory:',
  parse(url) {
    if (url !== 'memory:') return undefined;
    return { name: 'memory', location: 'this process', isShared: false, isDurable: false, open };
  },
};

async function open(): Promise<Storage> {
  const accounts = new MemoryAccountRepository();
  return {
    pets: new MemoryPetRepository(),
    accounts,
    apiKeys: new MemoryApiKeyRepository(accounts),
    sessions: new MemorySessionRepository(),
    attempts: new MemoryAttemptRepository(),
    // The storage is always reachable and has no schema.
    health: { check: async () => {}, writeFault: () => undefined },
    schema: { pending: async () => [], migrate: async () => [] },
    async connect() {},
    async close() {},
  };
}
