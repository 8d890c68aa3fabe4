import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, keepCalling, namesIn, newKeyIn, type Outcome } from '../support/callers.js';
import { IS_LONG } from '../support/long.js';
import { serveWhenReady } from '../support/process.js';
import { sqlite } from '../support/sqlite.js';
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
});

describe('a service that stops while a request waits for its database', () => {
  const target = targets(sqlite);

  it('cuts it off at the end of SHUTDOWN_TIMEOUT, which begins with the signal and includes SHUTDOWN_DELAY', async () => {
    const { url, sql } = target();
    const key = await newKeyIn(url);
    // The request would be answered at its deadline if the service lived for the sum of the other two.
    const env = { SHUTDOWN_DELAY: '3900ms', SHUTDOWN_TIMEOUT: '4s', REQUEST_DEADLINE: '6s' };
    const service = await serveWhenReady({ env: { DATABASE_URL: url, ...env } });
    const release = await sql.hold();
    const ended = service.stop();
    await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
    expect((await callerOf(service.url, key)(addition('late'))).status).toBe(0);
    expect(await ended).toMatchObject({ code: 0 });
    await release();
  });
});

/** Checks whether the services are ready, and picks one that was ready at the last check, like a load balancer. */
function balancerOver(services: ReadonlySet<string>) {
  const ready = new Set<string>();
  const check = async (service: string) => {
    const { status } = await callerOf(service, '')({ path: '/readyz' });
    if (status === 200) ready.add(service);
    else ready.delete(service);
  };
  const checks = setInterval(() => services.forEach((service) => void check(service)), 50);
  let turn = 0;
  const pick = () => [...ready][turn++ % ready.size] ?? 'http://no-service-is-ready.invalid';
  return { ready, pick, close: () => clearInterval(checks) };
}

describeFirst(IS_LONG ? REPLICATED_STORAGES : [], 'a rolling restart under load', (kind) => {
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
    const balancer = balancerOver(urls);
    await eventually(() => [...urls].every((url) => balancer.ready.has(url)));

    const call = callerOf(balancer.pick, key);
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
