import { expect, it } from '@jest/globals';
import { addition, callerOf, keepCalling, namesIn, newKeyIn, type Outcome } from '../support/callers.js';
import { serveWhenReady } from '../support/process.js';
import { portOf, relayTo, withPort, type Relay } from '../support/relay.js';
import { describeFirst, REPLICATED_STORAGES, targets } from '../support/storages.js';

/** How long each answer of the store is delayed, in milliseconds: the store is the bottleneck, not this machine. */
const LATENCY = 50;

/** A slow relay to the store. */
function slowPath(port: number): Promise<Relay> {
  return relayTo(port, (client, database) => {
    client.pipe(database);
    database.on('data', (bytes) => setTimeout(() => client.write(bytes), LATENCY));
  });
}

/** How many callers send one request after another. */
const CALLERS = 600;

describeFirst(REPLICATED_STORAGES, 'far more load than the service can carry', (kind) => {
  const target = targets(kind);

  it('is shed with 503 and Retry-After, and accepted requests are answered in full', async () => {
    const { url } = target();
    const key = await newKeyIn(url);
    const path = await slowPath(portOf(url));
    const env = {
      DATABASE_URL: withPort(url, path.port),
      DATABASE_POOL_SIZE: '4',
      MAX_IN_FLIGHT: '4', // and 256 that wait
      REQUEST_DEADLINE: '10s',
    };
    const service = await serveWhenReady({ env });
    const call = callerOf(service.url, key);
    const outcomes: Outcome[] = [];
    const probes: Outcome[] = [];
    const stop = keepCalling(CALLERS, async (caller, turn) => {
      outcomes.push(await call(caller % 2 === 0 ? addition(`${caller} ${turn}`) : {}));
      if (caller === 0) probes.push(await call({ path: '/livez' }));
    });
    const tally = (status: number) => outcomes.filter((outcome) => outcome.status === status).length;
    const hasAll = () => [200, 201, 503].every((status) => tally(status) > 0);
    await service.until(() => (outcomes.length > 5 * CALLERS && hasAll() ? true : undefined));
    await stop();
    expect(probes.filter(({ status }) => status !== 200)).toEqual([]);
    expect(tally(200) + tally(201) + tally(503)).toBe(outcomes.length);
    for (const { status, retryAfter, text } of outcomes) {
      if (status !== 503) continue;
      expect(retryAfter).toMatch(/^\d+$/);
      expect(text).toContain('overloaded'); // refused before its work began
    }
    const refused = () => service.log().filter(({ status }) => status === 503).length;
    // The service drops lines while this process is too busy to read them, and reports how many.
    const lost = () => service.log().reduce((sum, { lines }) => sum + Number(lines ?? 0), 0);
    await service.until(() => (refused() + lost() >= tally(503) ? true : undefined)); // the log comes after the answers
    expect(refused()).toBeLessThanOrEqual(tally(503));
    expect(await namesIn(url)).toHaveLength(tally(201));
    expect((await call({ path: '/readyz' })).status).toBe(200);
    expect((await call()).status).toBe(200);
    await service.stop();
    path.close();
  });
});
