import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, type Config } from './config.js';
import { cachedApiKeys, memoryStorage, typeormStorage, wire } from './container.js';
import { EXIT } from './exit-codes.js';
import { requestLog, type Logger } from './logging.js';
import type { Metrics } from './metrics.js';
import { callableUrl, listen, type Server, type ServerOptions } from '../adapters/inbound/http/server/server.js';
import { letYoungGenerationGrow } from './young-generation.js';
import { admission } from '../adapters/inbound/http/middleware/concurrency-limit.js';
import { createAdminApp, createApp } from '../adapters/inbound/http/app.js';
import type { Phase } from '../adapters/inbound/http/middleware/availability.js';
import { docsFiles } from '../adapters/inbound/http/api/docs/files.js';
import { Load } from '../adapters/inbound/http/middleware/load.js';
import type { RequestRecord } from '../adapters/inbound/http/middleware/request-log.js';
import type { OpenApiDocument } from '../adapters/inbound/http/api/openapi/document.js';
import { readBody } from '../adapters/inbound/http/request/body.js';
import { createPages } from '../adapters/inbound/http/pages/pages.js';
import type { CachingApiKeyRepository } from '../adapters/outbound/caching/api-key-repository.js';
import { Database } from '../adapters/outbound/typeorm/database.js';
import { DomainError } from '../domain/errors.js';

export interface Service {
  /** Where it listens, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Where metrics and health are served alone, where they are. */
  readonly adminUrl: string | undefined;
  /** Says that it is not ready, drains and closes, all within `shutdownTimeout`; what takes longer is cut off. */
  stop(): Promise<void>;
}

/** How long to wait before asking a store that is away once more, in milliseconds: doubling from the first to the last. */
const BACK_OFF = { first: 250, last: 5000 } as const;

/** How many requests may wait for each that is worked on, and for what share of their deadline. */
const WAITING = { perPlace: 64, share: 0.1 } as const;

/** What is left of `shutdownTimeout` for the connections to the store once all requests are over, in milliseconds. */
const CLOSING_TIME = 500;

/** How often idempotency keys, sessions and tries whose time is over are forgotten, in milliseconds. */
const FORGETTING_INTERVAL = 60 * 60 * 1000;

/**
 * Listens at once, and takes requests as soon as the store is prepared. A database server that is away is waited for;
 * an embedded store that cannot be opened is a fault of this machine, and rejects.
 * @param welcome is told the first key of an embedded store, on its first start.
 * @throws ConfigError where the address cannot be had
 */
export async function startService(
  config: Config,
  logger: Logger,
  welcome: (key: string, url: string) => void,
): Promise<Service> {
  const embedded = config.storage.kind !== 'mysql';
  const load = new Load({
    maxInFlight: config.maxInFlight,
    maxWaiting: config.maxInFlight * WAITING.perPlace,
    patience: config.requestDeadline * WAITING.share,
    deadline: config.requestDeadline,
  });
  // Whoever asks for no metrics pays for none.
  const metrics =
    config.admin &&
    (await import('./metrics.js')).createMetrics(
      load,
      () => database?.turns,
      () => apiKeys,
    );
  const terms = { patience: config.requestDeadline, ...(metrics && { waited: metrics.waited }) };
  const database: Database | undefined =
    config.storage.kind === 'memory' ? undefined : new Database(config.storage, undefined, terms);
  const apiKeys: CachingApiKeyRepository | undefined = database && cachedApiKeys(database);
  const services = wire(database === undefined ? memoryStorage() : typeormStorage(database, apiKeys));
  let document: Promise<OpenApiDocument> | undefined;
  let phase: Phase = 'starting';

  const health = { store: services.store, phase: () => phase };
  const log = requestLog(logger);
  const observe = (record: RequestRecord) => {
    metrics?.observe(record);
    log(record);
  };
  const app = createApp({
    ...services,
    ...health,
    openApi: () => (document ??= readDocument(config)),
    docs: docsFiles(config),
    observe,
    rateLimit: config.rateLimit,
    neighbour: createPages({
      ...services,
      readBody,
      ...config,
      // Never the Host of a request, which whoever sends it can make up.
      baseUrl: () => config.publicBaseUrl ?? `${callableUrl(server.url)}/v1`,
      isReady: () => phase !== 'starting',
    }),
  });
  const server = await listenOrRefuse(admission(load, observe, app.callback()), config, 'HOST and PORT name');
  logger.info({ url: server.url }, 'listening');
  const admin = config.admin && metrics && (await listenToOperators(config.admin, metrics));

  async function listenToOperators(address: ServerOptions, { read }: Metrics): Promise<Server> {
    const operators = createAdminApp({ ...health, metrics: read, observe: () => undefined });
    try {
      const listening = await listenOrRefuse(operators.callback(), address, 'ADMIN_HOST and ADMIN_PORT name');
      logger.info({ url: listening.url }, 'listening to operators');
      return listening;
    } catch (error) {
      await server.stop(0);
      throw error;
    }
  }

  const stopped = new AbortController();
  const housekeeping = setInterval(forget, FORGETTING_INTERVAL).unref();

  async function prepare(): Promise<void> {
    await database?.connect();
    if (config.migrateOnStart) {
      const migrations = await services.store.migrate();
      if (migrations.length > 0) logger.info({ migrations }, 'schema brought up to date');
    }
    await services.store.check();
    if (phase !== 'starting') return;
    phase = 'serving';
    letYoungGenerationGrow(true);
    logger.info('ready');
    const key = embedded ? await services.createOwner.execute() : undefined;
    if (key !== undefined) welcome(key, server.url);
    forget();
  }

  async function prepareWithPatience(): Promise<void> {
    for (let wait: number = BACK_OFF.first; !stopped.signal.aborted; wait = Math.min(2 * wait, BACK_OFF.last)) {
      try {
        await prepare();
        return;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
        logger.warn({ err: error, retryInMs: wait }, 'store is away');
        await delay(wait, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  function forget(): void {
    const { purgeIdempotencyKeys, purgeSessions, purgeAttempts } = services;
    const stale = { 'idempotency keys': purgeIdempotencyKeys, sessions: purgeSessions, tries: purgeAttempts };
    for (const [what, useCase] of Object.entries(stale)) {
      useCase.execute().catch((error: unknown) => logger.warn({ err: error }, `old ${what} stay for now`));
    }
  }

  async function stop(): Promise<void> {
    const end = performance.now() + config.shutdownTimeout;
    if (phase === 'serving') {
      phase = 'draining';
      logger.info('draining');
      await delay(config.shutdownDelay);
    }
    await close(Math.max(0, end - performance.now() - CLOSING_TIME), () => end - performance.now());
    logger.info('stopped');
  }

  /** @param patience with requests @param left what there is for the store after them, both in milliseconds */
  async function close(patience: number, left = () => CLOSING_TIME): Promise<void> {
    phase = 'draining';
    stopped.abort();
    clearInterval(housekeeping);
    await server.stop(patience);
    // A store that hangs does not answer goodbye either.
    await Promise.race([database?.close(), delay(Math.max(0, left()), undefined, { ref: false })]);
    await admin?.stop(0);
  }

  if (embedded) {
    await prepare().catch(async (error: unknown) => {
      await close(0);
      throw error;
    });
  } else {
    prepareWithPatience().catch((error: unknown) => {
      logger.fatal({ err: error }, 'store cannot be prepared');
      process.exitCode = EXIT.software;
      void close(0);
    });
  }
  return { url: server.url, adminUrl: admin?.url, stop };
}

/** Loads what reads YAML only now: few ask for the document. */
async function readDocument(config: Config): Promise<OpenApiDocument> {
  const { openApiDocument } = await import('../adapters/inbound/http/api/openapi/document.js');
  return openApiDocument(config);
}

async function listenOrRefuse(
  handle: Parameters<typeof listen>[0],
  address: ServerOptions,
  variables: string,
): Promise<Server> {
  return listen(handle, address).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${variables} no address that can be listened on: ${reason}`]);
  });
}
