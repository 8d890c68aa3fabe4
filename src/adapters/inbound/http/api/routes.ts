import { petRoutes, type PetOptions } from './pets/routes.js';
import type { HttpMiddleware, HttpRouter } from '../state.js';

/** The use cases and settings that the operations of the API need. */
export type ApiOptions = PetOptions;

/** Adds the routes under /v1: every operation of openapi.yaml, and nothing else. */
export function apiRoutes(router: HttpRouter, admission: HttpMiddleware, options: ApiOptions): void {
  petRoutes(router, admission, options);
}
