import { MemoryAccountRepository } from '../../src/adapters/outbound/memory/account-repository.js';
import { MemoryPetRepository } from '../../src/adapters/outbound/memory/pet-repository.js';
import type { TestStorageKind } from './test-storage.js';

export const memory: TestStorageKind = {
  name: 'memory',
  isShared: false,
  isDurable: false,
  admitsOthers: false,
  missing: undefined,
  newTarget: async () => ({
    url: 'memory:',
    repositories: (nextId) => ({
      pets: new MemoryPetRepository(nextId),
      accounts: new MemoryAccountRepository(nextId),
    }),
    drop: async () => {},
  }),
};
