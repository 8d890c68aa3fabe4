import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { TIMEOUT_MS } from '../support/eventually.js';
import { IS_LONG } from '../support/long.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { describeEach, TEST_STORAGES } from '../support/storages.js';
import type { TestTarget } from '../support/test-storage.js';

// Random conversations of many clients at once. Whatever they do, this holds:
//
// - The responses of a connection are those of its requests, in their order, and nothing follows `Connection: close`.
// - A request has no response only if its client has left, or if an earlier response has closed the connection. A client
//   that closes its sending side counts as one that has left.
// - Every animal in the database has exactly one 201, unless its client has left, and every 201 has its animal.
// - A new connection is answered while the others are busy.
//
// A client that still writes further requests while the service stops counts as one that has left: node:http closes a
// connection after its last response without reading on, and the system then resets it. The documented way to read on is
// to hold the end of the response back, which would also hold back the end for which other clients wait.
//
// `npm run fuzz` tries other histories for minutes, which the storages share. A failure prints the seed and the history.

const MINUTES = Number(process.env.CONVERSATION_MINUTES ?? 0);
const SEED = Number(process.env.CONVERSATION_SEED ?? 1);
const STORAGES = TEST_STORAGES.filter(({ missing }) => missing === undefined).length;
const LIMIT_MS = (MINUTES * 60_000) / STORAGES;
const EFFORT = MINUTES > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: LIMIT_MS } : { numRuns: IS_LONG ? 12 : 4 };

jest.setTimeout(LIMIT_MS + 4 * TIMEOUT_MS);

/** A limit that no test reaches, in milliseconds. */
const NEVER = 3_600_000;

/** What a request asks for, with the status of its response. */
const KINDS = {
  add: 201,
  list: 200,
  live: 200,
  'invented key': 401,
  'wrong type': 415,
  'unknown property': 400,
  'too large': 413,
  'malformed chunk': 400,
  'malformed head': 400,
} as const;
type Kind = keyof typeof KINDS;

interface Message {
  readonly kind: Kind;
  /** The sizes of the chunks of its body; `undefined` for a body with a length. */
  readonly chunks: number | undefined;
}

interface Conversation {
  readonly messages: readonly Message[];
  /** The sizes of the pieces in which the client writes, and its pause after each in milliseconds. */
  readonly piece: number;
  readonly pause: number;
  readonly end: 'half-closes' | 'reads all' | 'leaves at once' | 'leaves soon';
}

const message: fc.Arbitrary<Message> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Kind>('add') },
    { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(KINDS) as Kind[])) }, // The keys of a literal.
  ),
  chunks: fc.constantFrom(undefined, undefined, 1, 3, 1000),
});
const conversation: fc.Arbitrary<Conversation> = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 7 }),
  piece: fc.constantFrom(1, 20, 100, 100_000, 100_000),
  pause: fc.constantFrom(0, 0, 1, 5),
  end: fc.constantFrom('half-closes', 'reads all', 'reads all', 'reads all', 'leaves at once', 'leaves soon'),
});
const history = fc.record({
  conversations: fc.array(conversation, { minLength: 1, maxLength: 40 }),
  /** After how many milliseconds the service begins to stop; `undefined` if it stops after all. */
  stopsAfter: fc.constantFrom(undefined, undefined, 0, 5, 30),
});

const leaves = (end: Conversation['end']) => end !== 'reads all';

let names = 0;

/** Returns the bytes of a request, and the name of the animal that it adds. */
function bytesOf({ kind, chunks }: Message, key: string): { readonly bytes: string; readonly name?: string } {
  if (kind === 'malformed head') return { bytes: 'GET /v1/pets HTTP/9\r\nno header\r\n\r\n' };
  const name = `animal ${++names}`;
  const isRead = kind === 'list' || kind === 'live';
  const property = kind === 'unknown property' ? '"colour":"red",' : '';
  const body = isRead ? '' : `{${property}"name":"${name}","categoryId":1}`;
  const head = [
    isRead ? `GET ${kind === 'live' ? '/livez' : '/v1/pets?limit=2'} HTTP/1.1` : 'POST /v1/pets HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${kind === 'invented key' ? 'as_invented' : key}`,
    `Content-Type: ${kind === 'wrong type' ? 'text/plain' : 'application/json'}`,
  ];
  const framed = (framing: string, text: string) => `${[...head, framing].join('\r\n')}\r\n\r\n${text}`;
  if (kind === 'too large') return { bytes: framed('Content-Length: 200000', body) };
  if (kind === 'malformed chunk') return { bytes: framed('Transfer-Encoding: chunked', `zz\r\n${body}\r\n0\r\n\r\n`) };
  const own = kind === 'add' ? { name } : {};
  if (chunks === undefined) return { bytes: framed(`Content-Length: ${body.length}`, body), ...own };
  const parts = body.match(new RegExp(`.{1,${chunks}}`, 'g')) ?? [];
  const text = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  return { bytes: framed('Transfer-Encoding: chunked', `${text}0\r\n\r\n`), ...own };
}

interface Outcome {
  readonly statuses: readonly number[];
  /** How many responses closed the connection, and whether that was the last one. */
  readonly closing: { readonly count: number; readonly isLast: boolean };
  readonly names: readonly (string | undefined)[];
  /** Whether the connection ended before the client had written all its requests. */
  readonly wasWriting: boolean;
}

const sockets: Socket[] = [];

/** Holds a conversation to its end. */
async function hold({ messages, piece, pause, end }: Conversation, { port, key }: TestServer): Promise<Outcome> {
  const requests = messages.map((each) => bytesOf(each, key));
  const bytes = requests.map((each) => each.bytes).join('');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  sockets.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  const isOver = new Promise((resolve) => socket.on('error', resolve).on('end', resolve).on('close', resolve));
  const answered = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  for (let at = 0; at < bytes.length && socket.writable; at += piece) {
    socket.write(bytes.slice(at, at + piece));
    if (pause > 0 && at / piece < 50) await sleep(pause); // bounds the time of a conversation in small pieces
  }
  const wasWriting = !socket.writable;
  if (end === 'half-closes') socket.end();
  if (end.startsWith('leaves')) {
    if (end === 'leaves soon') await sleep(3);
    socket.destroy();
  } else if (end === 'reads all') {
    // The last response may still be arriving.
    while (socket.readable && answered().length < messages.length) await Promise.race([isOver, sleep(5)]);
    await Promise.race([isOver, sleep(20)]);
    socket.end();
    await isOver;
  } else await isOver;
  socket.destroy();
  const heads = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((response) => response.startsWith('HTTP/1.1'));
  const closing = heads.map((response) => /\r\nConnection: close\r\n/i.test(response));
  return {
    statuses: answered(),
    closing: { count: closing.filter(Boolean).length, isLast: closing.at(-1) === true },
    names: requests.map(({ name }) => name),
    wasWriting,
  };
}

/** Checks the responses of one conversation. Returns the names of the animals that have a 201. */
function check({ messages, end }: Conversation, outcome: Outcome, mayStop: boolean): (string | undefined)[] {
  const { statuses, closing, names } = outcome;
  const expected = messages.map(({ kind }) => KINDS[kind]);
  expect({ statuses, closing }).toEqual({
    statuses: expected.slice(0, statuses.length),
    closing: { count: closing.isLast ? 1 : 0, isLast: closing.isLast },
  });
  const hasLeft = leaves(end) || mayStop;
  if (!hasLeft && !closing.isLast) expect(statuses).toHaveLength(messages.length);
  return names.filter((name, at) => name !== undefined && statuses[at] === 201);
}

describeEach(TEST_STORAGES, 'a service', (kind) => {
  let target: TestTarget | undefined;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await target?.drop();
    target = undefined;
  });

  it('answers every conversation of many at once as the model does', async () => {
    target = await kind.newTarget();
    const storage = parseStorageUrl(target.url);
    await fc.assert(
      fc.asyncProperty(history, async ({ conversations, stopsAfter }) => {
        const server = await startTestServer({ storage, email: `${++names}@example.com`, idleGrace: 300 });
        const [newest] = await server.ports.pets.listNewest({ limit: 1 });
        const outcomes = Promise.all(conversations.map((each) => hold(each, server)));
        if (stopsAfter === undefined) expect((await fetch(`${server.url}/livez`)).status).toBe(200);
        else await sleep(stopsAfter);
        const listening = stopsAfter === undefined ? outcomes.then(() => server.drain(0)) : server.drain(NEVER);
        const acknowledged: (string | undefined)[] = [];
        const mayLack = new Set<string | undefined>();
        for (const [at, outcome] of (await outcomes).entries()) {
          const each = conversations[at];
          if (each === undefined) throw new Error('every outcome has its conversation');
          acknowledged.push(...check(each, outcome, stopsAfter !== undefined));
          const hasLeft = leaves(each.end) || (stopsAfter !== undefined && outcome.wasWriting);
          if (hasLeft) for (const name of outcome.names) mayLack.add(name);
        }
        await listening;
        const sent = new Set((await outcomes).flatMap((outcome) => outcome.names));
        const kept = (await server.ports.pets.list({ limit: 1000, after: newest?.id }))
          .map(({ name }) => name)
          .filter((name) => sent.has(name));
        await server.close();
        const unexplained = kept.filter((name) => !acknowledged.includes(name) && !mayLack.has(name));
        expect(unexplained).toEqual([]);
        expect(acknowledged.filter((name) => kept.filter((each) => each === name).length !== 1)).toEqual([]);
        expect(new Set(kept).size).toBe(kept.length);
      }),
      { ...EFFORT, seed: SEED, timeout: TIMEOUT_MS, endOnFailure: true },
    );
  });
});
