import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NEXT, withNext } from '../support/next-migration.js';
import type { Connection } from '../../src/adapters/outbound/typeorm/execution/dialect.js';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { READ, type ExecuteOptions } from '../../src/adapters/outbound/typeorm/execution/database.js';
import { SqlPetRepository } from '../../src/adapters/outbound/typeorm/repositories/pet-repository.js';
import { SqlHealth } from '../../src/adapters/outbound/typeorm/schema/health.js';
import { TypeormSchema } from '../../src/adapters/outbound/typeorm/schema/schema.js';
import { Deadline, withDeadline } from '../../src/adapters/support/deadline.js';
import { eventually } from '../support/eventually.js';
import { ATTEMPT_KEY, CAT, cat, UNAVAILABLE, use } from '../support/examples.js';
import { portOf, relayTo, withPort } from '../support/relay.js';
import { listening, pass, relayedStorage } from '../support/relayed-storage.js';
import { benchOn, describeEach, open, SQL_SERVERS, targets } from '../support/storages.js';
import type { DatabaseServer, TestTarget } from '../support/test-storage.js';
import { CERTIFICATES } from '../support/tls.js';

/** The time limit of calls that wait for others, which suffices on a slow machine, too. */
const PATIENT = { timeoutMs: 60_000 };

const INSERT = "INSERT INTO pets (name, category_id, status) VALUES ('cat', 1, 'sold')";

/** These tests state what every SQL server promises. */
describeEach(SQL_SERVERS, 'the server', (kind) => {
  const bench = benchOn(kind);

  it.each([
    ['an id that the database never generates', { id: -1 }, '-1 is not the id of an animal'],
    ['a status of a later version', { status: 'lost' }, 'an animal has the unknown status "lost"'],
  ])('gives no animal with %s', async (_, wrong, reason) => {
    const pets = new SqlPetRepository(await bench.migrated());
    const { sql } = bench.target();
    await sql.query('ALTER TABLE pets DROP CONSTRAINT pets_status_known');
    await sql.fill('pets', [{ id: 1, name: 'x', category_id: 1, status: 'sold', ...wrong }]);
    await expect(pets.listNewest({ limit: 1 })).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message: reason } });
  });

  it('waits for another program that migrates, gives up after its limit, and answers reads meanwhile', async () => {
    const { sql } = bench.target();
    await bench.migrated();
    const schema = new TypeormSchema(await bench.connect({ migrations: withNext }));
    const release = await sql.holdMigrationLock();
    const waits: string[] = [];
    const onWait = (reason: string) => void waits.push(reason);
    await expect(withDeadline(new Deadline(1_000), () => schema.migrate(onWait))).rejects.toMatchObject(UNAVAILABLE);
    expect(waits).toEqual(['another program is migrating this database']);
    const migrating = schema.migrate(onWait);
    await eventually(() => waits.length === 2);
    expect(await schema.pending()).toEqual([NEXT]);
    await release();
    await expect(migrating).resolves.toEqual([NEXT]);
  });

  it('serves while a migration waits for a table that another transaction reads', async () => {
    const pets = new SqlPetRepository(await bench.migrated());
    const schema = new TypeormSchema(await bench.connect({ migrations: withNext }));
    const other = await bench.connect(PATIENT);
    let migrating: Promise<unknown> = Promise.resolve();
    const waits: string[] = [];
    await other.transaction(async (reader) => {
      await reader.query('SELECT id FROM pets');
      migrating = schema.migrate((reason) => waits.push(reason));
      await eventually(() => waits.length === 1);
      await expect(pets.add(CAT)).resolves.toMatchObject(CAT);
      expect(await pets.list({ limit: 10 })).toHaveLength(1);
    });
    await expect(migrating).resolves.toEqual([NEXT]);
    expect(waits).toEqual([expect.stringMatching(/^ER_LOCK_WAIT_TIMEOUT: .*LOCK INSTANCE FOR BACKUP/)]);
  });

  it('refuses calls at once if its queue is full', async () => {
    const small = await bench.connect(PATIENT, 1);
    const answers = await Promise.allSettled(Array.from({ length: 1010 }, () => small.query('SELECT 1')));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1010 - 1001);
    for (const answer of refused) expect(answer).toMatchObject({ reason: UNAVAILABLE });
  });

  it('ends calls that take longer than the time limit, and frees their connections', async () => {
    await bench.migrated();
    const waits: number[] = [];
    const limited = await bench.connect({ timeoutMs: 1500, onWait: (ms) => waits.push(ms) }, 5);
    const release = await bench.target().sql.hold();
    // Two are running, one of them in a transaction; the third waits.
    const insert = () => limited.query(INSERT);
    const calls = [insert(), limited.transaction((connection) => connection.query(INSERT)), insert()];
    for (const answer of await Promise.allSettled(calls)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
    }
    await eventually(() => limited.permits.busy === 0 && limited.permits.waiting === 0);
    await release();
    const animals = new SqlPetRepository(limited);
    await Promise.all(Array.from({ length: 10 }, () => animals.add(CAT)));
    const added = await animals.list({ limit: 20, status: CAT.status }); // an insertion that was cut may have had its effect
    expect(added).toHaveLength(10);
    expect(waits.filter((time) => time > 0)).not.toEqual([]);
  });

  it('keeps connections for reads and health checks while writes hang', async () => {
    await bench.migrated();
    const small = await bench.connect(PATIENT, 5);
    const release = await bench.target().sql.hold();
    const writes = Array.from({ length: 20 }, () => small.query(INSERT));
    await eventually(() => small.permits.busy === 2);
    expect(await new SqlPetRepository(small).list({ limit: 1 })).toEqual([]);
    await new SqlHealth(small).check();
    expect(small.permits).toMatchObject({ busy: 2, waiting: 18 });
    await release();
    await Promise.all(writes);
  });

  it('closes the connections that were open when one was lost, in use or idle, before they are used again', async () => {
    const { sql } = bench.target();
    const database = await bench.connect(PATIENT, 5);

    /** Begins work on the connection with this id, and ends it when `end` is called. */
    async function begin(options?: ExecuteOptions) {
      const [begun, ended] = [Promise.withResolvers<unknown>(), Promise.withResolvers<undefined>()];
      const work = async (connection: Connection) => {
        const [row] = await connection.query<{ id: unknown }[]>('SELECT CONNECTION_ID() AS id');
        begun.resolve(row?.id);
        await ended.promise;
      };
      const done = database.execute(work, options).catch(() => undefined);
      const end = (outcome?: Promise<undefined>) => {
        ended.resolve(outcome);
        return done;
      };
      return { id: await begun.promise, end };
    }

    const loss = () => Promise.reject<undefined>(Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
    const [lost, lostLater, idle, busy] = await Promise.all([begin(), begin(), begin(READ), begin(READ)]);
    const before = await sql.connections();
    await idle.end();
    await lost.end(loss());
    const fresh = await begin(READ);
    expect([lost.id, lostLater.id, idle.id, busy.id]).not.toContain(fresh.id);
    await lostLater.end(loss());
    await fresh.end();
    await busy.end();
    const next = await begin(READ);
    expect(next.id).toBe(fresh.id);
    await next.end();
    await eventually(async () => (await sql.connections()) === before - 3);
  });
});

/** The time limit of calls that are never answered, in milliseconds. */
const TIMEOUT_MS = 1_500;

describeEach(SQL_SERVERS, 'a connection', (kind) => {
  const target = targets(kind);
  const relayed = relayedStorage(target, TIMEOUT_MS);

  const calls: [string, () => Promise<unknown>][] = [
    ['a list', () => relayed.storage.pets.list({ limit: 1 })],
    ['an addition under a key', () => relayed.storage.pets.addOnce(CAT, use('key'))],
    ['an attempt', () => relayed.storage.attempts.count(ATTEMPT_KEY, { attempts: 1, periodMs: 60_000 })],
  ];

  it.each(calls)('is cut if it gets no answer in time, and another one serves the next call: %s', async (_, call) => {
    for (const client of relayed.relay.clients) client.unpipe().removeAllListeners('data').pause();
    await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    await call();
    await call();
  });

  it('that is ready too late for a call sends nothing of that call', async () => {
    await relayed.endConnections(); // so that the next call needs a new one
    const { promise: released, resolve: release } = Promise.withResolvers<unknown>();
    relayed.forward = (client, server) => {
      server.pause();
      void released.then(() => pass(client, server));
    };
    const late = expect(relayed.storage.pets.add(CAT)).rejects.toMatchObject(UNAVAILABLE);
    // The subject: the time limit of the call passes before its connection is ready. No driver gives the connection up
    // so soon.
    await sleep(1.1 * TIMEOUT_MS);
    release(undefined);
    await late;
    relayed.forward = pass;
    await relayed.storage.pets.add(cat('next'));
    expect((await relayed.storage.pets.list({ limit: 10 })).map(({ name }) => name)).toEqual(['next']);
  });

  it('that is lost before it is ready is opened again, also for an addition without a key', async () => {
    await relayed.endConnections();
    relayed.forward = (client) => {
      relayed.forward = pass;
      client.destroy();
    };
    await expect(relayed.storage.pets.add(CAT)).resolves.toMatchObject(CAT);
  });

  it.each([1, 2])(
    'never repeats additions without a key whose commit has no answer, since they were made: %d',
    async (count) => {
      const { pets } = relayed.storage;
      await relayed.endConnections();
      let cuts = 0;
      let isTransaction = false;
      relayed.forward = listening((bytes, client, server) => {
        const text = bytes.toString('latin1');
        isTransaction ||= /\b(BEGIN|START TRANSACTION)\b/.test(text);
        // An animal may also be added by one statement, which is a transaction of its own.
        if (!(isTransaction ? /\bCOMMIT\b/ : /unkeyed/).test(text)) return true;
        cuts++;
        server.unpipe(client);
        server.write(bytes);
        client.removeAllListeners('close').destroy();
        server.end(); // the server still receives the statement
        return false;
      });
      await pets.add(cat('alone'));
      const batch = Array.from({ length: count }, () => pets.add(cat('unkeyed')));
      for (const added of await Promise.allSettled(batch)) expect(added).toMatchObject({ reason: UNAVAILABLE });
      expect(cuts).toBe(1);
      relayed.forward = pass;
      await eventually(async () => (await pets.list({ limit: 10 })).length > count);
      expect(await pets.list({ limit: 10 })).toHaveLength(1 + count);
    },
  );

  it('repeats a call whose answer was lost if that has the same effect', async () => {
    const { pets } = relayed.storage;
    const { id } = await pets.add(CAT);
    const losses: [statement: RegExp, call: () => Promise<unknown>, answer: unknown][] = [
      [/\bFROM pets\b/, () => pets.find(id), { ...CAT, id }],
      [/\bCOMMIT\b/, () => pets.addOnce(CAT, use('key')), { pet: { ...CAT, id: id + 1n }, replayed: true }],
      [/\bsold\b/, () => pets.changeStatus(id, 'available', 'sold'), { ...CAT, id, status: 'sold' }],
    ];
    for (const [statement, call, answer] of losses) {
      await relayed.endConnections();
      let cuts = 0;
      relayed.forward = listening((bytes, client, server) => {
        if (cuts > 0 || !statement.test(bytes.toString('latin1'))) return true;
        cuts++;
        server.unpipe(client).resume();
        server.once('data', () => client.destroy()); // the server has done what the statement says then
        return true;
      });
      expect(await call()).toEqual(answer);
      expect(cuts).toBe(1);
    }
    expect(await pets.list({ limit: 9 })).toHaveLength(2);
  });
});

describeEach(SQL_SERVERS, 'a connection', (kind) => {
  const target = targets(kind);

  /** Whether a connection with these parameters of a URL sends statements that can be read on the way. */
  async function isReadable(parameters: Record<string, string>, of = target().url, hostname = '127.0.0.1') {
    let sent = '';
    const keep = listening((bytes) => {
      sent += bytes.toString('latin1');
      return true;
    });
    const relay = await relayTo(portOf(target().url), keep);
    const search = String(new URLSearchParams(parameters));
    const url = Object.assign(new URL(withPort(of, relay.port)), { hostname, search });
    const storage = await parseStorageUrl(url.href).open({ poolSize: 1 });
    try {
      await storage.connect();
      await storage.schema.pending();
    } finally {
      await storage.close();
      relay.close();
    }
    return sent.includes('migrations');
  }

  const ca = { 'ssl-ca': CERTIFICATES.authority };

  it.each([
    ['without TLS by default', {}, '127.0.0.1', true],
    ['encrypted without a check of the certificate', { 'ssl-mode': 'REQUIRED' }, '127.0.0.1', false],
    ['of the authority that the URL names', { 'ssl-mode': 'VERIFY_CA', ...ca }, '127.0.0.1', false],
    ['of the host in the URL', { 'ssl-mode': 'VERIFY_IDENTITY', ...ca }, 'localhost', false],
  ])('is made %s', async (_, parameters, hostname, readable) => {
    expect(await isReadable(parameters, target().url, hostname)).toBe(readable);
  });

  it.each([
    ['an unknown authority issued', { 'ssl-mode': 'VERIFY_CA' }, '127.0.0.1'],
    // The resolver of the system takes this for 127.0.0.1, and Node.js for a name.
    ['another host has, if the URL asks for its identity', { 'ssl-mode': 'VERIFY_IDENTITY', ...ca }, '127.1'],
  ])('refuses a certificate that %s', async (_, parameters, hostname) => {
    await expect(isReadable(parameters, target().url, hostname)).rejects.toMatchObject(UNAVAILABLE);
  });

  it('sends the certificate of the client that the URL names', async () => {
    const certified = await kind.addUser(target().url, ['ALL']);
    await target().sql.query("ALTER USER ?@'%' REQUIRE X509", [new URL(certified).username]);
    const { cert, key } = CERTIFICATES.client;
    const required = { 'ssl-mode': 'REQUIRED' };
    await expect(isReadable(required, certified)).rejects.toMatchObject(UNAVAILABLE);
    expect(await isReadable({ ...required, 'ssl-cert': cert, 'ssl-key': key }, certified)).toBe(false);
  });
});

describeEach(SQL_SERVERS, 'a server that becomes read-only', (kind) => {
  let server: DatabaseServer;
  let target: TestTarget;
  beforeAll(async () => {
    server = await kind.newServer();
    await server.start();
    await open({ url: server.url, drop: async () => {} }); // this migrates the store
    // Servers let their administrators write all the same.
    const url = await kind.addUser(server.url, ['SELECT', 'INSERT', 'UPDATE', 'DELETE']);
    target = { url, drop: async () => {} };
  });
  afterAll(() => server.remove());

  it('is not ready while it is read-only, gives that as the reason of a refusal, and replays an earlier addition', async () => {
    const { health, pets } = await open(target, { migrate: false });
    const { pet } = await pets.addOnce(CAT, use('key'));
    await health.check();
    await server.setReadOnly(true);
    await expect(health.check()).rejects.toMatchObject(UNAVAILABLE);
    await expect(pets.add(CAT)).rejects.toMatchObject({ ...UNAVAILABLE, meaning: 'read-only' });
    expect(await pets.addOnce(CAT, use('key'))).toEqual({ pet, replayed: true });
    await server.setReadOnly(false);
    await health.check();
    await expect(pets.add(CAT)).resolves.toMatchObject(CAT);
  });
});
