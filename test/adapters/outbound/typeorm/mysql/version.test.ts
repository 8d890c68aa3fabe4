import { describe, expect, it } from '@jest/globals';
import { isOldMariadb } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { relayTo, withPort } from '../../../../support/relay.js';
import { mysql } from '../../../../support/mysql.js';
import { describeEach, targets } from '../../../../support/storages.js';

describe('the version of a server', () => {
  it.each([
    ['9.7.1-commercial', false],
    ['8.0.11-TiDB-v7.5.0', false],
    ['11.8.3-MariaDB-0+deb13u1', false],
    ['12.0.2-MariaDB-ubu2404', false],
    ['11.7.2-MariaDB', true],
    ['10.11.14-MariaDB-0+deb12u2', true],
  ])('%s is that of an old MariaDB: %s', (version, isOld) => {
    expect(isOldMariadb(version)).toBe(isOld);
  });
});

/** A statement and one of the same length, which takes its place on the wire. */
const QUESTION = 'SELECT VERSION() AS version';
const OLD_ANSWER = "SELECT'10.1-MariaDB'version";

describeEach([mysql], 'a MariaDB that is too old', (kind) => {
  const target = targets(kind);

  it('is refused, with the reason', async () => {
    const proxy = await relayTo(target().options.port, (client, server) => {
      server.pipe(client);
      client.on('data', (bytes) => {
        server.write(Buffer.from(bytes.toString('latin1').replace(QUESTION, OLD_ANSWER), 'latin1'));
      });
    });
    const storage = await parseStorageUrl(withPort(target().url, proxy.port)).open();
    const message = 'the server is MariaDB 10.1-MariaDB; use MariaDB 11.8 or later';
    await expect(storage.connect()).rejects.toMatchObject({ code: 'unavailable', cause: { message } });
    proxy.close();
  });
});
