import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addition, callerOf, eventually } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** The most memory that the connections of this test may cost, in MiB. */
const MEMORY = 150;

function residentMebibytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

describe('a service with clients that are slow or large', () => {
  it('goes on serving the others in bounded memory, and answers 408, 431 and 413', async () => {
    const service = await serveWhenReady({
      env: { DATABASE_URL: 'memory:', REQUEST_DEADLINE: '60s', MAX_IN_FLIGHT: '64', MAX_CONNECTIONS: '2000' },
    });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const call = callerOf(service.url, key);
    const port = Number(new URL(service.url).port);
    expect((await call(addition('before'))).status).toBe(201);
    const atRest = residentMebibytes(service.pid);

    const statuses = new Map<number, string>();
    function open(number: number, first: string): Socket {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => statuses.set(number, bytes.toString('latin1').slice(9, 12)));
      socket.write(first);
      return socket;
    }
    const head = `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;

    // A byte a second: the first half in a head that never ends, the other half in a body of an allowed length.
    const slow = Array.from({ length: 1000 }, (_, number) =>
      open(
        number,
        number < 500 ? 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX: ' : `${head}Content-Length: 100000\r\n\r\n{`,
      ),
    );
    const dripping = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('x');
    }, 1000);
    for (let number = 1000; number < 1100; number++)
      open(number, `GET / HTTP/1.1\r\nHost: localhost\r\n${`X: ${'x'.repeat(4000)}\r\n`.repeat(10)}`);
    for (let number = 1100; number < 1200; number++)
      open(number, `GET / HTTP/1.1\r\nHost: localhost\r\n${'X-Header: x\r\n'.repeat(3000)}`);
    for (let number = 1200; number < 1300; number++) open(number, `${head}Content-Length: 1000000000\r\n\r\n{`);

    let most = 0;
    await eventually(async () => {
      expect((await call(addition('meanwhile'))).status).toBe(201);
      most = Math.max(most, residentMebibytes(service.pid));
      return answered(0, 500) && answered(1000, 1300);
    });
    clearInterval(dripping);
    expect(most - atRest).toBeLessThan(MEMORY);
    expect([statusesOf(0, 500), statusesOf(1000, 1200), statusesOf(1200, 1300)]).toEqual([['408'], ['431'], ['413']]);
    expect((await service.stop()).code).toBe(0);

    function answered(from: number, to: number): boolean {
      return Array.from({ length: to - from }, (_, at) => from + at).every((number) => statuses.has(number));
    }
    function statusesOf(from: number, to: number): string[] {
      return [...new Set([...statuses].flatMap(([number, status]) => (number >= from && number < to ? status : [])))];
    }
  });
});
