import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  addition,
  callerOf,
  eventually,
  keepCalling,
  namesIn,
  newKeyIn,
  type Caller,
  type Outcome,
} from '../support/callers.js';
import { serve, serveWhenReady, type RunningService } from '../support/process.js';
import { describeFirst, SQL_SERVERS } from '../support/storages.js';
import type { DatabaseServer } from '../support/test-storage.js';

describeFirst(SQL_SERVERS, 'a service whose database server fails', (kind) => {
  let server: DatabaseServer;
  let service: RunningService;
  let call: Caller;

  beforeAll(async () => {
    server = await kind.newServer();
  });
  afterAll(async () => {
    await server.remove();
  });
  afterEach(() => server.resume());

  const ready = async () => (await call({ path: '/readyz' })).status === 200;

  test('starts without the server, is live but not ready, and becomes ready by itself', async () => {
    const env = { DATABASE_URL: server.url, REQUEST_DEADLINE: '1500ms', DATABASE_POOL_SIZE: '5' };
    service = await serve({ env });
    const stranger = callerOf(service.url, '');
    const retries = () => service.log().filter(({ msg }) => msg === 'database is unavailable');
    await service.until(() => (retries().length >= 3 ? true : undefined));
    const pauses = retries().map(({ retryInMs }) => retryInMs);
    expect(pauses.slice(0, 3)).toEqual([250, 500, 1000]);
    expect((await stranger({ path: '/livez' })).status).toBe(200);
    for (const path of ['/readyz', '/v1/pets']) {
      expect(await stranger({ path })).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    }
    await server.start();
    await service.until(() => service.log().find(({ msg }) => msg === 'ready'));
    call = callerOf(service.url, await newKeyIn(server.url));
    await eventually(async () => (await call(addition('first', 'first'))).status === 201);
  });

  test('answers with 503 and never 500 after the server is killed under load, and recovers by itself', async () => {
    const acknowledged: string[] = [];
    const outcomes: Outcome[] = [];
    const stop = keepCalling(8, async (caller, turn) => {
      const name = `${caller} ${turn}`;
      const calls = [addition(name, name), addition(name), { path: '/v1/pets?limit=5' }];
      const outcome = await call(calls[caller % 3]);
      outcomes.push(outcome);
      if (outcome.status === 201) acknowledged.push(name);
      await sleep(5); // bounds the load; nothing waits for this time
    });
    await eventually(() => acknowledged.length > 10);
    const before = outcomes.length;
    await server.kill();
    await eventually(() => outcomes.slice(before).filter(({ status }) => status === 503).length > 4); // each is repeated for half of the deadline
    await eventually(async () => !(await ready()));
    expect((await call({ path: '/livez' })).status).toBe(200);
    await server.start();
    await eventually(async () => (await call()).status === 200 && (await ready()));
    const after = outcomes.length;
    await eventually(() => [200, 201].every((code) => outcomes.slice(after).some(({ status }) => status === code)));
    await stop();

    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201, 503]));
    for (const { status, retryAfter } of outcomes) if (status === 503) expect(retryAfter).toMatch(/^\d+$/);
    await eventually(async () => (await call(addition('afterwards', 'afterwards'))).status === 201);
    const kept = await namesIn(server.url);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(kept).size).toBe(kept.length);
    expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('ends requests at SHUTDOWN_TIMEOUT while the server does not respond', async () => {
    const key = await newKeyIn(server.url);
    const env = { DATABASE_URL: server.url, REQUEST_DEADLINE: '10m', SHUTDOWN_TIMEOUT: '1s' };
    const other = await serveWhenReady({ env });
    const callOther = callerOf(other.url, key);
    expect((await callOther()).status).toBe(200); // a further call looks up no key, and opens no connection
    server.stall();
    const calls: ReturnType<Caller>[] = [];
    let open = 0;
    await eventually(async () => {
      open++;
      calls.push(callOther().finally(() => open--)); // the server stops a moment after the signal, and may answer some
      return (await callOther({ path: '/readyz' })).status === 503 && open > 0;
    });
    expect(await other.stop()).toMatchObject({ code: 0, stderr: '' });
    expect((await Promise.all(calls)).map(({ status }) => status)).toContain(0);
  });
});
