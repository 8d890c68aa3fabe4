import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { newFolder } from '../../../../support/folder.js';
import { freePort } from '../../../../support/free-port.js';
import { haproxyMissing, runHaproxy } from '../../../../support/haproxy.js';
import { lines, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { describeUnless } from '../../../../support/requirements.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';
import { CERTIFICATES } from '../../../../support/tls.js';

const PET = '{"name":"Rex","categoryId":1}';
const GET = lines('GET /livez HTTP/1.1', 'Host: localhost', 'Connection: close');
const FLOOD = '127.0.0.2';
const CLIENT = '127.0.0.3';

/** Runs docs/operations/haproxy-http.cfg on this port. */
function startProxy(port: number, plainPort: number, to: number) {
  const certificate = join(newFolder(), 'animal-store.pem');
  const { cert, key } = CERTIFICATES.server;
  writeFileSync(certificate, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  const text = readFileSync('docs/operations/haproxy-http.cfg', 'utf8')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('/etc/haproxy/animal-store.pem', certificate)
    .replace('server store 127.0.0.1:8080', `server store 127.0.0.1:${to}`);
  return runHaproxy(text, port);
}

describeUnless(haproxyMissing, 'Behind the HAProxy of docs/operations', () => {
  let server: TestServer;
  let port: number;
  let plainPort: number;
  let proxy: { stop(): Promise<void> };
  const sockets: TLSSocket[] = [];

  beforeAll(async () => {
    server = await startTestServer({ trustProxy: 1, maxConnections: 5 });
    [port, plainPort] = [await freePort(), await freePort()];
    proxy = startProxy(port, plainPort, server.port);
    await eventually(async () => statusesIn(await call(CLIENT, GET)).includes(200));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await proxy.stop();
  });

  function open(address: string): TLSSocket {
    const ca = readFileSync(CERTIFICATES.authority);
    const tcp = connectTcp({ port, host: '127.0.0.1', localAddress: address }).on('error', () => undefined);
    const socket = connect({ socket: tcp, servername: 'localhost', ca });
    sockets.push(socket.on('error', () => undefined));
    return socket;
  }

  function call(address: string, text: string): Promise<string> {
    const socket = open(address);
    socket.write(text);
    return readToEnd(socket);
  }

  const addition = (length: number) =>
    lines(
      'POST /v1/pets HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${server.key}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'Connection: close',
    );

  it('the service knows the address of the client, and plain HTTP leads to TLS', async () => {
    expect(
      statusesIn(await call(CLIENT, lines('GET /v1/pets HTTP/1.1', 'Host: localhost', 'Connection: close'))),
    ).toEqual([401]);
    expect(server.records.at(-1)).toMatchObject({ address: CLIENT });
    const { status, headers } = await fetch(`http://127.0.0.1:${plainPort}/docs`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, `https://127.0.0.1:${plainPort}/docs`]);
  });

  it('the largest body arrives', async () => {
    const body = PET.padEnd(16 * 1024);
    expect(statusesIn(await call(CLIENT, addition(body.length) + body))).toEqual([201]);
  });

  it('unfinished requests take no connection of the service, and one address has at most fifty', async () => {
    const before = server.records.length;
    const flood = Array.from({ length: 80 }, () => open(FLOOD));
    const refused = new Set<TLSSocket>();
    for (const socket of flood) {
      socket.once('close', () => refused.add(socket));
      socket.write(addition(10_000) + PET);
    }
    await eventually(() => refused.size === 30);
    const slow = open(CLIENT);
    slow.write(addition(PET.length));
    await once(slow, 'secureConnect');
    expect(statusesIn(await call(CLIENT, GET))).toEqual([200]);
    slow.write(PET);
    expect(statusesIn(await readToEnd(slow))).toEqual([201]);
    const seen = server.records.slice(before).filter(({ route }) => route === '/v1/pets');
    expect([seen.map(({ status }) => status), refused.size]).toEqual([[201], 30]);
  });
});
