export { AnimalStoreClient } from './client.js';
export type { CallOptions, ClientOptions, CreateOptions, ListOptions } from './client.js';
export { AnimalStoreError } from './error.js';
export type { NewPet, Pet, PetStatus } from './pet.js';
