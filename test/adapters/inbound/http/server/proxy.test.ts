import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { haproxyMissing, startHttpProxy, type HttpProxy } from '../../../../support/haproxy.js';
import { lines, readToEnd, statusesIn } from '../../../../support/raw-sockets.js';
import { describeUnless } from '../../../../support/requirements.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';

const PET = '{"name":"Rex","categoryId":1}';
const GET = lines('GET /livez HTTP/1.1', 'Host: localhost', 'Connection: close');
const FLOOD = '127.0.0.2';
const CLIENT = '127.0.0.3';

describeUnless(haproxyMissing, 'Behind the HAProxy of docs/operations', () => {
  let server: TestServer;
  let proxy: HttpProxy;
  const open = (address: string) => proxy.open(address);
  const call = (address: string, text: string) => proxy.call(address, text);

  beforeAll(async () => {
    server = await startTestServer({ trustProxy: 1, maxConnections: 5 });
    proxy = await startHttpProxy(server.port);
    await eventually(async () => statusesIn(await call(CLIENT, GET)).includes(200));
  });
  afterAll(() => proxy.stop());

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
    const { status, headers } = await fetch(`http://127.0.0.1:${proxy.plainPort}/docs`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, `https://127.0.0.1:${proxy.plainPort}/docs`]);
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
