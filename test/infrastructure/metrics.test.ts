import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { Overloaded } from '../../src/adapters/inbound/http/http-errors.js';
import { Semaphore } from '../../src/adapters/support/semaphore.js';
import { Metrics } from '../../src/infrastructure/metrics.js';
import { REQUEST } from '../support/request-record.js';

function start() {
  const permits = new Semaphore(2);
  const metrics = new Metrics();
  metrics.observeRequests(permits);
  metrics.observeDatabase({ connections: { size: 10, busy: 3, waiting: 2 }, health: { writeFault: () => 'full' } });
  return { permits, metrics, lines: async () => (await metrics.read()).split('\n') };
}

describe('the metrics', () => {
  it('count requests by route, method and status, with their durations', async () => {
    const { metrics, lines } = start();
    metrics.observe(REQUEST);
    metrics.observe({ ...REQUEST, duration: 30 });
    metrics.observe({ ...REQUEST, route: undefined, method: 'PROPFIND', status: 404 });
    metrics.observe({ ...REQUEST, status: undefined, aborted: true });
    const output = await lines();
    const name = 'animal_store_http_request_duration_seconds';
    expect(output).toContain(`${name}_bucket{le="0.005",route="/v1/pets",method="GET",status="200"} 1`);
    expect(output).toContain(`${name}_sum{route="/v1/pets",method="GET",status="200"} 0.033`);
    expect(output).toContain(`${name}_count{route="none",method="other",status="404"} 1`);
    expect(output).toContain(`${name}_count{route="/v1/pets",method="GET",status="none"} 1`);
  });

  it('count requests in flight, waiting, shed, late and failed, and the connections to the store', async () => {
    const { permits, metrics, lines } = start();
    await permits.acquire();
    await permits.acquire();
    const waiting = permits.acquire();
    metrics.observe({ ...REQUEST, status: 503, error: new Overloaded() });
    metrics.observe({ ...REQUEST, status: 503, error: new Overloaded() });
    metrics.observe({ ...REQUEST, status: 503, error: new Error(), isLate: true });
    metrics.waited(20);
    expect(await lines()).toContain('animal_store_http_requests_failed_total 0');
    metrics.observe({ ...REQUEST, status: 500, error: new Error() });
    for (let reading = 0; reading < 2; reading++) {
      expect(await lines()).toEqual(
        expect.arrayContaining([
          'animal_store_http_requests_in_flight 2',
          'animal_store_http_requests_in_flight_limit 2',
          'animal_store_http_requests_waiting 1',
          'animal_store_http_requests_shed_total 2',
          'animal_store_http_requests_late_total 1',
          'animal_store_http_requests_failed_total 1',
          'animal_store_pool_size 10',
          'animal_store_pool_busy 3',
          'animal_store_pool_waiting 2',
          'animal_store_store_refuses_writes 1',
          'animal_store_pool_wait_seconds_sum 0.02',
        ]),
      );
    }
    permits.release();
    await waiting;
  });

  it('count calls of deprecated operations for each of a hundred keys, and for all others together', async () => {
    const { metrics, lines } = start();
    const fetched = { ...REQUEST, route: '/v1/pets/:petId' };
    for (let key = 0; key < 150; key++) metrics.observe({ ...fetched, keyPrefix: `as_${key}` });
    metrics.observe({ ...fetched, keyPrefix: 'as_7' });
    metrics.observe({ ...fetched, keyPrefix: undefined });
    metrics.observe({ ...fetched, method: 'OPTIONS' });
    metrics.observe(REQUEST);
    const output = (await lines()).filter((line) => line.startsWith('animal_store_deprecated_requests_total{'));
    expect(output).toHaveLength(101);
    expect(output).toContain('animal_store_deprecated_requests_total{operation="getPet",key_prefix="as_7"} 2');
    expect(output).toContain('animal_store_deprecated_requests_total{operation="getPet",key_prefix="other"} 50');
  });

  // Prometheus takes an alert on a metric that does not exist for one that has no reason to fire.
  it('have every name that an alert of docs/operations/monitoring uses', async () => {
    const { metrics, lines } = start();
    metrics.observe(REQUEST);
    const exported = (await lines()).flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
    const { groups } = parse(readFileSync('docs/operations/monitoring/alerts.yaml', 'utf8')) as {
      groups: { rules: { expr: string }[] }[]; // promtool checks its form
    };
    const used = groups
      .flatMap(({ rules }) => rules)
      .flatMap(({ expr }) => expr.match(/\b(?:animal_store|process|nodejs)_[a-z0-9_]+\b/g) ?? []);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !exported.includes(name.replace(/_(?:bucket|sum|count)$/, '')))).toEqual([]);
  });
});
