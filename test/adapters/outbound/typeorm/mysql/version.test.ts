import { expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { relayTo, withPort } from '../../../../support/relay.js';
import { mysql } from '../../../../support/mysql.js';
import { describeEach, targets } from '../../../../support/storages.js';

/** A statement and, for a version of 12 characters, one of the same length, which takes its place on the wire. */
const QUESTION = 'SELECT VERSION() AS version';
const answerOf = (version: string) => `SELECT'${version}'version`;

describeEach([mysql], 'a server', (kind) => {
  const target = targets(kind);

  it.each([
    ['10.9-MariaDB', true],
    ['11.7-MariaDB', true],
    ['11.8-MariaDB', false],
    ['12.0-MariaDB', false],
    ['8.0.11-TiDB9', false],
  ])('is refused, with the reason, if it is a MariaDB before 11.8: %s, %s', async (version, isRefused) => {
    const proxy = await relayTo(target().options.port, (client, server) => {
      server.pipe(client);
      client.on('data', (bytes) => {
        server.write(Buffer.from(bytes.toString('latin1').replace(QUESTION, answerOf(version)), 'latin1'));
      });
    });
    const storage = await parseStorageUrl(withPort(target().url, proxy.port)).open();
    const message = `the server is MariaDB ${version}; use MariaDB 11.8 or later`;
    const connecting = storage.connect();
    if (isRefused) await expect(connecting).rejects.toMatchObject({ code: 'unavailable', cause: { message } });
    else await connecting;
    await storage.close();
    proxy.close();
  });
});
