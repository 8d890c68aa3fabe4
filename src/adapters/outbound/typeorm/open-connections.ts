import type { EventEmitter } from 'node:events';

/** Connections, oldest first. A pool reuses the one released last, so one to a read-only server may stay for hours. */
export class OpenConnections<Connection extends Pick<EventEmitter, 'on'>> {
  /** A stale one is closed when its call releases it. */
  private readonly states = new Map<Connection, 'idle' | 'busy' | 'stale'>();

  /** @param destroy closes a connection without waiting for the engine: a statement under way fails with this error */
  constructor(private readonly destroy: (connection: Connection, error: Error) => void) {}

  add(connection: Connection): void {
    this.use(connection);
    const forget = () => this.states.delete(connection);
    // A statement in flight gets the error; an unhandled one of an idle connection would end the process.
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

  /** As `Dialect.discard`. */
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
