import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { newKeyIn } from '../support/callers.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serve, serveUnread } from '../support/process.js';

afterAll(cleanUp);

describeMysql('a supervisor', () => {
  let fresh: MysqlDatabase;
  let env: Record<string, string>;
  beforeEach(async () => {
    fresh = await newMysqlDatabase();
    const { host, port, user, database } = fresh.options;
    env = { DATABASE_URL: `mysql://${user}@${host}:${port}/${database}`, WEB_CONCURRENCY: '2' };
  });
  afterEach(() => fresh.drop());

  it('does not replace workers whose address is taken, and ends with their exit code', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => occupant.once('listening', resolve));
    const { port } = occupant.address() as AddressInfo; // a TCP server that listens has no other kind of address
    const { code, stdout, stderr } = await serveUnread({ env: { ...env, PORT: String(port) } }).ended;
    occupant.close();
    expect({ code, stderr }).toEqual({ code: 78, stderr: expect.stringContaining('PORT') });
    expect(stdout.match(/worker started/g)).toHaveLength(2);
  });

  it('does not replace workers that a fault of the program ended, and ends with their exit code', async () => {
    await fresh.root.query('CREATE TABLE migrations (something_else INT)'); // not the table that migrations are recorded in
    const { code, stdout } = await serveUnread({ env: { ...env, PORT: '0' } }).ended;
    expect(code).toBe(70);
    expect(stdout).toContain('fatal');
    expect(stdout.match(/worker started/g)).toHaveLength(2);
  });

  it('lets its workers drain at the first signal, and kills them at the second', async () => {
    const key = await newKeyIn(fresh.options);
    const service = await serve({ env: { ...env, SHUTDOWN_TIMEOUT: '10m' } });
    const messages = (message: string) => service.log().filter(({ msg }) => msg === message);
    await service.until(() => (messages('ready').length === 2 ? true : undefined));
    // A request whose body never arrives: a drain waits for it, and answers it when its own time is over.
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined).on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.write(
      `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    );
    await service.until(() => answer || undefined); // 100 Continue: the request is under way

    process.kill(service.pid, 'SIGTERM');
    await service.until(() => (messages('draining').length === 2 ? true : undefined));
    const { code } = await service.stop('SIGTERM');
    socket.destroy();
    expect({ code, answer }).toEqual({ code: 0, answer: 'HTTP/1.1 100 Continue\r\n\r\n' });
    const workers = messages('worker started').map(({ worker }) => Number(worker));
    expect(workers).toHaveLength(2);
    for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow('ESRCH');
  });
});
