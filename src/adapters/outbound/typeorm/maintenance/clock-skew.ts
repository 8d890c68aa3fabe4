import { READ, type Statements } from '../execution/database.js';
import type { Integer } from '../schema/entities.js';

/** The largest difference between the clocks of two machines that causes no harm, in seconds. */
const MAX_SKEW = 1;

/**
 * Compares the clock of the database with that of this machine. The service keeps time by its own clock. The clock of a
 * server is only a common reference, which shows how far the clocks of the replicas differ.
 * @returns a sentence with the remedy if they differ
 */
export async function findSkew(database: Pick<Statements, 'dialect' | 'query'>): Promise<string[]> {
  const now = () => Math.floor(Date.now() / 1000);
  const sent = now();
  const seconds = await readClock(database);
  // The database reads its clock between the two times of this machine, so a slow answer makes no fault.
  const [behind, ahead] = [sent - seconds, seconds - now()];
  if (Math.max(behind, ahead) <= MAX_SKEW) return [];
  const difference = behind > ahead ? `${behind} s behind` : `${ahead} s ahead of`;
  const remedy =
    'Synchronize the clocks of all machines by NTP: replicas use their own to expire keys and to purge data.';
  return [`The clock of the database is ${difference} that of this machine. ${remedy}`];
}

/** Reads the clock of the database, in whole seconds since 1970. */
async function readClock(database: Pick<Statements, 'dialect' | 'query'>): Promise<number> {
  const text = `SELECT ${database.dialect.sql.unixTime} AS seconds`;
  const [{ seconds }] = await database.query<[{ seconds: Integer }]>(text, [], READ);
  return Number(seconds);
}
