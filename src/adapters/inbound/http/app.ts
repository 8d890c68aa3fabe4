import Router from '@koa/router';
import Koa from 'koa';
import { authentication } from './middleware/authentication.js';
import { availability } from './middleware/availability.js';
import { deadline } from './middleware/deadline.js';
import { deprecation } from './middleware/deprecation.js';
import { errorHandler } from './middleware/error-handler.js';
import { routing } from './middleware/routing.js';
import { observation, type RequestObserver } from './middleware/request-log.js';
import { petRoutes, type PetOperations } from './api/pets/routes.js';
import { rateLimiting, type RateLimit } from './middleware/rate-limit.js';
import { requestTarget } from './middleware/request-target.js';
import { healthRoutes, metricsRoute, serviceRoutes, type Health, type ServiceResources } from './api/service-routes.js';
import type { HttpMiddleware, State } from './state.js';
import type { Authenticate } from '../../../application/api-keys/authenticate.js';

export interface AppParts extends PetOperations, Health, ServiceResources {
  readonly authenticate: Authenticate;
  readonly observe: RequestObserver;
  /** Absent: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Answers for paths that are not ours, and hands on all others. */
  readonly neighbour?: HttpMiddleware;
}

/** The HTTP interface, from the outermost layer in. */
export function createApp(parts: AppParts): Koa<State> {
  // Paths are matched to the letter: case, and no trailing slash.
  const router = new Router<State>({ sensitive: true, strict: true });
  petRoutes(router, parts);
  healthRoutes(router, parts);
  serviceRoutes(router, parts);

  const app = new Koa<State>();
  app.use(observation(parts.observe));
  app.use(errorHandler);
  app.use(requestTarget);
  app.use(deprecation);
  app.use(deadline);
  app.use(availability(parts.phase));
  app.use(authentication(parts.authenticate));
  if (parts.rateLimit) app.use(rateLimiting(parts.rateLimit));
  if (parts.neighbour) app.use(parts.neighbour);
  app.use(routing(router));
  return app;
}

export interface AdminParts extends Health {
  /** In the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  readonly observe: RequestObserver;
}

/** What operators ask, for an address of its own. */
export function createAdminApp(parts: AdminParts): Koa<State> {
  const router = new Router<State>({ sensitive: true, strict: true });
  healthRoutes(router, parts);
  metricsRoute(router, parts.metrics);

  const app = new Koa<State>();
  app.use(observation(parts.observe));
  app.use(errorHandler);
  app.use(requestTarget);
  app.use(routing(router));
  return app;
}
