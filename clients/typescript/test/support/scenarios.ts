import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Task } from './outcomes.ts';

/** What a server answers; `cut`: the first half of a response that was announced to be longer. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly end?: 'cut' | 'never';
}

export interface Scenario {
  readonly name: string;
  readonly call: Task['call'];
  readonly totalMs?: Task['totalMs'];
  /** One for each request; the last one also for every further request. */
  readonly answers: readonly Answer[];
  readonly outcome: RegExp;
  /** The outcome for a script of another origin, where it differs. */
  readonly inBrowser?: RegExp;
  /** The headers that such a script may send. Default: those that it asks for. */
  readonly allowedHeaders?: string;
  /** The number of requests, where it is certain. */
  readonly requests?: number | undefined;
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const PET = '{"id":7,"name":"Zoë","categoryId":9223372036854775807,"status":"sold"}';
const ZOE = /^7 Zoë 9223372036854775807 sold$/;

const added = (body: string | Uint8Array): Answer => ({ status: 201, headers: json, body });
const page = (ids: readonly number[], link?: string): Answer => ({
  status: 200,
  headers: { ...json, ...(link !== undefined && { Link: link }) },
  body: `[${ids.map((id) => `{"id":${id},"name":"A","categoryId":1,"status":"sold"}`).join()}]`,
});
const unexpected = (status: number | undefined, what = '') =>
  new RegExp(`^unexpected_response ${String(status)} The response is not one of the animal store: .*${what}`);
const TWO_PAGES = /^1 A 1 sold,2 A 1 sold$/;

/** Links to one next page. */
const LINKS = [
  '</v1/pets?limit=2&cursor=abc>; rel="next"',
  '</style.css>; rel=preload, <https://elsewhere.example/v1/pets?cursor=abc>; rel="next"',
  '</v1/pets?cursor=abc>;rel=next',
  '</v1/pets?cursor=abc> ; REL = "NEXT"',
  '</v1/pets?cursor=abc>; rel="next last"',
  '</v1/pets?cursor=abc>; rel="last\tnext"; title="B"',
  '</v1/pets?cursor=abc>; title="a, \\"b\\"; rel=prev"; rel="next"',
  '</v1/pets?cursor=abc>; type=text/html; rel=next',
  '</a,b>; rel=prev; crossorigin, , </v1/pets?kinds=1,2&cursor=abc>; rel="ne\\xt",',
  '</v1/pets?cursor=abc>; rel="next", </v1/pets?cursor=abc>; rel="next"',
];
/** Links without a next page. */
const LAST = [
  '</v1/pets?cursor=abc>; rel="prev"',
  '',
  '</v1/pets?cursor=abc>',
  '</v1/pets?cursor=abc>; rel="next-archive"',
  '</v1/pets?cursor=abc>; rel=prev; rel=next',
  '</v1/pets?cursor=abc>; rel="next"; anchor="/v1/orders"',
  '</a>; title="<,</v1/pets?cursor=abc>;rel=\\"next\\";"; rel="prev"',
];
/** Links to a next page that has no cursor. */
const BROKEN_LINKS = [
  '</v1/pets?limit=2>; rel="next"',
  '</v1/pets?limit=2&cursor=>; rel="next"',
  '<http://[>; rel="next"',
];
const NO_LINKS = [
  'next',
  '</v1/pets?cursor=abc; rel="next"',
  '</v1/pets?cursor=abc>; rel="next',
  '</v1/pets?cursor=abc> rel="next"',
  '</a> </v1/pets?cursor=abc>; rel="next"',
  '</a>; rel="prev"; title="A"B, </v1/pets?cursor=abc>; rel="next"',
];
const TWO_NEXT = '</v1/pets?cursor=abc>; rel="next", </v1/pets?cursor=def>; rel="next"';

const addition = (name: string, answer: Answer, outcome: RegExp): Scenario => ({
  name,
  call: 'add',
  answers: [answer],
  outcome,
  requests: 1,
});
const list = (name: string, answers: readonly Answer[], outcome: RegExp): Scenario => ({
  name,
  call: 'list',
  answers,
  outcome,
  requests: answers.length,
});

/** What a client meets that is not the service, or the service on a bad day. */
export const SCENARIOS: readonly Scenario[] = [
  addition('an animal', added(PET), ZOE),
  addition('an animal with a new property', added(PET.replace('}', ',"age":4}')), ZOE),
  addition('half an animal', added(PET.slice(0, 30)), unexpected(201, 'is not JSON')),
  addition('an animal without properties', added('{}'), unexpected(201, 'Pet.id is missing')),
  addition('null', added('null'), unexpected(201, 'Pet must be an object')),
  ...['7.5', '0', '-0', '1e400', '9223372036854775808', '"7"', 'true', 'null', '[]', '{}'].map((id) =>
    addition(`the id ${id}`, added(PET.replace('7', id)), unexpected(201, 'Pet.id must be an integer from 1 to')),
  ),
  addition('a number as a name', added(PET.replace('"Zoë"', '7')), unexpected(201, 'Pet.name must be a string')),
  addition(
    'an unknown status of an animal',
    added(PET.replace('sold', 'toString')),
    unexpected(201, 'Pet.status must be one of available, pending, sold'),
  ),
  addition('a type like JSON', { ...added(PET), headers: { 'Content-Type': 'application/json-seq' } }, unexpected(201)),
  addition('deep JSON', added('['.repeat(500_000)), unexpected(201, 'is JSON that is nested too deeply')),
  addition('repeated properties', added('{"id":1,"id":2}'), unexpected(201, 'repeats a property')),
  addition('bytes that are not UTF-8', added(Uint8Array.of(0x22, 0xff, 0x22)), unexpected(201, 'is not UTF-8')),
  addition('an empty body', added(''), unexpected(201, 'is not JSON')),
  addition('no body at all', { status: 204, headers: json }, unexpected(204)),
  addition('a page of HTML', { status: 403, headers: { 'Content-Type': 'text/html' } }, unexpected(403, 'text/html')),
  addition('no type', { status: 201, body: PET }, unexpected(201, 'no Content-Type')),
  addition('another success', { status: 200, headers: json, body: PET }, unexpected(200)),
  addition('a redirect', { status: 301, headers: { Location: '/elsewhere' } }, /^unexpected_response (301|undefined) /),
  addition(
    'an error without properties',
    { status: 400, headers: json, body: '{}' },
    unexpected(400, 'is not an error'),
  ),
  addition(
    'an error with an unknown code',
    { status: 418, headers: json, body: '{"code":"teapot","message":"No coffee.","status":418}' },
    /^teapot 418 No coffee\.$/,
  ),
  { ...addition('too slow a request', added(PET), ZOE), answers: [{ status: 408 }, added(PET)], requests: 2 },
  { ...addition('overload', added(PET), ZOE), answers: [{ status: 503 }, added(PET)], requests: 2 },
  {
    name: 'a connection that breaks in the middle of the body',
    call: 'add',
    answers: [{ ...added(PET), end: 'cut' }, added(PET)],
    outcome: ZOE,
  },
  {
    name: 'a key with a line break',
    call: 'add with a broken key',
    answers: [added(PET)],
    outcome: /^invalid_request undefined The request was not sent: idempotencyKey must be/,
    requests: 0,
  },
  {
    ...addition('a gateway that does not allow every header', added(PET), ZOE),
    totalMs: 1000,
    allowedHeaders: 'Authorization, Content-Type, Idempotency-Key',
    inBrowser: /^connection_lost undefined No complete.* CORS .*headers Authorization, .*Key, X-Request-Id\.$/,
    requests: undefined,
  },
  { name: 'a caller that leaves', call: 'leave', answers: [{ status: 200, end: 'never' }], outcome: /^$/ },
  ...['null', '{}', '[null]', '[{"id":1}]'].map((body) =>
    list(`a list that is ${body}`, [{ status: 200, headers: json, body }], unexpected(200, 'in its body Pets')),
  ),
  ...LINKS.map((link) => list(`pages by ${link}`, [page([1], link), page([2])], TWO_PAGES)),
  ...LAST.map((link) => list(`the last page with ${link}`, [page([1, 2], link)], TWO_PAGES)),
  ...BROKEN_LINKS.map((link) => list(`pages by ${link}`, [page([1], link)], unexpected(200, 'has no cursor'))),
  ...NO_LINKS.map((link) => list(`pages by ${link}`, [page([1], link)], unexpected(200, 'is not a list of links'))),
  list('two next pages', [page([1], TWO_NEXT)], unexpected(200, 'links to several next pages')),
];

export interface ScenarioServer {
  /** The base URL of the scenario at this index of `SCENARIOS`, for one client. */
  baseUrl(index: number, client: string): string;
  /** How many requests that client sent in that scenario. */
  requests(index: number, client: string): number;
  stop(): Promise<void>;
}

/** Plays each scenario under an address of its own, to scripts of every origin. */
export async function startScenarios(): Promise<ScenarioServer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const origin = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Link, Retry-After' };
    for (const [name, value] of Object.entries(origin)) response.setHeader(name, value);
    const [, address = '', index = ''] = /^(\/(\d+)\/\w+)\/v1\/pets(?:\?|$)/.exec(request.url ?? '') ?? [];
    const scenario = SCENARIOS[Number(index)];
    if (request.method === 'OPTIONS') {
      const allowed = scenario?.allowedHeaders ?? request.headers['access-control-request-headers'];
      response.writeHead(204, { 'Access-Control-Allow-Headers': allowed }).end();
    } else {
      const count = counts.get(address) ?? 0;
      counts.set(address, count + 1);
      const answers = scenario?.answers ?? [];
      void answer(request, response, answers[Math.min(count, answers.length - 1)]).catch(() => response.destroy());
    }
  });

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body = '', end }: Answer = { status: 404 },
  ): Promise<void> {
    await text(request);
    if (end === 'never') return;
    if (end === 'cut') response.writeHead(status, { ...headers, 'Content-Length': body.length + 100 });
    else response.writeHead(status, headers);
    if (end === 'cut') response.write(body, () => response.destroy());
    else response.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    baseUrl: (index, client) => `http://127.0.0.1:${port}/${index}/${client}/v1`,
    requests: (index, client) => counts.get(`/${index}/${client}`) ?? 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
