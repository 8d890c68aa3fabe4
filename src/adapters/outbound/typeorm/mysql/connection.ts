import type { Pool, PoolConnection, QueryError } from 'mysql2';
import { QueryFailedError } from 'typeorm';
import type { Connection } from '../dialect.js';
import type { Connections } from './connections.js';

type SqlValues = Extract<Parameters<PoolConnection['execute']>[1], unknown[]>;

/** The most values of a statement that is prepared; longer ones come in too many lengths to keep prepared. */
const MAX_PREPARED_VALUES = 7;

/** A connection of the pool; `Database` decides when it is discarded. */
export async function acquire(pool: Pool, connections: Connections): Promise<Connection> {
  const connection = await getConnection(pool);
  return {
    query: <Result>(text: string, values: unknown[] = []) => send<Result>(connection, text, values),
    discard: (alsoOlder = false) => discard(connections, connection, alsoOlder),
    release: () => connection.release(),
  };
}

export function discard(connections: Connections, connection: PoolConnection, alsoOlder: boolean): void {
  if (alsoOlder) connections.discardWithOlder(connection);
  else connections.discard(connection);
}

function getConnection(pool: Pool): Promise<PoolConnection> {
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
