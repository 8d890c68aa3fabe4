import { describe, expect, it } from '@jest/globals';
import { parseVersion } from '../../../../../src/adapters/outbound/typeorm/mysql/diagnosis.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { relayTo, withPort } from '../../../../support/relay.js';
import { mariadb, newMariadb } from '../../../../support/mariadb.js';
import { mysql, newMysqlDatabase } from '../../../../support/mysql.js';
import { describeEach, open, targets } from '../../../../support/storages.js';

describe('the version of a server', () => {
  it.each([
    ['8.4.0', 'MySQL', true],
    ['9.7.1-commercial', 'MySQL', true],
    ['10.0.0', 'MySQL', true],
    ['8.3.9', 'MySQL', false],
    ['8.0.11-TiDB-v7.5.0', 'MySQL', false],
    ['11.8.3-MariaDB-0+deb13u1', 'MariaDB', true],
    ['12.0.2-MariaDB-ubu2404', 'MariaDB', true],
    ['11.7.2-MariaDB', 'MariaDB', false],
    ['10.11.14-MariaDB-0+deb12u2', 'MariaDB', false],
  ])('%s is read as %s, supported: %s', (version, product, isSupported) => {
    expect(parseVersion(version)).toEqual({ product, isSupported });
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
    const message = 'the server is MariaDB 10.1-MariaDB; use MySQL 8.4 or later, or MariaDB 11.8 or later';
    await expect(storage.connect()).rejects.toMatchObject({ code: 'unavailable', cause: { message } });
    proxy.close();
  });
});

describeEach([mariadb], 'the diagnosis', () => {
  it('reports that the reads of a Galera node may lag', async () => {
    const node = await newMariadb('--wsrep-on=ON');
    await node.start();
    const database = await newMysqlDatabase(node.port);
    const storage = await open(database);
    const messages = async () =>
      (await storage.diagnose?.())?.map(({ ok, message }) => (ok ? message : `not ok: ${message}`));
    const lag = /^The server is a Galera node; wsrep_sync_wait = 0: a read at one node may miss an addition at another/;
    expect(await messages()).toContainEqual(expect.stringMatching(lag));
    await database.root.query('SET GLOBAL wsrep_sync_wait = 1');
    const found = await messages();
    expect(found).toContain('The server is a Galera node; wsrep_sync_wait = 1.');
    expect(found).toContainEqual(expect.stringMatching(/^The server is MariaDB \d+\.\d+/));
    expect(found).not.toContainEqual(expect.stringMatching(/^not ok/));
    await storage.close();
    await database.drop();
    await node.remove();
  });
});
