import { connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { cleanUp, serveWhenReady } from '../support/process.js';

afterAll(cleanUp);

describe('a connection', () => {
  it('is kept for longer than the 60 seconds for which load balancers keep theirs', async () => {
    const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
    const { headers } = await fetch(`${service.url}/livez`);
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
    expect(Number(seconds)).toBeLessThan(600);
    await service.stop();
  });

  it('whose request never becomes complete is answered 408 and closed', async () => {
    const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:' } });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const { port } = new URL(service.url);
    const head =
      `POST /v1/pets HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(head);
    // Body bytes keep coming: what runs out is the time for the whole request.
    const dripping = setInterval(() => socket.write(' '), 1000);
    await closed;
    clearInterval(dripping);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
    await service.stop();
  });
});
