import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { OpenDataSource } from '../../../../../src/adapters/outbound/typeorm/execution/data-source.js';
import { mysqlDialect } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import { Deadline } from '../../../../../src/adapters/support/deadline.js';
import { eventually } from '../../../../support/eventually.js';
import { UNAVAILABLE } from '../../../../support/examples.js';

/** What a server that is no MySQL server does with a connection. */
type Answer = (client: Socket) => unknown;

/** The payload of a packet of MySQL's protocol with its header. */
function packet(number: number, ...payload: readonly (number | string)[]): Buffer {
  const body = Buffer.concat(
    payload.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
  );
  return Buffer.concat([Buffer.from([body.length, 0, 0, number]), body]);
}

const GREETING = packet(
  0,
  '\x0a9.7.0\0\x01\0\0\0',
  '12345678\0\xff\xf7\xff\x02\0\xff\xdf\x15',
  '\0'.repeat(10),
  '123456789012\0mysql_native_password\0',
);
const OK = [0, 0, 0, 2, 0, 0, 0];
const REFUSAL = [0xff, 0x10, 0x04, '#08004Too many connections'];

/** Says something at once, and leaves the connection open. */
const saying =
  (text: string | Buffer): Answer =>
  (client) =>
    client.write(text, 'latin1');
const HEX = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Greets as MySQL does, and answers the message of the client that has this number, from 0 on. */
const greeting =
  (...answers: readonly Answer[]): Answer =>
  (client) => {
    client.write(GREETING);
    let at = 0;
    client.on('data', () => answers[Math.min(at++, answers.length - 1)]?.(client));
  };
const silent: Answer = () => undefined;
const zeros = Buffer.alloc(64);

/** Servers that cannot be used, and what the error of a connection to them says. */
const FOREIGN_SERVERS: readonly (readonly [name: string, answer: Answer, said: RegExp])[] = [
  ...(
    [
      ['64 zero bytes', zeros],
      ['many zero bytes', Buffer.alloc(100_000)],
      ['bytes 0xff', Buffer.alloc(64, 0xff)],
      ['the notice of port 33060', HEX('05 00 00 00 0b 08 05 1a 00')],
      ['SSH', 'SSH-2.0-OpenSSH_10.0\r\n'],
      ['PostgreSQL', Buffer.concat([HEX('45 00 00 00 20'), Buffer.from('SFATAL\0C08P01\0Munsupported\0\0')])],
      ['an alert of TLS', HEX('15 03 03 00 02 02 28')],
      ['a version of MySQL before 3.21', packet(0, 9, '3.20\0', 1, 0, 0, 0, '12345678\0')],
    ] as const
  ).map(([name, text]) => [name, saying(text), /this is not a MySQL server\. Correct the host and the port/] as const),
  ['one byte and the end', (client) => client.end('x'), /this is not a MySQL server/],
  ['the end at once', (client) => client.end(), /closed the connection/],
  ['a reset at once', (client) => client.resetAndDestroy(), /ECONNRESET|closed the connection/],
  ['nothing', silent, /no answer in time/],
  ['half a greeting', saying(GREETING.subarray(0, 30)), /no answer in time/],
  ['half a greeting and the end', (client) => client.end(GREETING.subarray(0, 30)), /closed the connection/],
  ['a greeting that is cut short', saying(packet(0, 10, '9.7.0\0')), /no answer in time|not a MySQL server/],
  ['an error in place of a greeting', saying(packet(0, ...REFUSAL)), /Too many connections/],
  ['a greeting, and then nothing', greeting(silent), /no answer in time/],
  ['a greeting, and then zero bytes', greeting(saying(zeros)), /./],
  ['a greeting, and then an error', greeting(saying(packet(2, ...REFUSAL))), /Too many connections/],
  ['a greeting, and then an unknown login', greeting(saying(packet(2, 0xfe, 'nonsense\0', '12345678'))), /nonsense/],
  ['a login, and then zero bytes', greeting(saying(packet(2, ...OK)), saying(zeros)), /./],
  ['a login, and then nothing', greeting(saying(packet(2, ...OK)), silent), /no answer in time/],
  ['a login, and then the end', greeting(saying(packet(2, ...OK)), (client) => client.end()), /closed the connection/],
];

/** Starts a server that does this with each connection. */
async function foreignServer(answer: Answer) {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client
      .on('error', () => undefined)
      .on('close', () => clients.delete(client))
      .resume();
    answer(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    port,
    /** The connections that are open. */
    clients: clients as ReadonlySet<Socket>,
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}

/** How many connections are opened to each server. */
const CONNECTIONS = 10;

// mysql2 prints a line for a packet whose number is wrong.
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
});

// An error that nobody hears would end the process of the tests.
test.each(FOREIGN_SERVERS)('connections to a server that sends %s fail and are closed', async (_, answer, said) => {
  const server = await foreignServer(answer);
  const address = { host: '127.0.0.1', port: server.port, user: 'u', password: 'p', database: 'd' };
  const limitMs = said.test('no answer in time') ? 500 : 30_000;
  const opened = Array.from({ length: CONNECTIONS }, () => new OpenDataSource(mysqlDialect(address, 5)));
  const failed = { ...UNAVAILABLE, cause: { message: expect.stringMatching(said) } };
  await Promise.all(opened.map((each) => expect(each.open(new Deadline(limitMs))).rejects.toMatchObject(failed)));
  await eventually(() => server.clients.size === 0);
  await Promise.all(opened.map((each) => each.close((closing) => closing())));
  server.close();
});
