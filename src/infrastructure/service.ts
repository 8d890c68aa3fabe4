import { once } from 'node:events';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import { quote } from './config-values.js';
import { ConfigError, type Config } from './config.js';
import { compose, type Composition } from './container/compose.js';
import { HTTP, httpModule, type Http } from './container/http.js';
import { reasonOf } from './explain.js';
import { ServiceLog, type Logger } from './logging.js';
import { callableUrl, listen, type Server, type ServerOptions } from '../adapters/inbound/http/server/server.js';
import { hasCode } from '../domain/errors.js';

/** The part of SHUTDOWN_TIMEOUT that is reserved for closing the storage, in milliseconds. */
const CLOSING_TIME = 500;

/** The time from the end of a purge to the next one, in milliseconds. */
const PURGE_INTERVAL = 60 * 60 * 1000;

/**
 * Runs the service until it is stopped, and resolves when it is closed. Its state is `ServiceStatus.phase`, which probes
 * show:
 *
 *     starting ── the database is prepared ──▶ serving ── a stop ──▶ draining ──▶ closed
 *        └──────────── a stop, or the start fails ─────────────────────▲
 *
 * It listens from the start on. A shared database is prepared once it is available, because its server starts on its
 * own.
 * @param onReady called when the database is prepared, with the key of the first account of a local database if this
 * start created it; rejects if that could not be shown
 * @param stop stops the service when it is aborted. If that happens while modules are loaded, the service neither listens
 * nor opens the database.
 * @throws ConfigError if the service cannot listen on the address; DomainError `unavailable` if a database that is not
 * shared cannot be used. The service is closed then.
 */
export async function runService(config: Config, logger: Logger, onReady: OnReady, stop: AbortSignal): Promise<void> {
  const database = config.storage.location;
  const log = new ServiceLog(logger);
  const composition = await compose(config, {
    modules: [httpModule(config, log)],
    overrides: { auditLog: log },
    onCreate: () => logger.info({ database }, 'created a new database'),
  });
  const service = new Service(config, logger, composition, composition.get(HTTP), onReady, stop);
  await service.run();
}

type OnReady = (url: string, key: string | undefined) => Promise<void>;

class Service {
  private server: Server | undefined;
  private admin: Server | undefined;
  /** Settles when the database is prepared and the first key was shown, or when a stop or an error ends the start. */
  private starting = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly composition: Composition,
    private readonly http: Http,
    private readonly onReady: OnReady,
    private readonly stop: AbortSignal,
  ) {}

  async run(): Promise<void> {
    await setImmediate(); // Signals that arrived while modules were loaded are handled in this turn of the event loop.
    try {
      if (!this.stop.aborted) await this.listen();
      if (!this.stop.aborted) {
        this.starting = this.start();
        const stopped = once(this.stop, 'abort');
        await Promise.race([stopped, this.starting.then(() => stopped)]);
      }
    } catch (error) {
      await this.close(performance.now() + CLOSING_TIME);
      throw error;
    }
    await this.drain();
  }

  private async listen(): Promise<void> {
    const { config, logger } = this;
    const { app, adminApp, observers, status } = this.http;
    this.server = await listenAt(app, { ...config, observers }, '');
    status.url = callableUrl(this.server.url);
    logger.info({ url: this.server.url }, 'listening');
    if (config.admin === undefined || adminApp === undefined) return;
    // Requests of operators have the default deadline, since REQUEST_DEADLINE is for the work on those of clients.
    this.admin = await listenAt(adminApp, config.admin, 'ADMIN_');
    logger.info({ url: this.admin.url }, 'listening on ADMIN_PORT');
  }

  /** Prepares the database, again and again if it is a shared one that is unavailable, and then serves. */
  private async start(): Promise<void> {
    const { config, logger, stop } = this;
    const { isShared, location } = config.storage;
    // A later attempt may succeed, even if an operator must correct something at the server meanwhile.
    const isPassing = (error: Error) => isShared && hasCode(error, 'unavailable');
    try {
      await pRetry(() => this.prepareAndServe(), {
        minTimeout: 250, // The time doubles with each attempt.
        maxTimeout: 5000,
        retries: Infinity,
        signal: stop,
        shouldRetry: ({ error }) => isPassing(error),
        onFailedAttempt({ error, retryDelay }) {
          if (!isPassing(error)) return;
          logger.warn({ err: error, database: location, retryInMs: retryDelay }, 'database is unavailable');
        },
      });
    } catch (error) {
      if (!stop.aborted) throw error;
    }
  }

  private async prepareAndServe(): Promise<void> {
    const { config, logger, stop } = this;
    const { services, storage } = this.composition;
    const database = config.storage.location;
    await storage.connect();
    if (config.migrateOnStart) {
      const changes = await storage.schema.migrate((reason) => logger.warn({ database, reason }, 'a migration waits'));
      if (changes.length > 0) logger.info({ changes }, 'database brought up to date');
    }
    await storage.health.check();
    const key = config.storage.isShared ? undefined : await services.maintenance.createOwner();
    if (!stop.aborted) this.serve();
    // After a stop, a key that was created is shown nevertheless.
    if (!stop.aborted || key !== undefined) await this.announce(key);
  }

  private serve(): void {
    this.http.status.phase = 'serving';
    this.logger.info('ready');
    void this.purge();
  }

  /** Shows where the service is, and the key of the first start. A key that could not be shown does no harm. */
  private async announce(key: string | undefined): Promise<void> {
    try {
      await this.onReady(this.http.status.url, key);
    } catch (error) {
      const forKey = 'the first key could not be shown; animal-store keys create makes another';
      this.logger.warn({ err: error }, key === undefined ? 'the addresses could not be shown' : forKey);
    }
  }

  /** Purges expired data, now and some time after the end of each purge, until the service is stopped. */
  private async purge(): Promise<void> {
    if (this.stop.aborted) return;
    await this.composition.services.maintenance.purgeExpired((kind, error) => {
      if (this.stop.aborted) return; // The database is being closed.
      this.logger.warn({ err: error }, `expired ${kind} were not purged`); // The next purge deletes them.
    });
    setTimeout(() => void this.purge(), PURGE_INTERVAL).unref();
  }

  /** Reports that the service is not ready, and closes it within SHUTDOWN_TIMEOUT. Slower requests are aborted. */
  private async drain(): Promise<void> {
    const end = performance.now() + this.config.shutdownTimeout;
    if (this.http.status.phase === 'serving') {
      this.http.status.phase = 'draining';
      this.logger.info('draining');
      await delay(this.config.shutdownDelay);
    }
    await this.close(end);
    this.logger.info('stopped');
  }

  private async close(end: number): Promise<void> {
    const leftMs = () => Math.max(0, end - performance.now());
    this.http.status.phase = 'draining';
    await this.server?.stop(Math.max(0, leftMs() - CLOSING_TIME));
    // A storage or a terminal that hangs may not end, either.
    const closed = new AbortController();
    const timeUp = delay(leftMs(), undefined, closed).catch(() => undefined);
    await Promise.race([this.closeDatabase(), timeUp]).finally(() => closed.abort());
    await this.admin?.stop(0);
    this.logger.flush(); // After a start that failed, the process ends as soon as nothing is under way.
  }

  /** Closes the database, which ends a start, and waits until the start has shown a key that it has stored. */
  private async closeDatabase(): Promise<void> {
    // The process ends anyway, and a failed start reports its own error.
    await this.composition.close().catch((error: unknown) => this.logger.error({ err: error }, 'closing failed'));
    await this.starting.catch(() => undefined); // `run` throws the error.
  }
}

async function listenAt(handler: Parameters<typeof listen>[0], options: ServerOptions, prefix: '' | 'ADMIN_') {
  return listen(handler, options).catch((error: unknown) => {
    throw new ConfigError([listenFault(error, options, prefix)]);
  });
}

function listenFault(error: unknown, { host, port }: ServerOptions, prefix: string): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${port} is taken on ${host}; set ${prefix}PORT to another, such as ${port + 1}, or stop the program that uses it`;
  }
  const reason = error instanceof Error ? reasonOf(error) : String(error);
  return `The service cannot listen on ${prefix}HOST ${quote(host)} and ${prefix}PORT ${port}: ${reason}`;
}
