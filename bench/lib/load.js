import process from 'node:process';
import autocannon from 'autocannon';

/**
 * Drives a server for a time with a number of connections, each of which asks again as soon as it is answered.
 * @param {{port: number, key: string, connections: number, seconds: number,
 *   request: (n: number) => {method?: string, path: string, body?: string}}} load what to ask, for n from 0 on
 */
export async function drive({ port, key, connections, seconds, request }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const latencies = [];
  const started = process.cpuUsage();
  const run = autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    headers,
    // Each connection goes through requests of its own, so that none is asked by all at the same time by accident.
    setupClient: (client) => {
      const from = Math.floor(Math.random() * 1e6);
      client.setRequests(Array.from({ length: SPREAD }, (_, n) => ({ ...request(from + n), headers })));
    },
  });
  // autocannon's own histogram knows whole milliseconds only.
  run.on('response', (_client, _status, _bytes, latency) => latencies.push(latency));
  const { '2xx': answered, non2xx, errors, timeouts, duration } = await run;
  if (non2xx + errors + timeouts > 0 || answered === 0) {
    throw new Error(`${answered} answered, ${non2xx} refused, ${errors} errors, ${timeouts} timeouts`);
  }
  const { user, system } = process.cpuUsage(started);
  latencies.sort((one, other) => one - other);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return {
    answered,
    perSecond: answered / duration,
    p50: at(0.5),
    p99: at(0.99),
    driverCpu: (user + system) / answered, // microseconds
  };
}

/** How many different requests a connection repeats. */
const SPREAD = 200;
