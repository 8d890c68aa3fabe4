import type { EventEmitter } from 'node:events';

/**
 * The open connections, oldest first. A pool reuses the one that was released last, so a connection to a read-only
 * server may stay for hours.
 */
export class OpenConnections<Connection extends Pick<EventEmitter, 'on'>> {
  /** A stale connection is closed when its call releases it. */
  private readonly states = new Map<Connection, 'idle' | 'busy' | 'stale'>();

  /** @param destroy closes a connection without waiting for the engine; a running statement fails with this error */
  constructor(private readonly destroy: (connection: Connection, error: Error) => void) {}

  add(connection: Connection): void {
    this.use(connection);
    const forget = () => this.states.delete(connection);
    // A running statement gets the error. Without a listener, the error of an idle connection would end the process.
    connection.on('error', forget);
    connection.on('end', forget);
  }

  use(connection: Connection): void {
    this.states.set(connection, 'busy');
  }

  release(connection: Connection): void {
    if (this.states.get(connection) === 'stale') this.cut(connection);
    else this.states.set(connection, 'idle');
  }

  /** Discards a connection as `Dialect.discard` describes. */
  discard(connection: Connection, alsoOlder = false): void {
    for (const [older, state] of alsoOlder ? this.states : []) {
      if (older === connection) break;
      if (state === 'idle') this.cut(older);
      else this.states.set(older, 'stale');
    }
    this.cut(connection);
  }

  cut(connection: Connection, error: Error = Object.assign(new Error('cut off'), { code: 'ECONNABORTED' })): void {
    this.states.delete(connection);
    this.destroy(connection, error);
  }
}
