import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { callerOf, keepCalling, newKeyIn, type Caller, type Outcome } from '../support/callers.js';
import { describeMysql, newMysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady } from '../support/process.js';
import { relayTo, type Relay } from '../support/relay.js';

afterAll(cleanUp);

/** How long each answer of MySQL is held back, in milliseconds: so the store is what is short, not this machine. */
const LATENCY = 50;
const DEADLINE = 2000;

/** Leads to MySQL, slowly. */
function slowPath(port: number): Promise<Relay> {
  return relayTo(port, (client, database) => {
    client.pipe(database);
    database.on('data', (bytes) => setTimeout(() => client.write(bytes), LATENCY));
  });
}

/** What the service does at its best, in answers a millisecond: callers who ask again as soon as they are answered. */
async function best(call: Caller): Promise<number> {
  let served = 0;
  const stop = keepCalling(64, async () => {
    const { status } = await call();
    if (status === 200) served++;
  });
  await sleep(500);
  const [before, start] = [served, performance.now()];
  await sleep(1500);
  const rate = (served - before) / (performance.now() - start);
  await stop();
  return rate;
}

describeMysql('twice the load that the service can carry', () => {
  it('is shed with 503 and Retry-After, and leaves 85% of the best goodput to what is accepted, in time', async () => {
    const database = await newMysqlDatabase();
    const key = await newKeyIn(database.options);
    const path = await slowPath(database.options.port);
    const env = {
      DATABASE_URL: `mysql://root@127.0.0.1:${path.port}/${database.options.database}`,
      DATABASE_POOL_SIZE: '4',
      MAX_IN_FLIGHT: '32',
      REQUEST_DEADLINE: `${DEADLINE}ms`,
    };
    const service = await serveWhenReady({ env });
    const call = callerOf(service.url, key);

    const before = await best(call);

    // An open loop: callers come at twice that rate whether or not those before them were answered.
    const calls: Promise<Outcome>[] = [];
    const begun = performance.now();
    while (performance.now() - begun < 3000) {
      while (calls.length < (performance.now() - begun) * before * 2) calls.push(call());
      await sleep(5);
    }
    const outcomes = await Promise.all(calls);
    const lasted = performance.now() - begun;
    const accepted = outcomes.filter(({ status }) => status === 200);
    const shed = outcomes.filter(({ status }) => status === 503);
    expect(accepted.length + shed.length).toBe(outcomes.length);
    expect(shed.length).toBeGreaterThan(0);
    for (const { retryAfter } of shed) expect(retryAfter).toMatch(/^\d+$/);
    for (const { time } of accepted) expect(time).toBeLessThan(DEADLINE);
    // Whatever else this machine does, it does before and after as well.
    const peak = (before + (await best(call))) / 2;
    expect(accepted.length / lasted / peak).toBeGreaterThan(0.85);
    expect((await call({ path: '/readyz' })).status).toBe(200);
    expect((await call()).status).toBe(200);
    await service.stop();
    path.close();
    await database.drop();
  }, 60_000);
});
