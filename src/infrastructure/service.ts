import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { quote } from './config-values.js';
import { ConfigError, type Config } from './config.js';
import { compose, type Composition } from './container/compose.js';
import { HTTP, httpModule, type Http } from './container/http.js';
import { exitCodeOf, reasonOf } from './explain.js';
import { ServiceLog } from './logging.js';
import { callableUrl, listen, type Server, type ServerOptions } from '../adapters/inbound/http/server/server.js';
import { apiKeyPrefix } from '../domain/api-key.js';
import { hasCode } from '../domain/errors.js';

/** The part of SHUTDOWN_TIMEOUT that is reserved for closing the storage, in milliseconds. */
const CLOSING_TIME = 500;

/** The time between two purges of expired data, in milliseconds. */
const PURGE_INTERVAL = 60 * 60 * 1000;

/** The running service: it listens, prepares the database, purges expired data, and shuts down gracefully. */
export class Service {
  private readonly closing = new AbortController();
  private server: Server | undefined;
  private admin: Server | undefined;
  private purging: NodeJS.Timeout | undefined;
  /**
   * Fulfilled when the database is prepared, or when the service stops before that. A shared database is prepared in the
   * background, and retried until it is available, because its server starts on its own. Rejects if another one cannot
   * be opened.
   */
  prepared = Promise.resolve();
  /** The latest attempt to prepare the database. */
  private preparing = Promise.resolve();
  /** Settles when the first key was shown, or could not be. */
  private announcing = Promise.resolve();

  private constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly composition: Composition,
    private readonly http: Http,
    private readonly onReady: (url: string, key: string | undefined) => Promise<void>,
  ) {}

  /**
   * Listens, and begins to prepare the database.
   * @param onReady called when the database is prepared, with the key of the first account of a local database if this
   * start created it; rejects if that could not be shown
   * @param stopping keeps the service from listening and from opening the database once it is aborted, so that `stop`
   * has nothing to end
   * @throws ConfigError if the service cannot listen on the address
   */
  static async start(
    config: Config,
    logger: Logger,
    onReady: Service['onReady'],
    stopping?: AbortSignal,
  ): Promise<Service> {
    const database = config.storage.location;
    const log = new ServiceLog(logger);
    const composition = await compose(config, {
      modules: [httpModule(config, log)],
      overrides: { auditLog: log },
      onCreate: () => logger.info({ database }, 'created a new database'),
      onShared: () => logger.warn({ database }, 'another process has the database open'),
      onCheck: (end) => service.showCheck(end),
    });
    const service = new Service(config, logger, composition, composition.get(HTTP), onReady);
    await setImmediate(); // Signals that arrived while modules were loaded are handled in this turn of the event loop.
    try {
      if (!stopping?.aborted) await service.listen();
    } catch (error) {
      await service.close();
      throw error;
    }
    if (!stopping?.aborted) service.prepared = service.open();
    return service;
  }

  private async open(): Promise<void> {
    if (this.config.storage.isShared) {
      this.prepareInBackground();
      return;
    }
    try {
      await (this.preparing = this.prepare());
    } catch (error) {
      if (this.closing.signal.aborted) return;
      await this.close();
      throw error;
    }
  }

  /** Shows in the log and to probes that the file is being read. */
  private showCheck(end: Promise<void>): void {
    const { logger, http, config } = this;
    const since = performance.now();
    http.status.checkSince = since;
    logger.info({ database: config.storage.location }, 'checking the database after a crash');
    void end.then(() => {
      http.status.checkSince = undefined;
      logger.info({ ms: Math.round(performance.now() - since) }, 'the check has ended');
    });
  }

  private async listen(): Promise<void> {
    const { config, logger } = this;
    const { app, adminApp, observers, status } = this.http;
    this.server = await listenAt(app, { ...config, observers }, '');
    status.url = callableUrl(this.server.url);
    logger.info({ url: this.server.url }, 'listening');
    if (config.admin === undefined || adminApp === undefined) return;
    this.admin = await listenAt(adminApp, config.admin, 'ADMIN_');
    logger.info({ url: this.admin.url }, 'listening on ADMIN_PORT');
  }

  private prepareInBackground(): void {
    const { signal } = this.closing;
    pRetry(() => (this.preparing = this.prepare()), {
      minTimeout: 250, // The time doubles with each attempt.
      maxTimeout: 5000,
      retries: Infinity,
      signal,
      // The start may succeed later, even if an operator must correct something at the server meanwhile.
      shouldRetry: ({ error }) => hasCode(error, 'unavailable'),
      onFailedAttempt: ({ error, retryDelay }) => {
        if (!hasCode(error, 'unavailable')) return;
        const { location } = this.config.storage;
        this.logger.warn({ err: error, database: location, retryInMs: retryDelay }, 'database is unavailable');
      },
    }).catch((error: unknown) => {
      if (signal.aborted) return;
      this.logger.fatal({ err: error, database: this.config.storage.location }, 'database cannot be prepared');
      process.exitCode = exitCodeOf(error);
      void this.close();
    });
  }

  private async prepare(): Promise<void> {
    const { config, logger } = this;
    const { services, storage } = this.composition;
    const { status } = this.http;
    await storage.connect();
    if (config.migrateOnStart) {
      const changes = await storage.schema.migrate();
      if (changes.length > 0) logger.info({ changes }, 'database brought up to date');
    }
    await storage.schema.check();
    const key = config.storage.isShared ? undefined : await services.maintenance.createOwner();
    // A stop may have begun meanwhile. A key that is created is shown nevertheless.
    if (status.phase === 'starting') this.serve();
    if (status.phase === 'serving' || key !== undefined) this.announcing = this.announce(key);
  }

  private serve(): void {
    this.http.status.phase = 'serving';
    this.logger.info('ready');
    this.purge();
    this.purging = setInterval(() => this.purge(), PURGE_INTERVAL).unref();
  }

  /**
   * Shows where the service is, and the key of the first start. A key that could not be shown is of no use, so it is
   * revoked. Its account stays, for which an operator can create another.
   */
  private async announce(key: string | undefined): Promise<void> {
    const { composition, http, logger } = this;
    try {
      await this.onReady(http.status.url, key);
    } catch (error) {
      if (key === undefined) {
        logger.warn({ err: error }, 'the addresses could not be shown');
        return;
      }
      const line = { err: error, keyPrefix: apiKeyPrefix(key) };
      await composition.services.apiKeys.revokeApiKey(line.keyPrefix).then(
        () =>
          logger.warn(line, 'the first key could not be shown and is revoked; animal-store keys create makes another'),
        () => logger.error(line, 'the first key could not be shown; revoke it with animal-store keys revoke'),
      );
    }
  }

  private purge(): void {
    void this.composition.services.maintenance.purgeExpired((kind, error) => {
      if (this.closing.signal.aborted) return; // The database is closed.
      this.logger.warn({ err: error }, `expired ${kind} were not purged`); // The next purge deletes them.
    });
  }

  /**
   * Reports that the service is not ready, then drains and closes it within SHUTDOWN_TIMEOUT. Slower requests are
   * aborted.
   */
  async stop(): Promise<void> {
    const end = performance.now() + this.config.shutdownTimeout;
    if (this.http.status.phase === 'serving') {
      this.http.status.phase = 'draining';
      this.logger.info('draining');
      await delay(this.config.shutdownDelay);
    }
    await this.close(end);
    this.logger.info('stopped');
  }

  /** @param end the time limit as performance.now() gives it; by default requests in flight are aborted immediately */
  private async close(end = performance.now() + CLOSING_TIME): Promise<void> {
    const leftMs = () => Math.max(0, end - performance.now());
    this.http.status.phase = 'draining';
    this.closing.abort();
    clearInterval(this.purging);
    await this.server?.stop(Math.max(0, leftMs() - CLOSING_TIME));
    // A storage or a terminal that hangs may not end, either.
    await Promise.race([this.closeDatabase(), delay(leftMs(), undefined, { ref: false })]);
    await this.admin?.stop(0);
    this.logger.flush(); // After a start that failed, the process ends as soon as nothing is under way.
  }

  /** Closes the database, and lets a key be shown that was stored before that. */
  private async closeDatabase(): Promise<void> {
    await this.composition.close();
    await this.preparing.catch(() => undefined); // `open` reports the error.
    await this.announcing;
  }
}

/** @param prefix the prefix of the variables HOST and PORT */
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
