import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { addition, callerOf, eventually, newKeyIn } from '../support/callers.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { IS_LONG } from '../support/long.js';
import { serveUnread, serveWhenReady } from '../support/process.js';
import { describeSlow, SQL_STORAGES, targets } from '../support/storages.js';

/** The number of requests while nothing reads the log: their log is larger than the buffer of the service. */
const REQUESTS = 10_000;

/** A pipe that is read only after `makeRoom`, and not after `fill`. */
function newPipe() {
  const file = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  // Read by an opening of its own: that of the service is made non-blocking and blocking again at its end.
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(1 << 20);
  let text = '';
  let isRead = false;
  return {
    fd: openSync(file, constants.O_WRONLY),
    makeRoom: () => (isRead = true),
    fill: () => (isRead = false),
    closeReader: () => closeSync(reader),
    /** Returns what was written so far. */
    text() {
      try {
        while (isRead) text += bytes.toString('utf8', 0, readSync(reader, bytes));
      } catch {
        // Nothing there yet.
      }
      return text;
    },
  };
}

const idOf = (request: number) => String(request).padStart(120, '0');

/** How many requests are sent ahead of their answers: the service closes a connection with more than four open responses. */
const AHEAD = 2;

/** Sends so many requests on one connection, numbered by their ids, and gives the number of answers that were 200. */
function ask(port: number, requests: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let sent = 0;
    let served = 0;
    const sendMore = () => {
      for (; sent < Math.min(requests, served + AHEAD); sent++) {
        socket.write(`GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${idOf(sent)}\r\n\r\n`);
      }
    };
    let rest = '';
    socket.on('error', reject).on('close', () => resolve(served));
    socket.setEncoding('latin1').on('data', (text: string) => {
      const parts = (rest + text).split('HTTP/1.1 200 OK');
      rest = parts.at(-1)?.slice(-20) ?? '';
      served += parts.length - 1;
      if (served >= requests) socket.destroy();
      else sendMore();
    });
    sendMore();
  });
}

/** Starts a service with this standard output, and waits until it is ready. */
async function start(stdout: number) {
  const port = await freePort();
  const env = { DATABASE_URL: 'memory:', PORT: String(port), SHUTDOWN_DELAY: '0s', LOG_LEVEL: 'debug' };
  const service = serveUnread({ env, stdout });
  const call = callerOf(`http://127.0.0.1:${port}`, '');
  await eventually(async () => (await call({ path: '/readyz' })).status === 200);
  return { port, service, call };
}

it('a log without a reader does not stop the service, and the number of lost lines is reported', async () => {
  const pipe = newPipe();
  const { port, service, call } = await start(pipe.fd);
  expect(await ask(port, REQUESTS)).toBe(REQUESTS);
  pipe.makeRoom();
  const lost = () => /\{"level":"warn",[^}]*"lines":(\d+),"msg":"log lines lost"\}/.exec(pipe.text())?.[1];
  await eventually(async () => lost() !== undefined);
  await call({ path: '/livez', headers: { 'x-request-id': 'afterwards' } });
  await eventually(async () => pipe.text().includes('"requestId":"afterwards"'));
  const lines = pipe.text().split('\n').slice(0, -1);
  expect(() => lines.map((line) => JSON.parse(line) as unknown)).not.toThrow();
  const told = lines.flatMap((line) => /"requestId":"(\d{120})"/.exec(line)?.[1] ?? []);
  expect(told).toEqual([...new Set(told)].toSorted()); // in order, each once
  expect(told.length + Number(lost())).toBe(REQUESTS);
  expect(lines.filter((line) => line.includes('"msg":"log lines lost"'))).toHaveLength(1); // a loss is reported once
  expect(lines.join('\n').length).toBeGreaterThan(2 << 20); // what the buffer holds
  expect(lines.join('\n').length).toBeLessThan((2 << 20) + (1 << 18));

  pipe.fill();
  expect(await ask(port, 1000)).toBe(1000);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

it.each<readonly [where: string, output: { fd: number; closeReader: () => void }]>([
  ['on a full disk', { fd: openSync('/dev/full', 'w'), closeReader: () => undefined }],
  ...(IS_LONG ? ([['whose reader has ended', newPipe()]] as const) : []), // It fails as a full disk does.
])('a log %s does not stop the service', async (_, { fd, closeReader }) => {
  const { port, service } = await start(fd);
  closeReader();
  expect(await ask(port, 1000)).toBe(1000);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

describeSlow(SQL_STORAGES, 'a service with DEBUG=*', (kind) => {
  const target = targets(kind);

  it('prints no value of a statement', async () => {
    const { url } = target();
    const key = await newKeyIn(url);
    const service = await serveWhenReady({ env: { DATABASE_URL: url, DEBUG: '*', LOG_LEVEL: 'trace' } });
    const call = callerOf(service.url, key);
    expect((await call(addition('Rex of Debug', 'a key of Debug'))).status).toBe(201);
    const signUp = {
      method: 'POST',
      path: '/account/sign-up',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.url },
      body: String(new URLSearchParams({ email: 'jane@debug.example', password: 'correct horse battery' })),
    };
    expect((await call(signUp)).status).toBe(200);
    const { stdout, stderr } = await service.stop();
    expect(stderr).toContain('koa'); // What libraries print by DEBUG arrives here.
    for (const value of ['debug.example', 'of Debug', '$argon2', 'correct horse', key]) {
      expect(stdout + stderr).not.toContain(value);
    }
    const stored = await target().sql.query('SELECT email, password_hash FROM accounts ORDER BY id DESC LIMIT 1');
    expect(stored).toEqual([{ email: 'jane@debug.example', password_hash: expect.stringContaining('$argon2') }]);
  });
});
