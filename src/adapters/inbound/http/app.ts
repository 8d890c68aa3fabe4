import Router from '@koa/router';
import Koa from 'koa';
import { authentication } from './authentication.js';
import { availability } from './availability.js';
import { deprecation } from './deprecation.js';
import { errorBoundary } from './error-boundary.js';
import { knownPath } from './known-path.js';
import { observation, type RequestObserver } from './observation.js';
import { petRoutes, type PetOperations } from './pet-routes.js';
import { requestLine } from './request-line.js';
import { serviceRoutes, type ServiceResources } from './service-routes.js';
import type { State } from './state.js';
import type { Authenticate } from '../../../application/authenticate.js';

export interface AppParts extends PetOperations, ServiceResources {
  readonly authenticate: Authenticate;
  readonly observe: RequestObserver;
}

/** The HTTP interface, from the outermost layer in. */
export function createApp(parts: AppParts): Koa<State> {
  // Paths are matched to the letter: case, and no trailing slash.
  const router = new Router<State>({ sensitive: true, strict: true });
  petRoutes(router, parts);
  serviceRoutes(router, parts);

  const app = new Koa<State>();
  app.use(observation(parts.observe));
  app.use(errorBoundary);
  app.use(requestLine);
  app.use(deprecation);
  app.use(availability(parts.phase));
  app.use(authentication(parts.authenticate));
  app.use(knownPath(router));
  return app;
}
