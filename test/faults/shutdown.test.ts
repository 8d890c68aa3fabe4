import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addition, callerOf, keepCalling, newKeyIn, rowsOf, type Outcome } from '../support/callers.js';
import { describeMysql, newMysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady } from '../support/process.js';

afterAll(cleanUp);

const MEMORY = { DATABASE_URL: 'memory:' };

describe('a service that is told to stop', () => {
  it('says that it is not ready, goes on serving for its delay, and then ends well', async () => {
    const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_DELAY: '800ms', ADMIN_PORT: '0' } });
    const admin = String(service.log().find(({ msg }) => msg === 'listening to operators')?.url);
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const call = callerOf(service.url, key);
    const operator = callerOf(admin, '');
    expect((await operator({ path: '/readyz' })).status).toBe(200);
    expect((await operator({ path: '/metrics' })).text).toContain('animal_store_http_requests_in_flight 0');
    expect((await operator({ path: '/v1/pets' })).status).toBe(404);
    expect((await call({ path: '/metrics' })).status).toBe(404);

    const begun = performance.now();
    const ended = service.stop();
    await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
    expect((await call({ path: '/readyz' })).status).toBe(503);
    expect((await operator({ path: '/readyz' })).status).toBe(503);
    expect((await call({ path: '/livez' })).status).toBe(200);
    expect((await call(addition('late'))).status).toBe(201);
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - begun).toBeGreaterThan(800);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
    expect((await call()).status).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('twice ends at once, and not well: %s', async (signal) => {
    const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_DELAY: '8s' } });
    const begun = performance.now();
    void service.stop(signal);
    await service.until(() => service.log().find(({ msg }) => msg === 'draining'));
    const { code } = await service.stop(signal);
    expect(code).toBe(signal === 'SIGTERM' ? 143 : 130);
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  it('cuts off at SHUTDOWN_TIMEOUT what does not end by itself', async () => {
    const service = await serveWhenReady({ env: { ...MEMORY, SHUTDOWN_TIMEOUT: '1s' } });
    const unfinished = request(service.url, { method: 'POST', headers: { 'content-length': '10' } });
    unfinished.on('error', () => undefined);
    unfinished.write('{');
    await sleep(100);
    const begun = performance.now();
    expect((await service.stop()).code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(3000);
    unfinished.destroy();
  });
});

/** Sends each request to a service that says that it is ready, as a balancer does that asks every 50 ms. */
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

describeMysql('a rolling restart under load', () => {
  it('fails no request', async () => {
    const database = await newMysqlDatabase();
    const key = await newKeyIn(database.options);
    const { port, database: name } = database.options;
    const env = { DATABASE_URL: `mysql://root@127.0.0.1:${port}/${name}`, SHUTDOWN_DELAY: '500ms' };
    let services = [await serveWhenReady({ env }), await serveWhenReady({ env })];
    const urls = new Set(services.map(({ url }) => url));
    const balancer = await Balancer.over(urls);
    while (![...urls].every((url) => balancer.sends(url))) await sleep(20);

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
      while (!balancer.sends(next.url)) await sleep(20);
      expect((await old.stop()).code).toBe(0);
      urls.delete(old.url);
      services = [...services.filter((each) => each !== old), next];
    }
    await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(outcomes.length).toBeGreaterThan(200);
    const kept = await rowsOf(database.options, 'SELECT name FROM pets');
    expect(kept.map((row) => row.name).toSorted()).toEqual(added.toSorted());
    balancer.close();
    for (const service of services) await service.stop();
    await database.drop();
  }, 90_000);
});
