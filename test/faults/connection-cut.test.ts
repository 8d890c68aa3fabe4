import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, namesIn, newKeyIn, type Caller } from '../support/callers.js';
import { serveWhenReady, type RunningService } from '../support/process.js';
import { portOf, relayTo, withPort } from '../support/relay.js';
import { describeEach, REPLICATED_STORAGES, targets } from '../support/storages.js';

const POOL_SIZE = 3;

/** A relay to a server that can close right after it passed on a statement, or discard all bytes without closing. */
async function newCable(port: number) {
  let target: string | undefined;
  let cuts = 0;
  const relay = await relayTo(port, (client, database, end) => {
    database.pipe(client);
    client.on('data', (bytes) => {
      database.write(bytes);
      if (target === undefined || !bytes.includes(target)) return;
      target = undefined;
      cuts++;
      database.unpipe(client);
      client.removeListener('close', end);
      client.destroy();
      database.end(); // the server still receives and runs the statement
    });
  });
  return {
    ...relay,
    cuts: () => cuts,
    /** Once, as soon as a statement that begins like this was passed on. */
    cutAfter: (statement: string) => void (target = statement),
    /** Of the connections that there are, none gets an answer any more, nor a word that it ended. New ones are led as ever. */
    swallow(): void {
      for (const client of relay.clients) client.removeAllListeners('data').pause();
    },
  };
}

describeEach(REPLICATED_STORAGES, 'a connection that is lost', (kind) => {
  const target = targets(kind);
  let cable: Awaited<ReturnType<typeof newCable>>;
  let service: RunningService | undefined;
  let call: Caller;
  /** Starts the service, behind the relay. */
  let start: (settings?: Readonly<Record<string, string>>) => Promise<void>;

  beforeEach(async () => {
    const key = await newKeyIn(target().url);
    cable = await newCable(portOf(target().url));
    const url = withPort(target().url, cable.port);
    start = async (settings = {}) => {
      const env = { DATABASE_URL: url, DATABASE_POOL_SIZE: `${POOL_SIZE}`, ...settings };
      service = await serveWhenReady({ env });
      call = callerOf(service.url, key);
    };
  });
  afterEach(async () => {
    await service?.stop();
    cable.close();
  });

  it('after a statement was sent lets an addition with an Idempotency-Key add one animal, and makes one without a key 503', async () => {
    await start();
    cable.cutAfter('INSERT INTO idempotency_keys');
    const cut = await call(addition('with a key', 'key'));
    expect(cut.status).toBe(201);
    expect((await call(addition('with a key', 'key'))).text).toBe(cut.text);
    cable.cutAfter('without a key');
    const unknown = await call(addition('without a key'));
    expect(unknown).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(cable.cuts()).toBe(2);
    expect((await namesIn(target().url)).filter((name) => name !== 'without a key')).toEqual(['with a key']);
  });

  it('after a read was sent is not noticed by the client, since the read is repeated', async () => {
    await start();
    cable.cutAfter('SELECT id, name');
    expect((await call()).status).toBe(200);
    expect(cable.cuts()).toBe(1);
  });

  it('without a notice is closed at the deadline, which frees its place in the pool', async () => {
    await start({ REQUEST_DEADLINE: '1s' });
    const calls = (round: string) =>
      Promise.all(Array.from({ length: 3 * POOL_SIZE }, (_, at) => call(addition(`${at}`, `${round} ${at}`))));
    const every = (status: number) => Array<number>(3 * POOL_SIZE).fill(status);
    // Writes leave a connection to reads, so that only both open all of them.
    const reads = () => Promise.all([1, 2, 3, 4, 5].map((limit) => call({ path: `/v1/pets?limit=${limit}` })));
    let round = 0;
    await eventually(async () => {
      await Promise.all([calls(`before ${round++}`), reads()]);
      return cable.clients.size === POOL_SIZE;
    });
    cable.swallow();
    const lost = await calls('lost');
    expect(lost.map(({ status }) => status)).toEqual(every(503));
    // Calls share a connection, so that not all that were lost are noticed at once.
    await eventually(async () => (await calls('lost')).every(({ status }) => status === 201));
  });
});
