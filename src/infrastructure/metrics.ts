import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.js';
import { PET_PATH } from '../adapters/inbound/http/api/pets/routes.js';
import { Overloaded } from '../adapters/inbound/http/http-errors.js';
import type { RequestRecord } from '../adapters/inbound/http/state.js';
import type { Storage } from '../adapters/outbound/storage.js';
import type { Semaphore } from '../adapters/support/semaphore.js';
import type { DatabaseHealth } from '../domain/ports/health.js';

/** In seconds, from a request that memory answers to one that lasts until its deadline. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Later API keys share one series. */
const MAX_KEYS = 100;

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

interface ObservedDatabase extends Pick<Storage, 'connections'> {
  readonly health: Pick<DatabaseHealth, 'writeFault'>;
}

/** The metrics of the service, in a registry of their own. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly keys = new Set<string>();
  private readonly duration = new Histogram({
    ...this.describe(
      'animal_store_http_request_duration_seconds',
      'Time from the arrival of a whole request to the end of its response.',
    ),
    labelNames: ['route', 'method', 'status'],
    buckets: LATENCIES,
  });
  private readonly deprecated = new Counter({
    ...this.describe('animal_store_deprecated_requests_total', 'Requests to deprecated operations.'),
    labelNames: ['operation', 'key_prefix'],
  });
  private readonly poolWait = new Histogram({
    ...this.describe('animal_store_pool_wait_seconds', 'Time that a call waited for a connection to the database.'),
    buckets: LATENCIES,
  });
  private readonly shed = new Counter(
    this.describe('animal_store_http_requests_shed_total', 'Requests refused because too many were in flight.'),
  );
  private readonly late = new Counter(
    this.describe('animal_store_http_requests_late_total', 'Requests that exceeded REQUEST_DEADLINE.'),
  );

  /** A series from the start, because `increase` of Prometheus misses the first event of a series that it creates. */
  private readonly failed = new Counter(
    this.describe('animal_store_http_requests_failed_total', 'Requests answered with 500.'),
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      ...this.describe('animal_store_build_info', 'Always 1; the labels name the versions.'),
      labelNames: ['version', 'node'],
    }).set({ version, node: process.version }, 1);
  }

  readonly observe = (record: RequestRecord): void => {
    const { route = 'none', method = 'other', status, duration, keyPrefix, error, isLate } = record;
    const labels = { route, method: KNOWN_METHODS.has(method) ? method : 'other', status: status ?? 'none' };
    this.duration.observe(labels, duration / 1000);
    if (status === 500) this.failed.inc();
    if (error instanceof Overloaded) this.shed.inc();
    if (isLate) this.late.inc();
    if (route === PET_PATH && keyPrefix !== undefined && (method === 'GET' || method === 'HEAD')) {
      this.deprecated.inc({ operation: 'getPet', key_prefix: this.keyLabel(keyPrefix) });
    }
  };

  /** @param time in milliseconds */
  readonly waited = (time: number): void => this.poolWait.observe(time / 1000);

  readonly read = (): Promise<string> => this.registry.metrics();

  observeRequests(permits: Semaphore): void {
    const name = 'animal_store_http_requests';
    this.gauge(`${name}_in_flight`, 'Requests in flight.', () => permits.busy);
    this.gauge(`${name}_in_flight_limit`, 'The most requests in flight: MAX_IN_FLIGHT.', () => permits.size);
    this.gauge(`${name}_waiting`, 'Requests that wait for others to end.', () => permits.waiting);
  }

  observeDatabase({ connections, health }: ObservedDatabase): void {
    if (connections === undefined) return;
    this.gauge('animal_store_pool_size', 'The most connections to the database.', () => connections.size);
    this.gauge('animal_store_pool_busy', 'Connections in use.', () => connections.busy);
    this.gauge('animal_store_pool_waiting', 'Calls that wait for a connection.', () => connections.waiting);
    this.gauge(
      'animal_store_store_refuses_writes',
      '1 while the database refuses writes for a reason of its own, such as no room; else 0.',
      () => Number(health.writeFault() !== undefined),
    );
  }

  private gauge(name: string, help: string, value: () => number): void {
    const collect = function (this: Gauge) {
      this.set(value());
    };
    new Gauge({ ...this.describe(name, help), collect });
  }

  private describe(name: string, help: string) {
    return { name, help, registers: [this.registry] };
  }

  /** The number of labels is bounded, so that a caller who creates keys cannot create series without end. */
  private keyLabel(keyPrefix: string): string {
    if (this.keys.size < MAX_KEYS) this.keys.add(keyPrefix);
    return this.keys.has(keyPrefix) ? keyPrefix : 'other';
  }
}
