import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Storage } from '../../../../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { eventually } from '../../../../support/eventually.js';
import { CAT, UNAVAILABLE } from '../../../../support/examples.js';
import { mariadb } from '../../../../support/mariadb.js';
import { mysql } from '../../../../support/mysql.js';
import { portOf, relayTo, withPort, type Relay } from '../../../../support/relay.js';
import { describeEach, targets } from '../../../../support/storages.js';

const TIMEOUT_MS = 1500;

describeEach([mysql, mariadb], 'a connection', (kind) => {
  const target = targets(kind);
  let relay: Relay;
  let storage: Storage;
  /** What happens to the bytes of each new connection; they pass by default. */
  let lead: (client: Socket, server: Socket) => void;

  beforeEach(async () => {
    lead = (client, server) => void client.pipe(server).pipe(client);
    relay = await relayTo(portOf(target().url), (client, server) => lead(client, server));
    storage = await parseStorageUrl(withPort(target().url, relay.port)).open({ poolSize: 1, timeoutMs: TIMEOUT_MS });
    await storage.connect();
    await storage.schema.migrate();
  });
  afterEach(async () => {
    relay.close(); // first: a call that was not cut would keep the storage open
    await storage.close();
  });

  it('whose session cannot be made strict serves no call', async () => {
    await endConnections();
    lead = (client, server) => {
      server.pipe(client);
      client.on('data', (bytes) => {
        if (bytes.includes('SET SESSION')) client.write(refusal(bytes[3] ?? 0));
        else server.write(bytes);
      });
    };
    await expect(storage.pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.pets.list({ limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
    lead = (client, server) => void client.pipe(server).pipe(client);
    await storage.pets.add(CAT);
    expect(await storage.pets.list({ limit: 10 })).toHaveLength(1);
  });

  async function endConnections(): Promise<void> {
    for (const client of relay.clients) client.destroy();
    await eventually(() => relay.clients.size === 0);
    await setImmediate(); // the storage has received the ends
  }
});

/** An ERR packet of MySQL's protocol, in answer to a packet with this sequence number. */
function refusal(sequence: number): Buffer {
  const body = Buffer.concat([Buffer.from([0xff, 0x51, 0x04]), Buffer.from('#HY000refused by a proxy')]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, sequence + 1]), body]);
}
