export { AnimalStoreClient } from './client.js';
export type { CallOptions, ClientOptions, CreateOptions, ListOptions, NewPet, Pet, PetStatus } from './client.js';
export { AnimalStoreError } from './error.js';
