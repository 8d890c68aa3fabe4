import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, namesIn, newKeyIn, type Outcome } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';
import { describeFirst, REPLICATED_STORAGES, targets } from '../support/storages.js';

const MEMORY = { DATABASE_URL: 'memory:' };

describe('a service that receives a signal to stop', () => {
  it('answers that it is not ready, keeps serving during SHUTDOWN_DELAY, and then exits with code 0', async () => {
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
    'exits without the delay at a second %s, with the code of the signal',
    async (signal) => {
      const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_DELAY: '9m', SHUTDOWN_TIMEOUT: '10m' } });
      void service.stop(signal);
      await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
      const { code } = await service.stop(signal);
      expect(code).toBe(signal === 'SIGTERM' ? 143 : 130);
    },
  );

  it('ends at SHUTDOWN_TIMEOUT a request that is still open', async () => {
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
async function balancerOver(services: ReadonlySet<string>) {
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const check = async (service: string) => {
    const response = await fetch(new URL('/readyz', service)).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) ready.add(service);
    else ready.delete(service);
  };
  const checks = setInterval(() => services.forEach((service) => void check(service)), 50);

  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const fail = () => void outgoing.writeHead(502).end();
    const urls = [...ready];
    const url = urls[turn++ % urls.length];
    if (url === undefined) {
      fail();
      return;
    }
    const { method = 'GET', headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', url), { method, headers, agent });
    onward.on('error', fail).on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    ready,
    close() {
      clearInterval(checks);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

describeFirst(REPLICATED_STORAGES, 'a rolling restart under load', (kind) => {
  const target = targets(kind);

  it('lets no request fail', async () => {
    const { url } = target();
    const key = await newKeyIn(url);
    const env = {
      DATABASE_URL: url,
      REQUEST_DEADLINE: '60s',
      SHUTDOWN_DELAY: '3s', // many checks of the balancer
    };
    const services = [await serveWhenReady({ env }), await serveWhenReady({ env })];
    const urls = new Set(services.map(({ url }) => url));
    const balancer = await balancerOver(urls);
    await eventually(() => [...urls].every((url) => balancer.ready.has(url)));

    const call = callerOf(balancer.url, key);
    const outcomes: Outcome[] = [];
    const added: string[] = [];
    const stop = keepCalling(6, async (caller, turn) => {
      const outcome = await call(caller % 2 === 0 ? addition(`${caller} ${turn}`) : { path: '/v1/pets?limit=2' });
      outcomes.push(outcome);
      if (outcome.status === 201) added.push(`${caller} ${turn}`);
      await sleep(50); // bounds the load; nothing waits for this time
    });
    for (const old of services) {
      const next = await serveWhenReady({ env });
      urls.add(next.url);
      await eventually(() => balancer.ready.has(next.url));
      expect((await old.stop()).code).toBe(0);
      urls.delete(old.url);
    }
    await eventually(() => outcomes.length > 200);
    await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect((await namesIn(url)).toSorted()).toEqual(added.toSorted());
    balancer.close();
  });
});
