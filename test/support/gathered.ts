import { BatchingPetRepository } from '../../src/adapters/outbound/batching/pet-repository.js';
import type { PetRepository } from '../../src/domain/ports/pet-repository.js';
import type { OpenStore, StoreKind } from './stores.js';

/** A store whose animals are reached through the decorator that gathers calls, as in the service. */
export interface GatheredStore extends Omit<OpenStore, 'pets' | 'another'> {
  readonly pets: PetRepository;
  readonly another: (() => Promise<GatheredStore>) | undefined;
}

export function gathered(opened: OpenStore): GatheredStore {
  const { another } = opened;
  return {
    ...opened,
    pets: new BatchingPetRepository(opened.pets),
    another: another && (async () => gathered(await another())),
  };
}

export function gatheredKind(kind: StoreKind): Omit<StoreKind, 'open'> & {
  open(nextId?: bigint): Promise<GatheredStore>;
} {
  return { ...kind, open: async (nextId) => gathered(await kind.open(nextId)) };
}
