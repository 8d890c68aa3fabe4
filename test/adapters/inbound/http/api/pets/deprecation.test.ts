import { expect, it, jest } from '@jest/globals';
import Router from '@koa/router';
import { deprecation } from '../../../../../../src/adapters/inbound/http/api/pets/deprecation.js';
import { petRoutes } from '../../../../../../src/adapters/inbound/http/api/pets/routes.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../../../../../../src/adapters/inbound/http/state.js';
import { startTestServer } from '../../../../../support/server.js';

// test/adapters/inbound/http/api/pets/get-pet.test.ts has what the service answers.

it('An operation whose path looks like that of an animal is not deprecated', async () => {
  const { services } = await startTestServer();
  const router: HttpRouter = new Router({ sensitive: true, strict: true });
  const pass: HttpMiddleware = (_, next) => next();
  router.get('/v1/pets/count', pass);
  petRoutes(router, pass, pass, '', services.pets);
  const { announce } = deprecation(router, services.pets, '');
  const isAnnounced = async (path: string) => {
    const set = jest.fn();
    await announce({ path, method: 'GET', set } as unknown as HttpContext, () => Promise.resolve()); // all that it reads
    return set.mock.calls.length > 0;
  };
  expect(await isAnnounced('/v1/pets/1')).toBe(true);
  expect(await isAnnounced('/v1/pets/count')).toBe(false);
});
