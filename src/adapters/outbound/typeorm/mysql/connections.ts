import { Duplex } from 'node:stream';
import type { Pool, PoolConnection } from 'mysql2';

/**
 * The open connections of one pool. mysql2 keeps a connection to a server that has become read-only, and hands out the
 * one that was released last, so that an old one may stay for hours.
 */
export class Connections {
  /** Oldest first. A stale one is closed when its call releases it. */
  private readonly states = new Map<PoolConnection, 'idle' | 'busy' | 'stale'>();

  observe(pool: Pool): void {
    pool.on('connection', (connection) => {
      const forget = () => this.states.delete(connection);
      this.states.set(connection, 'busy');
      // A statement in flight gets the error of its connection; an unhandled one of an idle connection would end the
      // process.
      connection.on('error', forget);
      connection.on('end', forget);
    });
    pool.on('acquire', (connection) => this.states.set(connection, 'busy'));
    pool.on('release', (connection) => {
      if (this.states.get(connection) === 'stale') this.discard(connection);
      else this.states.set(connection, 'idle');
    });
  }

  /** Closes the connection at once; a statement under way fails with the error. */
  discard(
    connection: PoolConnection,
    error: Error = Object.assign(new Error('cut off'), { code: 'ECONNABORTED' }),
  ): void {
    this.states.delete(connection);
    connection.destroy(); // takes it from the pool, and waits for a server that may never answer
    // Its types leave out the stream, which mysql2 replaces when TLS begins.
    if (!('stream' in connection && connection.stream instanceof Duplex)) throw new Error('mysql2 has no stream');
    connection.stream.destroy(error);
  }

  /** Closes the connection, and those that were opened before it as soon as no call uses them. */
  discardWithOlder(connection: PoolConnection): void {
    for (const [older, state] of this.states) {
      if (older === connection) break;
      if (state === 'idle') this.discard(older);
      else this.states.set(older, 'stale');
    }
    this.discard(connection);
  }
}
