import { afterEach, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { clientOf } from '../../../../support/http-client.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';
import { DomainError } from '../../../../../src/domain/errors.js';

let server: TestServer;
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

it('Callers of /readyz share a running check and its answer, and a later one gets a new answer', async () => {
  server = await startTestServer();
  const { promise: running, reject } = Promise.withResolvers<undefined>();
  const check = jest.spyOn(server.services.schema, 'check').mockReturnValueOnce(running);
  const { get, raw } = clientOf(server);
  const answers = raw('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(32), 32);
  await eventually(() => check.mock.calls.length > 0);
  reject(new DomainError('unavailable', 'The store is away.'));
  expect((await answers).answers.map(({ status }) => status)).toEqual(Array(32).fill(503));
  await eventually(async () => (await get('/readyz')).status === 200);
  expect(check).toHaveBeenCalledTimes(2);
});
