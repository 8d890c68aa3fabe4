import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../../../src/domain/errors.js';
import { eventually } from '../../../support/eventually.js';
import { outcome } from '../../../support/http-client.js';
import { startTestServer } from '../../../support/server.js';

const server = await startTestServer();
const { get, send } = server;

const UNGATED_PATHS = ['/livez', '/openapi.json', '/docs'];

describe('While the service starts', () => {
  beforeEach(() => server.setPhase('starting'));

  it.each(['/v1/pets', '/v1/dogs', '/readyz'])('%s is 503 with Retry-After', async (target) => {
    for (const headers of [{}, { authorization: undefined }]) {
      const answer = await get(target, headers);
      expect(outcome(answer)).toMatch(/^503 unavailable: .*starting/);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    }
  });

  it.each(UNGATED_PATHS)('%s answers, also without a key', async (target) => {
    expect((await get(target, { authorization: undefined })).status).toBe(200);
  });

  it('a page that needs the store is 503, and an unknown path 404', async () => {
    expect(outcome(await get('/account'))).toMatch(/^503/);
    expect(outcome(await get('/v1beta/pets'))).toMatch(/^404/);
  });
});

describe('While the service serves', () => {
  beforeEach(() => server.setPhase('serving'));

  it('callers of /readyz share a running check of the store and its result, and a later caller gets a new one', async () => {
    const { promise: running, reject } = Promise.withResolvers<undefined>();
    const check = jest.spyOn(server.services.database, 'check').mockReturnValueOnce(running);
    const answers = Promise.all(Array.from({ length: 4 }, () => get('/readyz')));
    await eventually(() => check.mock.calls.length > 0);
    await Promise.all(Array.from({ length: 4 }, () => get('/livez'))); // arrive after the others
    reject(new DomainError('unavailable', 'The store is away.'));
    expect((await answers).map(({ status }) => status)).toEqual(Array(4).fill(503));
    check.mockRejectedValue(new DomainError('unavailable', 'The store is away.'));
    for (let probe = 0; probe < 100; probe++) expect((await get('/readyz')).status).toBe(503);
    expect(check.mock.calls.length).toBeLessThan(50); // There is one in a second.
    check.mockRestore();
    await eventually(async () => (await get('/readyz')).text === '{"status":"ready"}');
    expect((await get('/livez')).text).toBe('{"status":"live"}');
  });
});

describe('While the database cannot answer', () => {
  const cookie = `animal-store-session=${'x'.repeat(43)}`;
  beforeEach(() => server.setPhase('serving'));
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['refuses', () => Promise.reject(new DomainError('unavailable', 'The database is away.'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('a page that needs no account is served to a browser with a session: it %s', async (_, find) => {
    jest.spyOn(server.ports.sessions, 'find').mockImplementation(find);
    const paths = ['/', '/docs', '/none', '/animals/none', '/v1beta/pets'];
    const answers = await Promise.all(paths.map((path) => get(path, { cookie })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404]);
  });
});

describe('While the service drains', () => {
  beforeEach(() => server.setPhase('draining'));

  it('it is not ready, so that a load balancer sends it no more requests', async () => {
    expect(outcome(await get('/readyz'))).toMatch(/^503 unavailable: .*draining/);
    expect((await send('HEAD', '/readyz')).status).toBe(503);
  });

  it.each(['/v1/pets', ...UNGATED_PATHS])('it still answers %s', async (target) => {
    expect((await get(target)).status).toBe(200);
  });
});
