import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, namesIn, newKeyIn, type Outcome } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';
import { describeFirst, REPLICATED_STORAGES } from '../support/storages.js';

const MEMORY = { DATABASE_URL: 'memory:' };

describe('a service that receives a signal to stop', () => {
  it('says that it is not ready, goes on serving during SHUTDOWN_DELAY, and then ends with code 0', async () => {
    const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_DELAY: '5s', ADMIN_PORT: '0' } });
    const admin = String(service.log().find(({ msg }) => msg === 'listening on ADMIN_PORT')?.url);
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const call = callerOf(service.url, key);
    const operator = callerOf(admin, '');
    expect((await operator({ path: '/readyz' })).status).toBe(200);
    expect((await operator({ path: '/metrics' })).text).toContain('animal_store_http_requests_in_flight 0');
    expect((await operator({ path: '/v1/pets' })).status).toBe(404);
    expect((await call({ path: '/metrics' })).status).toBe(404);
    const counted = /^animal_store_http_request_duration_seconds_count\{.*status="404"\} 1$/m;
    await eventually(async () => counted.test((await operator({ path: '/metrics' })).text));

    const ended = service.stop();
    await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
    expect((await call({ path: '/readyz' })).status).toBe(503);
    expect((await operator({ path: '/readyz' })).status).toBe(503);
    expect((await call({ path: '/livez' })).status).toBe(200);
    expect((await call(addition('late'))).status).toBe(201);
    expect(await ended).toMatchObject({ code: 0 });
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
    expect((await call()).status).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends without its delay at a second %s, with the code of the signal',
    async (signal) => {
      const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_DELAY: '9m', SHUTDOWN_TIMEOUT: '10m' } });
      void service.stop(signal);
      await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
      const { code } = await service.stop(signal);
      expect(code).toBe(signal === 'SIGTERM' ? 143 : 130);
    },
  );

  it('cuts off at SHUTDOWN_TIMEOUT a request that does not end by itself', async () => {
    const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_TIMEOUT: '1s' } });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const unfinished = request(`${service.url}/v1/pets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': '10',
        expect: '100-continue',
      },
    });
    unfinished.flushHeaders();
    await once(unfinished, 'continue'); // the service waits for the body
    const outcome = Promise.race([
      once(unfinished, 'error').then(() => 'cut off'),
      once(unfinished, 'response').then(() => 'answered, as a request is that takes too long to arrive'),
    ]);
    expect((await service.stop()).code).toBe(0);
    expect(await outcome).toBe('cut off');
  });
});

/** Forwards each request to a service whose /readyz answered 200 at the last check, like a load balancer. */
class Balancer {
  private readonly ready = new Set<string>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly probing: NodeJS.Timeout;
  private turn = 0;
  private constructor(
    private readonly server: Server,
    private readonly services: Set<string>,
  ) {
    this.probing = setInterval(() => {
      for (const url of this.services) {
        const asked = request(new URL('/readyz', url), (response) => {
          response.resume();
          if (response.statusCode === 200) this.ready.add(url);
          else this.ready.delete(url);
        });
        asked.on('error', () => this.ready.delete(url));
        asked.end();
      }
    }, 50);
  }

  static async over(services: Set<string>): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server, services);
    server.on('request', (incoming: IncomingMessage, outgoing) => {
      const urls = [...balancer.ready];
      const url = urls[balancer.turn++ % urls.length];
      if (url === undefined) {
        outgoing.writeHead(502).end();
        return;
      }
      const onward = request(new URL(incoming.url ?? '/', url), {
        method: incoming.method ?? 'GET',
        headers: incoming.headers,
        agent: balancer.agent,
      });
      onward.on('error', () => outgoing.writeHead(502).end());
      onward.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
        response.pipe(outgoing);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
    return `http://127.0.0.1:${port}`;
  }

  sends(url: string): boolean {
    return this.ready.has(url);
  }

  close(): void {
    clearInterval(this.probing);
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }
}

describeFirst(REPLICATED_STORAGES, 'a rolling restart under load', (kind) => {
  it('fails no request', async () => {
    const target = await kind.newTarget();
    const key = await newKeyIn(target.url);
    const env = {
      DATABASE_URL: target.url,
      REQUEST_DEADLINE: '60s',
      SHUTDOWN_DELAY: '3s', // many checks of the balancer
    };
    let services = [await serveWhenReady({ env }), await serveWhenReady({ env })];
    const urls = new Set(services.map(({ url }) => url));
    const balancer = await Balancer.over(urls);
    await eventually(() => [...urls].every((url) => balancer.sends(url)));

    const call = callerOf(balancer.url, key);
    const outcomes: Outcome[] = [];
    const added: string[] = [];
    const stop = keepCalling(6, async (caller, turn) => {
      const outcome = await call(caller % 2 === 0 ? addition(`${caller} ${turn}`) : { path: '/v1/pets?limit=2' });
      outcomes.push(outcome);
      if (outcome.status === 201) added.push(`${caller} ${turn}`);
      await sleep(2);
    });
    for (const old of services) {
      const next = await serveWhenReady({ env });
      urls.add(next.url);
      await eventually(() => balancer.sends(next.url));
      expect((await old.stop()).code).toBe(0);
      urls.delete(old.url);
      services = [...services.filter((each) => each !== old), next];
    }
    await eventually(() => outcomes.length > 200);
    await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect((await namesIn(target.url)).toSorted()).toEqual(added.toSorted());
    balancer.close();
    for (const service of services) await service.stop();
    await target.drop();
  });
});
