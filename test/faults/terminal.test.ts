import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { animalStore } from '../support/command.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { IS_LONG } from '../support/long.js';
import {
  animalStoreProcess,
  bash,
  MAIN,
  serveUnread,
  serveWhenReady,
  type RunningService,
} from '../support/process.js';
import { callerOf } from '../support/callers.js';
import { eventually } from '../support/eventually.js';

const OWNER = 'owner@localhost';
const KEY = /as_[0-9A-Za-z]{36}/;
const BODY = '{"name":"Slow","categoryId":1}';

/** A pipe that no program reads any more. */
function brokenPipe(): number {
  const file = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(file, constants.O_WRONLY);
  closeSync(reader);
  return writer;
}

const OUTPUTS = [
  ['a full disk', () => openSync('/dev/full', 'w')],
  ...(IS_LONG ? ([['a pipe that no program reads', brokenPipe]] as const) : []), // It fails as a full disk does.
] as const;

describe.each(OUTPUTS)('Output to %s', (_, output) => {
  let cwd: string;
  beforeEach(() => {
    cwd = newFolder();
  });

  it('does not end a first start, whose log says how to get another key', async () => {
    const service = await serveWhenReady({ cwd, stderr: output() });
    const line = await service.until(() => service.log().find(({ msg }) => String(msg).includes('first key')));
    expect(line).toMatchObject({ level: 'warn', msg: expect.stringContaining('keys create') });
    const { stdout } = await animalStore(['keys', 'create', '--account', OWNER], { cwd });
    expect((await callerOf(service.url, stdout.trim())()).status).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('makes the creation of a key fail, and leaves no key that works', async () => {
    await animalStore(['migrate'], { cwd });
    await animalStore(['accounts', 'create', OWNER], { cwd });
    const create = ['keys', 'create', '--account', OWNER];
    const { code, stderr } = await animalStoreProcess(create, { cwd, stdout: output() });
    expect([code, stderr]).toEqual([74, expect.stringMatching(/^.* as_\w{8}….*revoked.*\n.*\(E\w+\).*\n$/)]);
    const { stdout } = await animalStore(['keys', 'list', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject([{ state: 'revoked' }]);

    const shown = await animalStoreProcess(create, { cwd, stderr: output() });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(KEY) });
  });
});

it('a first start shows its key, though no program reads its log', async () => {
  const file = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const full = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(full, 'x'.repeat(4096));
  }).toThrow('EAGAIN');
  const service = serveUnread({ stdout: full, env: { PORT: '0' } });
  await service.until(() => KEY.exec(service.stderr()) ?? undefined);
  expect(await service.stop()).toMatchObject({ code: 0 });
  closeSync(reader);
});

/** Opens a POST whose body the service waits for. */
async function openRequest(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', expect: '100-continue' };
  const open = request(`${url}/v1/pets`, {
    method: 'POST',
    headers: { ...headers, 'content-length': BODY.length },
  });
  open.flushHeaders();
  await once(open, 'continue');
  /** Sends the body. Resolves to the status. */
  return async () => {
    open.end(BODY);
    const [response] = (await once(open, 'response')) as [IncomingMessage]; // the types of Node.js have any here
    response.resume();
    return response.statusCode;
  };
}

const keyOf = (service: RunningService) => service.until(() => KEY.exec(service.stderr())?.[0]);

it('SIGHUP drains the service, also if it is sent again', async () => {
  const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
  const finish = await openRequest(service.url, await keyOf(service));
  for (const count of [1, 2]) {
    void service.stop('SIGHUP');
    await service.until(() => service.log().filter(({ msg }) => msg === 'draining').length === 1 || undefined);
    await service.until(async () => ((await fetch(service.url).catch(() => undefined)) ? undefined : count));
  }
  expect(await finish()).toBe(201);
  expect(await service.ended).toMatchObject({ code: 0 });
});

it('a terminal that is closed drains the service, whose log it takes no more', async () => {
  const [cwd, port] = [newFolder(), await freePort()];
  const command = `exec '${process.execPath}' '${MAIN}' serve`;
  // The terminal is closed when `script` is killed. The service then has no other parent than the system.
  const env = { PORT: String(port), SHELL: '/bin/bash' };
  const terminal = bash(`echo $$ > pid; exec script -qefc "echo \\$\\$ > service; ${command}" shown`, { cwd, env });
  const url = `http://127.0.0.1:${port}`;
  const call = callerOf(url, '');
  await eventually(async () => (await call({ path: '/readyz' })).status === 200);
  const { stdout } = await animalStore(['keys', 'create', '--account', OWNER], { cwd });
  const finish = await openRequest(url, stdout.trim());
  const pidIn = (file: string) => Number(execFileSync('cat', [file], { cwd, encoding: 'utf8' }));
  process.kill(pidIn('pid'), 'SIGKILL');
  await terminal;
  await eventually(async () => (await call({ path: '/readyz' })).status === 0);
  expect(await finish()).toBe(201);
  await eventually(() => !isAlive(pidIn('service')));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
