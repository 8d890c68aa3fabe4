import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Router from '@koa/router';
import { petRoutes } from '../../../../../src/adapters/inbound/http/api/pets/routes.js';
import type { HttpMiddleware, HttpRouter } from '../../../../../src/adapters/inbound/http/state.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { eventually } from '../../../../support/eventually.js';
import { outcome, type RequestHeaders } from '../../../../support/http-client.js';
import { OPERATIONS, type Operation } from '../../../../support/openapi-oracle.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';

// These tests hold for every operation of the OpenAPI document. A new operation needs no line here.

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ maxInFlight: 1, requestDeadline: 600_000 });
  expect((await server.post('{"name":"Rex","categoryId":1}')).status).toBe(201); // the examples name the first animal
});
afterEach(() => server.close());

function call({ method, target, body }: Operation, headers: RequestHeaders = {}) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return server.send(method, target, { ...type, ...headers }, body);
}

/** Makes every call to the animals and the accounts reject, until the server is closed. */
function breakStore(error: Error): void {
  const { pets } = server.ports;
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(pets))) {
    Reflect.set(pets, name, () => Promise.reject(error));
  }
}

it('The routes are exactly the operations of the document', () => {
  const router: HttpRouter = new Router();
  const pass: HttpMiddleware = (_, next) => next();
  petRoutes(router, pass, pass, '', server.services.pets);
  const served = router.stack.flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
  );
  const described = OPERATIONS.map(({ method, path }) => `${method} /v1${path.replace(/\{(\w+)\}/g, ':$1')}`);
  expect(served.toSorted()).toEqual(described.toSorted());
});

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  it('accepts its own example once a permit is free', async () => {
    expect(server.permits.tryAcquire()).toBe(true);
    const answer = call(operation);
    await eventually(() => server.permits.waiting === 1);
    server.permits.release();
    expect((await answer).status).toBe(operation.method === 'POST' ? 201 : 200);
    expect(server.permits.busy).toBe(0);
  });

  it('requires a key', async () => {
    expect(outcome(await call(operation, { authorization: undefined }))).toMatch(/^401 api_key_missing/);
  });

  it.each([
    'text/html, application/JSON; charset=utf-8; odata.metadata=minimal',
    'application/json;v="1, 2;q=0";q=0.5;ext=1',
    'application/json;v=1;q=0, application/json',
  ])('accepts an Accept with parameters, which mean nothing to JSON: %s', async (accept) => {
    expect((await call(operation, { accept })).status).toBe(operation.method === 'POST' ? 201 : 200);
  });

  it.each(['text/html;v="application/json"', 'application/json;v=1;q=0', 'application/json;q=0, */*'])(
    'is refused if Accept is "%s"',
    async (accept) => {
      expect(outcome(await call(operation, { accept }))).toMatch(/^406 not_acceptable/);
    },
  );

  it('answers a bug with internal_error, without detail, and logs it in full', async () => {
    const bug = new Error('SELECT secret FROM pets at db.internal:3306');
    breakStore(bug);
    const answer = await call(operation);
    expect(outcome(answer)).toMatch(/^500 internal_error/);
    expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toMatch(/secret|db\.internal|:3306|Error:|\.[jt]s/);
    expect(server.records.at(-1)).toMatchObject({ status: 500, error: bug, requestId: answer.headers['x-request-id'] });
  });

  it('answers with unavailable and Retry-After if the store cannot be reached', async () => {
    const away = new DomainError('unavailable', 'The store cannot be reached now; try again shortly.');
    breakStore(away);
    const answer = await call(operation);
    expect(outcome(answer)).toBe(`503 unavailable: ${away.message}`);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('refuses another method, and names the allowed methods, as OPTIONS does', async () => {
    const here = OPERATIONS.filter(({ path }) => path === operation.path).map(({ method }) => method);
    const allow = [...here, ...(here.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    for (const method of ['DELETE', 'PROPFIND', 'PURGE', 'PUT', 'TRACE'].filter((each) => !here.includes(each))) {
      const answer = await server.send(method, operation.target);
      expect(outcome(answer)).toMatch(new RegExp(`^405 method_not_allowed: .*${allow}.*${method}`));
      expect(answer.headers.allow).toBe(allow);
    }
    const options = await server.send('OPTIONS', operation.target, { accept: 'text/html' });
    expect([options.status, options.headers.allow, options.text]).toEqual([204, allow, '']);
  });
});
