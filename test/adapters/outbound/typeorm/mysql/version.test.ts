import { expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storage-url.js';
import { portOf, relayTo, withPort } from '../../../../support/relay.js';
import { describeEach, targets, SQL_SERVERS } from '../../../../support/storages.js';

describeEach(SQL_SERVERS, 'an old server', (kind) => {
  const target = targets(kind);

  it.each([
    ['the variable', 'transaction_isolation'],
    ['the collation', 'utf8mb4_0900_bin'],
  ])('is refused, with the remedy, if it lacks %s %s', async (_, name) => {
    const unknown = name.replace(/.$/, 'x');
    const proxy = await relayTo(portOf(target().url), (client, server) => {
      server.pipe(client);
      client.on('data', (bytes) => server.write(bytes.toString('latin1').replaceAll(name, unknown), 'latin1'));
    });
    const storage = await parseStorageUrl(withPort(target().url, proxy.port)).open();
    const preparing = storage.connect().then(() => storage.schema.migrate());
    const message = expect.stringMatching(
      new RegExp(`'${unknown}'\\. Use MySQL 8.4 or later, or MariaDB 11.8 or later`),
    );
    await expect(preparing).rejects.toMatchObject({ code: 'unavailable', cause: { message } });
    await storage.close();
    proxy.close();
  });
});
