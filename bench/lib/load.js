import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

/*
 * Each driver drives a server for a time with a number of connections, each of which asks again as soon as it is answered.
 * @param {{port: number, key: string, connections: number, seconds: number,
 *   request: (n: number) => {method?: string, path: string, body?: string}, keyed?: boolean}} load what to ask, for n from
 *   0 on; keyed: each request with an Idempotency-Key of its own
 */
export const DRIVERS = { autocannon: driveByAutocannon, wrk: driveByWrk };

async function driveByAutocannon({ port, key, connections, seconds, request, keyed }) {
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
      client.setRequests(
        Array.from({ length: SPREAD }, (_, n) => ({
          ...request(from + n),
          headers,
          ...(keyed && { setupRequest: withKey }),
        })),
      );
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

function withKey(request) {
  return { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } };
}

/** How many different requests a connection repeats. */
const SPREAD = 200;

/** Costs the machine a fifth of what autocannon costs it. Debian's package wrk. */
async function driveByWrk({ port, key, connections, seconds, request, keyed }) {
  const requests = Array.from({ length: SPREAD * connections }, (_, n) => request(n)).map(
    ({ method = 'GET', path, body }) => `wrk.format('${method}', '${path}', nil, ${body ? `'${body}'` : 'nil'})`,
  );
  const keyPrefix = randomUUID();
  const script = `
    wrk.headers['Authorization'] = 'Bearer ${key}'
    wrk.headers['Content-Type'] = 'application/json'
    ${keyed ? "wrk.headers['Idempotency-Key'] = 'KEY'" : ''}
    function init()
      requests = { ${requests.join(',\n')} }
      math.randomseed(os.time())
      at = math.random(#requests)
      count = 0
    end
    function request()
      at = at % #requests + 1
      count = count + 1
      return ${keyed ? `(requests[at]:gsub('KEY', '${keyPrefix}' .. count, 1))` : 'requests[at]'}
    end
    function done(summary, latency)
      local e = summary.errors
      local failed = e.connect + e.read + e.write + e.status + e.timeout
      print(string.format('result %d %d %d %f %f', summary.requests, summary.duration, failed,
        latency:percentile(50) / 1000, latency:percentile(99) / 1000))
    end`;
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-wrk-'));
  try {
    writeFileSync(join(folder, 'load.lua'), script);
    const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', join(folder, 'load.lua')];
    const { stdout } = await promisify(execFile)('wrk', [...parameters, `http://127.0.0.1:${port}`]);
    const [, answered, duration, failed, p50, p99] = /result (\d+) (\d+) (\d+) (\S+) (\S+)/.exec(stdout).map(Number);
    if (failed > 0 || answered === 0) throw new Error(`${answered} answered, ${failed} failed`);
    return { answered, perSecond: (1e6 * answered) / duration, p50, p99, driverCpu: NaN };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
