import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** A fault that one request meets; see `startProxy`. */
export type Fault =
  | 'drop the request'
  | 'lose the response'
  | 'cut the response'
  | 'never answer'
  | 'never end the response'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface Proxy {
  readonly url: string;
  /** The headers of every request, oldest first. */
  readonly requests: IncomingHttpHeaders[];
  /** How many requests their client gave up before the response. */
  readonly abandoned: () => number;
  /** The status of every response that the service sent, oldest first. */
  readonly statuses: number[];
  stop(): Promise<void>;
}

/** A proxy in front of the service: the first requests meet these faults, one each; later ones pass. */
export async function startProxy(target: string, faults: readonly Fault[] = []): Promise<Proxy> {
  const requests: IncomingHttpHeaders[] = [];
  const statuses: number[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    const fault = faults[requests.length];
    requests.push(request.headers);
    response.once('close', () => (abandoned += response.writableEnded ? 0 : 1));
    void answer(request, response, fault).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse, fault?: Fault): Promise<void> {
    const body = await text(request);
    if (fault === 'never answer') return;
    if (fault === 'never end the response') {
      response.writeHead(200, { 'content-type': 'application/json' });
      await pipeline(Readable.from(spaces()), response);
    } else if (fault === 'drop the request') {
      response.destroy();
    } else if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else {
      const answered = await pass(request, body);
      statuses.push(answered.status);
      const sent = await answered.text();
      if (fault === 'lose the response') response.destroy();
      else forward(answered, sent, response, fault === 'cut the response');
    }
  }

  function pass({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Promise<Response> {
    const sent = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    return fetch(new URL(url, target), {
      method,
      headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
      ...(body !== '' && { body }),
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    abandoned: () => abandoned,
    statuses,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* spaces(): Generator<string> {
  for (;;) yield ' '.repeat(65_536);
}

function forward({ status, headers }: Response, text: string, response: ServerResponse, isCut: boolean): void {
  const hopByHop = ['connection', 'keep-alive'];
  response.writeHead(status, Object.fromEntries([...headers].filter(([name]) => !hopByHop.includes(name))));
  if (!isCut) response.end(text);
  else response.write(text.slice(0, text.length / 2), () => response.destroy());
}
