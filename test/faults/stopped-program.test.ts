import { expect, it } from '@jest/globals';
import { sqlStorage } from '../../src/adapters/outbound/typeorm/sql-storage.js';
import { eventually } from '../support/eventually.js';
import { cat, use } from '../support/examples.js';
import { portOf, relayTo } from '../support/relay.js';
import { describeEach, open, SQL_SERVERS } from '../support/storages.js';

/** The first one is added alone, and the others make a batch behind it. */
const NAMES = ['first', 'second', 'third'];

/**
 * Forwards a number of packets to the server, and withholds the answer to the last one. The server does not learn that
 * the program has stopped.
 */
async function newStoppingRelay(port: number) {
  let left = Infinity;
  let hasStopped = false;
  const sent: string[] = [];
  const relay = await relayTo(port, (client, server) => {
    server.on('data', (bytes) => {
      if (left > 0) client.write(bytes);
      else hasStopped = true;
    });
    client.on('data', (bytes) => {
      if (left-- <= 0) return;
      sent.push(bytes.toString('latin1'));
      server.write(bytes);
    });
  });
  const stopAfter = (packets: number) => {
    left = packets;
    sent.length = 0;
  };
  return { ...relay, stopAfter, hasStopped: async () => hasStopped, sent };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

describeEach(SQL_SERVERS, 'a program that stops during an addition', (kind) => {
  /**
   * Adds animals by a program that stops after a number of packets, and waits until another program adds one. Resolves
   * to the packets of the first program.
   */
  async function addUntil(packets: number): Promise<readonly string[]> {
    const target = await kind.newTarget();
    const other = await eventually(() => open(target).catch(() => undefined)); // A busy server may take too long.
    const relay = await newStoppingRelay(portOf(target.url));
    const storage = sqlStorage(target.sql.newDatabase({ timeoutMs: 200_000 }, 1, relay.port));
    const isReady = () => succeeds(storage.connect().then(() => storage.pets.list({ limit: 1 })));
    await eventually(isReady); // A busy server may take too long.
    relay.stopAfter(packets);
    const addition = succeeds(Promise.all(NAMES.map((name) => storage.pets.addOnce(cat(name), use(name)))));
    await eventually(() => Promise.race([addition, relay.hasStopped()]));
    await eventually(() => succeeds(other.pets.add(cat('later'))));
    relay.close();
    await storage.close(); // The addition is repeated no more.
    await addition;
    await other.close();
    await target.drop();
    return relay.sent;
  }

  it('delays the additions of another program for a limited time, after whichever packet it stops', async () => {
    const all = await addUntil(Infinity);
    const sent = await Promise.all(all.map((_, at) => addUntil(at + 1)));
    expect(sent.filter((packets) => packets.at(-1)?.includes('COMMIT'))).not.toEqual([]);
  });
});
