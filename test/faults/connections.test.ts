import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { describeLong, IS_LONG } from '../support/long.js';
import { serveWhenReady, type RunningService } from '../support/process.js';

// What clients without a key can do to a process with a connection. Errors of the client's own sockets are expected.

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const MEMORY = { DATABASE_URL: 'memory:', LOG_LEVEL: 'info' };
const HOST = 'Host: localhost\r\n';
const DOWNLOAD = `GET /account/pico.jade.min.css HTTP/1.1\r\n${HOST}\r\n`;
const FORM =
  `POST /account/sign-in HTTP/1.1\r\n${HOST}Sec-Fetch-Site: same-origin\r\n` +
  'Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n';

const WRITES = {
  'a request': `GET /livez HTTP/1.1\r\n${HOST}\r\n`,
  'large downloads': DOWNLOAD.repeat(150),
  'half a body': `POST /account/sign-in HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`,
  CONNECT: 'CONNECT a:80 HTTP/1.1\r\n\r\n',
  Upgrade: `GET /livez HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\nbytes`,
  'malformed bytes': '\x16\x03\x01\r\n\r\n',
};

const READS = {
  read: (socket: Socket) => void socket.resume(),
  unread: (socket: Socket) => void socket.pause(),
  slow: (socket: Socket) => {
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
  },
};

const ENDS = {
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  destroy: (socket: Socket) => void socket.destroy(),
  'half-close': (socket: Socket) => void socket.end(),
  nothing: () => undefined,
};

/** Milliseconds between the connection and its end. */
const MOMENTS = IS_LONG ? [0, 1, 2, 10, 100] : [0, 10];

/** Every combination, each by itself and behind a request in the same packet. */
const CASES = Object.values(WRITES).flatMap((bytes) =>
  [bytes, WRITES['a request'] + bytes].flatMap((packet) =>
    Object.values(READS).flatMap((read) =>
      Object.values(ENDS).flatMap((end) => MOMENTS.map((moment) => ({ packet, read, end, moment }))),
    ),
  ),
);

function open(port: number, packet: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(packet);
  return socket;
}

function residentMebibytes({ pid }: RunningService): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

const descriptorsOf = ({ pid }: RunningService) => readdirSync(`/proc/${pid}/fd`).length;

it('a service whose clients misuse their connections keeps serving after every kind of misuse, on both ports', async () => {
  const service = await serveWhenReady({ env: { ...MEMORY, ADMIN_PORT: '0' } });
  const admin = String(service.log().find(({ msg }) => msg === 'listening on ADMIN_PORT')?.url);
  const before = await service.until(() => service.stderr() || undefined); // the banner, written after the log lines
  const atRest = descriptorsOf(service);
  for (const port of [service.url, admin].map((url) => Number(new URL(url).port))) {
    for (const { packet, read, end, moment } of CASES) {
      const socket = open(port, packet);
      read(socket);
      socket.once('connect', () => setTimeout(() => end(socket), moment));
      if (sockets.length % 50 === 0) await sleep(20); // bounds the load; nothing waits for this time
    }
  }
  await service.until(async () => ((await fetch(`${service.url}/livez`)).ok ? true : undefined));
  for (const socket of sockets) socket.destroy();
  await service.until(() => (descriptorsOf(service) <= atRest + 5 ? true : undefined));
  const { code, stderr } = await service.stop();
  expect([code, stderr]).toEqual([0, before]);
  expect(service.log().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
});

it('hundreds of clients that connect while the service is busy are all connected, and get their responses', async () => {
  const service = await serveWhenReady({ env: MEMORY });
  const port = Number(new URL(service.url).port);
  process.kill(service.pid, 'SIGSTOP');
  const clients = Array.from({ length: 700 }, () => open(port, WRITES['a request']));
  await Promise.all(clients.map((client) => once(client, 'connect'))); // The system connects them.
  process.kill(service.pid, 'SIGCONT');
  await Promise.all(clients.map((client) => once(client, 'data')));
  for (const client of clients) client.destroy();
  expect((await service.stop()).code).toBe(0);
});

describeLong('a service whose clients misuse their connections', () => {
  it.each([
    ['pipelined requests behind unread downloads', 20, DOWNLOAD.repeat(100) + 'GET / HTTP/1.1\r\n\r\n'.repeat(3600)],
    ['forms in chunks of a byte', 150, `${FORM}${'1\r\nx\r\n'.repeat(16_000)}0\r\n\r\n`],
  ])('bounds the memory that it uses for %s', async (_, connections, packet) => {
    const service = await serveWhenReady({ env: MEMORY });
    const port = Number(new URL(service.url).port);
    const atRest = residentMebibytes(service);
    const flood = Array.from({ length: connections }, () => open(port, packet).pause());
    let most = 0;
    for (let turns = 0; turns < 20; turns++) {
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      most = Math.max(most, residentMebibytes(service));
      await sleep(50); // the subject: for a second the service answers while it reads the packets
    }
    expect(most - atRest).toBeLessThan(300);
    for (const socket of flood) socket.destroy();
    expect((await service.stop()).code).toBe(0);
  });
});
