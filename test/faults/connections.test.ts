import { readdirSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { cleanUp, serveWhenReady, type RunningService } from '../support/process.js';

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  cleanUp();
});

const MEMORY = { DATABASE_URL: 'memory:', LOG_LEVEL: 'debug' };
const DOWNLOADS = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(10);

function open({ url }: RunningService, bytes = ''): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/** Answers with the Connection header of the response, or throws the error of the connection. */
function get(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.headers.connection));
    });
    sent.on('error', reject).end();
  });
}

describe('a service whose clients misuse their connections', () => {
  it('closes those of clients that request downloads and read nothing, and holds no more than it may', async () => {
    const service = await serveWhenReady({ env: { ...MEMORY, MAX_CONNECTIONS: '150' } });
    const descriptors = () => readdirSync(`/proc/${service.pid}/fd`).length;
    const atRest = descriptors();
    for (let count = 0; count < 600; count++) open(service, DOWNLOADS);
    await service.until(() => (descriptors() >= atRest + 150 ? true : undefined));
    let most = 0;
    while (descriptors() > atRest + 5) {
      most = Math.max(most, descriptors());
      await sleep(200); // the service closes them after 30 seconds without progress
    }
    expect(most).toBeLessThan(atRest + 300); // some are accepted before they are closed
    expect(await get(`${service.url}/livez`, new Agent())).toBe('close'); // as this agent asks
    expect((await service.stop()).code).toBe(0);
  });

  it('writes nothing beside its log when downloads are aborted', async () => {
    const service = await serveWhenReady({ env: MEMORY });
    const before = service.stderr();
    for (let count = 0; count < 20; count++) {
      const socket = open(service, DOWNLOADS);
      socket.once('data', () => socket.resetAndDestroy()).resume();
    }
    await service.until(() => (service.log().filter(({ aborted }) => aborted).length >= 20 ? true : undefined));
    const { code, stderr } = await service.stop();
    expect([code, stderr]).toEqual([0, before]);
    expect(service.log().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it('cuts no request of busy clients when it is stopped', async () => {
    const service = await serveWhenReady({ env: MEMORY });
    const failures: unknown[] = [];
    let answered = 0;
    const clients = Array.from({ length: 16 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let connection; connection !== 'close'; answered++) {
        connection = await get(`${service.url}/livez`, agent).catch((error: unknown) => {
          failures.push(error);
          return 'close';
        });
        await sleep(answered % 5);
      }
      agent.destroy();
    });
    await service.until(() => (answered > 1000 ? true : undefined));
    expect((await service.stop()).code).toBe(0);
    await Promise.all(clients);
    expect(failures).toEqual([]);
  });
});
