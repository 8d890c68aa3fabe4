import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listen } from '../../../../../src/adapters/inbound/http/server/server.js';
import { lines, open } from '../../../../support/raw-sockets.js';

// Of more connections than the limit, the one gives way that has gone longest without a step. A step is: the connection
// is accepted, the head of a request has arrived, all of the request has arrived, or its response has ended. Of the
// requests of a connection only the first one counts that has no whole response. The connection does not give way while
// this request is at work, which is from its arrival to the start of its response.

/** More than the system keeps for a client that does not read. */
const LARGE = Buffer.alloc(16 << 20);

interface Exchange {
  readonly path: string;
  isComplete: boolean;
  hasBegun: boolean;
}

/** A client, and what the model knows of it. */
interface Client {
  readonly socket: Socket;
  /** The other end of its connection. */
  readonly accepted: Socket;
  /** The requests without a whole response. */
  readonly open: Exchange[];
  /** The number of the event that was its last step. */
  lastStep: number;
}

/** Waits for an effect of the last event. The time limit of the test bounds it. */
async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await setImmediate();
}

/** Clients of one service. The latest of `accepted`, `arrived` and `atWork` is of the event that is happening. */
class History {
  readonly clients: Client[] = [];
  private readonly accepted: Socket[] = [];
  /** The requests whose heads have arrived, by path. */
  private readonly arrived = new Map<string, IncomingMessage>();
  /** The responses of the requests that the service has begun to work on, by path. */
  private readonly atWork = new Map<string, ServerResponse>();
  private now = 0;

  private constructor(
    private readonly port: number,
    private readonly limit: number,
  ) {}

  /** Plays events, each with the number of the client that it is about. */
  static async play(limit: number, events: readonly (readonly [keyof typeof EVENTS, number])[]): Promise<void> {
    let begin: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
    const handle = async (request: IncomingMessage, response: ServerResponse) => void begin(request, response);
    const server = await listen(handle, { host: '127.0.0.1', port: 0, maxConnections: limit });
    const history = new History(Number(new URL(server.url).port), limit);
    begin = ({ url }, response) => history.atWork.set(String(url), response);
    // The messages are those that Node.js documents for these channels.
    const onAccepted = (message: unknown) => void history.accepted.push((message as { socket: Socket }).socket);
    const onRequest = (message: unknown) => {
      const { request } = message as { request: IncomingMessage };
      history.arrived.set(String(request.url), request);
    };
    subscribe('net.server.socket', onAccepted);
    subscribe('http.server.request.start', onRequest);
    try {
      for (let count = 0; count < limit; count++) await history.happen('connect', 0);
      for (const [event, choice] of events) await history.happen(event, choice);
      for (let count = 0; count < limit; count++) await history.happen('connect', 0); // shows the order of all
    } finally {
      unsubscribe('net.server.socket', onAccepted);
      unsubscribe('http.server.request.start', onRequest);
      for (const { socket } of history.clients) socket.destroy();
      await server.stop(0);
    }
  }

  private async happen(event: keyof typeof EVENTS, choice: number): Promise<void> {
    this.now++;
    const client = this.clients[choice % Math.max(1, this.clients.length)];
    if (event === 'connect') await this.connect();
    else if (client !== undefined) await EVENTS[event](this, client);
    expect(this.clients.filter(({ accepted }) => accepted.destroyed)).toEqual([]);
  }

  private async connect(): Promise<void> {
    const socket = await open(this.port);
    await until(() => this.accepted.length > 0);
    for (const accepted of this.accepted.splice(0))
      this.clients.push({ socket, accepted, open: [], lastStep: this.now });
    if (this.clients.length <= this.limit) return;
    const candidates = this.clients.filter(({ open: [first] }) => !first?.isComplete || first.hasBegun);
    const oldest = candidates.reduce((one, other) => (one.lastStep < other.lastStep ? one : other));
    expect(oldest.accepted.destroyed).toBe(true);
    this.remove(oldest);
    oldest.socket.destroy();
  }

  remove(client: Client): void {
    this.clients.splice(this.clients.indexOf(client), 1);
  }

  step(client: Client): void {
    client.lastStep = this.now;
  }

  async sendHead({ socket, open }: Client): Promise<void> {
    const path = `/${this.now}`;
    open.push({ path, isComplete: false, hasBegun: false });
    socket.write(lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 1'));
    await until(() => this.arrived.has(path));
  }

  async sendBody({ socket }: Client, { path }: Exchange): Promise<void> {
    socket.write('x');
    await until(() => this.arrived.get(path)?.complete);
  }

  async respond({ path }: Exchange, body?: Buffer): Promise<void> {
    await until(() => this.atWork.has(path));
    this.atWork.get(path)?.end(body);
  }

  async end({ open }: Client): Promise<void> {
    const path = String(open.shift()?.path);
    await until(() => this.atWork.get(path)?.closed);
  }
}

/** What a client, or the service for it, does next. An event that makes no sense for the client does nothing. */
const EVENTS = {
  connect: async () => undefined, // makes a client, so it is about none
  /** While the client reads nothing, the service reads no further requests. */
  head: async (history: History, client: Client) => {
    const [first, last] = [client.open[0], client.open.at(-1)];
    if (first?.hasBegun || last?.isComplete === false || client.open.length === 4) return;
    await history.sendHead(client);
    if (first === undefined) history.step(client);
  },
  body: async (history: History, client: Client) => {
    const [first, last] = [client.open[0], client.open.at(-1)];
    if (last === undefined || last.isComplete || (first !== last && first?.hasBegun)) return;
    await history.sendBody(client, last);
    last.isComplete = true;
    if (first === last) history.step(client);
  },
  /** Bytes without a request are no step. */
  'empty line': async (_: History, { open, socket, accepted }: Client) => {
    if (open.length > 0) return;
    const before = accepted.bytesRead;
    socket.write('\r\n');
    await until(() => accepted.bytesRead > before);
  },
  response: async (history: History, client: Client) => {
    const [first] = client.open;
    if (!first?.isComplete || first.hasBegun) return;
    await history.respond(first);
    await history.end(client);
    history.step(client);
  },
  /** The start of a response that the client does not read is no step. */
  'unread response': async (history: History, { open }: Client) => {
    const [first] = open;
    if (!first?.isComplete || first.hasBegun) return;
    await history.respond(first, LARGE);
    first.hasBegun = true;
  },
  read: async (history: History, client: Client) => {
    if (!client.open[0]?.hasBegun) return;
    client.socket.resume();
    await history.end(client);
    client.socket.pause();
    history.step(client);
  },
  leave: async (history: History, client: Client) => {
    history.remove(client);
    client.socket.resetAndDestroy();
    await until(() => client.accepted.closed);
  },
};

it('The connection that has gone longest without a step gives way to a new one, and no other one is closed', async () => {
  const names = Object.keys(EVENTS) as (keyof typeof EVENTS)[]; // Object.keys returns the keys
  const event = fc.tuple(fc.constantFrom(...names, 'head', 'head', 'body', 'body'), fc.nat(20));
  const events = fc.array(event, { maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), events, (limit, all) => History.play(limit, all)),
    { numRuns: 150, interruptAfterTimeLimit: 20_000 },
  );
});
