import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.js';
import type { Load } from '../adapters/inbound/http/middleware/load.js';
import type { RequestObserver } from '../adapters/inbound/http/middleware/request-log.js';

/** What is asked of the connections to the store. */
export interface PoolUse {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
}

/** How often an API key was remembered, and how often the store was asked for it. */
export interface KeyCacheUse {
  readonly hits: number;
  readonly misses: number;
}

export interface Metrics {
  readonly observe: RequestObserver;
  /** Told how long a call waited for a connection to the store, in milliseconds. */
  readonly waited: (time: number) => void;
  /** In the Prometheus text format, version 0.0.4. */
  readonly read: () => Promise<string>;
}

/** In seconds: from a request that is answered from memory to one that lasts until its deadline. */
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How many API keys get a series of their own; the callers after them are counted together. */
const MAX_KEYS = 100;

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Counts what happens, in a registry of its own. Names are explained in docs/operations/metrics.md.
 * @param pool absent where the store has no connections
 * @param keyCache absent where no key is remembered
 */
export function createMetrics(
  load: Load,
  pool: () => PoolUse | undefined,
  keyCache: () => KeyCacheUse | undefined,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const duration = new Histogram({
    name: 'animal_store_http_request_duration_seconds',
    help: 'From the head of a request to the end of its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: LATENCIES,
    registers,
  });
  const deprecated = new Counter({
    name: 'animal_store_deprecated_requests_total',
    help: 'Requests to an operation that is going to be removed.',
    labelNames: ['operation', 'key_prefix'],
    registers,
  });
  const wait = new Histogram({
    name: 'animal_store_pool_wait_seconds',
    help: 'How long a call waited for a connection to the store.',
    buckets: LATENCIES,
    registers,
  });
  gaugeOf('animal_store_http_requests_in_flight', 'Requests that are being worked on.', () => load.inFlight);
  gaugeOf(
    'animal_store_http_requests_in_flight_limit',
    'How many requests are worked on at most: MAX_IN_FLIGHT.',
    () => load.limits.maxInFlight,
  );
  gaugeOf('animal_store_http_requests_waiting', 'Requests that wait for others to end.', () => load.waiting);
  countOf(
    'animal_store_http_requests_shed_total',
    'Requests refused because too many were in flight.',
    () => load.shed,
  );
  countOf('animal_store_http_requests_late_total', 'Requests given up at REQUEST_DEADLINE.', () => load.late);
  countOf('animal_store_key_cache_hits_total', 'API keys of requests that were remembered.', () => keyCache()?.hits);
  countOf(
    'animal_store_key_cache_misses_total',
    'API keys of requests that the store was asked for.',
    () => keyCache()?.misses,
  );
  gaugeOf('animal_store_pool_size', 'The most connections to the store.', () => pool()?.size);
  gaugeOf('animal_store_pool_busy', 'Calls that use a connection to the store.', () => pool()?.busy);
  gaugeOf('animal_store_pool_waiting', 'Calls that wait for a connection to the store.', () => pool()?.waiting);
  new Gauge({
    name: 'animal_store_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);

  function countOf(name: string, help: string, value: () => number | undefined): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        const count = value();
        if (count === undefined) this.remove();
        else this.inc(count);
      },
    });
  }

  function gaugeOf(name: string, help: string, value: () => number | undefined): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const now = value();
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  }

  const keys = new Set<string>();

  /** Bounded: whoever makes keys must not be able to make series without end. */
  function seriesOf(keyPrefix: string): string {
    if (keys.has(keyPrefix)) return keyPrefix;
    if (keys.size >= MAX_KEYS) return 'other';
    keys.add(keyPrefix);
    return keyPrefix;
  }

  return {
    observe({ route = 'none', method, status = 'none', duration: time, keyPrefix }) {
      duration.observe({ route, method: KNOWN_METHODS.has(method) ? method : 'other', status }, time / 1000);
      if (route === '/v1/pets/:petId' && keyPrefix !== undefined && (method === 'GET' || method === 'HEAD')) {
        deprecated.inc({ operation: 'getPet', key_prefix: seriesOf(keyPrefix) });
      }
    },
    waited: (time) => wait.observe(time / 1000),
    read: () => registry.metrics(),
  };
}
