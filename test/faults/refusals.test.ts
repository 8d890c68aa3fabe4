import { describe, expect, it } from '@jest/globals';
import { callerOf } from '../support/callers.js';
import { logOf, serveWhenReady } from '../support/process.js';

/** The size of a line of a refused request, in characters, by which docs/operations tells operators to plan. */
const LONGEST_LINE = 512;

/** How many callers send refused requests, and how many each. */
const [CALLERS, TURNS] = [20, 50];

// X-Request-Id and traceparent are the longest texts that a client puts into the log.
const idOf = (caller: number, turn: number) => `${caller}-${turn}-`.padEnd(128, 'x');
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const addressOf = (caller: number) => `2001:db8:1111:2222:3333:4444:5555:${(0x6660 + caller).toString(16)}`;

describe('a flood of invented keys', () => {
  it('is in the log with the address of its client, with each response in a line of bounded length', async () => {
    const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:', TRUST_PROXY: '1' } });
    const call = callerOf(service.url, 'invented');
    const statuses = new Set<number>();
    const send = async (caller: number) => {
      for (let turn = 0; turn < TURNS; turn++) {
        const headers = {
          'x-request-id': idOf(caller, turn),
          'x-forwarded-for': addressOf(caller),
          traceparent: TRACEPARENT,
        };
        statuses.add((await call({ path: '/v1/pets/1', headers })).status);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => send(caller)));
    expect([...statuses]).toEqual([401]);
    const { stdout } = await service.stop();

    const lines = stdout.split('\n').filter((line) => line.includes('"status":401'));
    const told = logOf(`${lines.join('\n')}\n`).map(
      ({ requestId, address }) => `${String(requestId)} ${String(address)}`,
    );
    const sent = Array.from({ length: CALLERS * TURNS }, (_, index) => {
      const caller = index % CALLERS;
      return `${idOf(caller, Math.floor(index / CALLERS))} ${addressOf(caller)}`;
    });
    expect(told.sort()).toEqual(sent.sort());
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(LONGEST_LINE);
  });
});
