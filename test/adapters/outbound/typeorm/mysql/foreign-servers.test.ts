import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mysqlDialect } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import { eventually } from '../../../../support/eventually.js';
import { UNAVAILABLE } from '../../../../support/examples.js';
import { FOREIGN_SERVERS, foreignServer } from '../../../../support/foreign-servers.js';
import { newDatabase } from '../../../../support/test-storage.js';

/** How many connections are opened to each server. */
const CONNECTIONS = 10;

// mysql2 prints a line for a packet whose number is wrong.
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
});

// An error that nobody hears would end the process of the tests.
test.each(FOREIGN_SERVERS)('connections to a server that sends %s fail and are closed', async (_, answer, said) => {
  const server = await foreignServer(answer);
  const address = { host: '127.0.0.1', port: server.port, user: 'u', password: 'p', database: 'd' };
  const opened = Array.from({ length: CONNECTIONS }, () => newDatabase(mysqlDialect(address, 5), { timeoutMs: 500 }));
  const failed = { ...UNAVAILABLE, cause: { message: expect.stringMatching(said) } };
  await Promise.all(opened.map((database) => expect(database.connect()).rejects.toMatchObject(failed)));
  await eventually(() => server.clients.size === 0);
  await Promise.all(opened.map((database) => database.close()));
  server.close();
});
