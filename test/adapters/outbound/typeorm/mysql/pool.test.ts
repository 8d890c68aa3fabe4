import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Storage } from '../../../../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { eventually } from '../../../../support/eventually.js';
import { CAT, UNAVAILABLE, use } from '../../../../support/examples.js';
import { mysql, type MysqlDatabase } from '../../../../support/mysql.js';
import { relayTo, withPort, type Relay } from '../../../../support/relay.js';
import { describeEach, targets } from '../../../../support/storages.js';

const TIMEOUT_MS = 1500;

describeEach([mysql], 'a connection', (kind) => {
  const target = targets(kind);
  let fresh: MysqlDatabase;
  let relay: Relay;
  let storage: Storage;
  /** What happens to the bytes of each new connection; they pass by default. */
  let lead: (client: Socket, server: Socket) => void;

  beforeEach(async () => {
    fresh = target();
    lead = (client, server) => void client.pipe(server).pipe(client);
    relay = await relayTo(fresh.options.port, (client, server) => lead(client, server));
    storage = await parseStorageUrl(withPort(fresh.url, relay.port)).open({ poolSize: 1, timeoutMs: TIMEOUT_MS });
    await storage.connect();
    await storage.schema.migrate();
  });
  afterEach(async () => {
    await fresh.root.query('UNLOCK TABLES');
    relay.close(); // first: a call that was not cut would keep the storage open
    await storage.close();
  });

  const calls: [string, () => Promise<unknown>][] = [
    ['a list', () => storage.pets.list({ limit: 1 })],
    ['an addition under a key', () => storage.pets.addOnce(CAT, use('key'))],
    ['an attempt', () => storage.throttle.count('jane', { attempts: 1, periodMs: 60_000 })],
  ];

  it.each(calls)('on which %s takes too long is cut, and another serves the next call', async (_, call) => {
    await fresh.root.query('LOCK TABLES pets WRITE, tries WRITE');
    await expect(call()).rejects.toMatchObject(UNAVAILABLE); // while the lock is held
    await fresh.root.query('UNLOCK TABLES');
    await call();
    await call();
  });

  it('that comes too late for a call sends nothing of it', async () => {
    await endConnections(); // so that the next call needs a new one
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    lead = (client, server) => {
      server.pause();
      void released.then(() => client.pipe(server).pipe(client));
    };
    const late = expect(storage.pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    await sleep(1.1 * TIMEOUT_MS); // before mysql2 gives the connection up; timers fire in order, however slow the machine is
    release();
    await late;
    lead = (client, server) => void client.pipe(server).pipe(client);
    await storage.pets.add({ ...CAT, name: 'next' });
    expect((await storage.pets.list({ limit: 10 })).map(({ name }) => name)).toEqual(['next']);
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
