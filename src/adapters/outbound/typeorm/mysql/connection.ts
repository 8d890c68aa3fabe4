import { Duplex } from 'node:stream';
import type { Pool, PoolConnection, QueryError } from 'mysql2';
import { QueryFailedError } from 'typeorm';
import type { Connection } from '../dialect.js';

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

/** The most values of a statement that is prepared; longer ones come in too many lengths to keep prepared. */
const MAX_PREPARED_VALUES = 7;

/** Holds a connection of the pool while the work takes, and cuts it off when the signal aborts. */
export async function withPoolConnection<T>(
  pool: Pool,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await acquire(pool);
  const cut = () => cutOff(connection);
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  try {
    return await work({
      query: <Result>(text: string, values: unknown[] = []) => send<Result>(connection, text, values),
      discard: cut,
    });
  } finally {
    signal.removeEventListener('abort', cut);
    connection.release();
  }
}

/**
 * Closes the socket: the statement under way fails at once. `destroy` of mysql2 ends the connection politely and waits
 * for a server that may never answer.
 */
export function cutOff(connection: PoolConnection): void {
  // Its types leave out the stream, which mysql2 replaces when TLS begins.
  if (!('stream' in connection && connection.stream instanceof Duplex)) throw new Error('mysql2 has no stream');
  connection.stream.destroy(Object.assign(new Error('cut off'), { code: 'ECONNABORTED' }));
}

function acquire(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) reject(error);
      else resolve(connection);
    });
  });
}

/**
 * Sends a statement by callback: mysql2's promises take a stack trace for each. A statement with a few values is sent
 * again and again, so it is prepared, which spares the server the parsing.
 */
function send<T>(connection: PoolConnection, text: string, values: unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = (error: QueryError | null, result?: unknown) => {
      if (error) reject(new QueryFailedError(text, values, error));
      else resolve(result as T); // the caller knows what its statement gives
    };
    if (values.length === 0) connection.query(text, done);
    else if (values.length > MAX_PREPARED_VALUES) connection.query(text, values as SqlValues, done);
    else connection.execute(text, (values as SqlValues).map(integerAsText), done);
  });
}

/**
 * The server converts the text to the 64-bit integer that it expects. For mysql2, to find out how to write two integers
 * in the binary form costs as much as the rest of a statement.
 */
function integerAsText<T>(value: T): T | string {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}
