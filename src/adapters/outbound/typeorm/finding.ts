import type { QueryRunner } from 'typeorm';
import type { Finding } from '../../../domain/ports/store.js';

// Functions that the checks of `doctor` share.

/**
 * Builds the result of one check of `doctor`: failed, with the text `fault` and the remedy `fix`, if there is a fault;
 * otherwise passed, with `message`.
 */
export function finding(check: string, message: string, fault?: string | false, fix = ''): Finding {
  return fault ? { check, ok: false, message: fault, fix } : { check, ok: true, message };
}

export async function select(runner: QueryRunner, statement: string): Promise<Record<string, unknown>[]> {
  return runner.manager.query<Record<string, unknown>[]>(statement);
}

/** The largest difference between the clocks of two machines that causes no harm, in milliseconds. */
const MAX_SKEW_MS = 1_000;

/**
 * Compares the clock of the database with that of this machine. The service keeps time by its own clock. The database's
 * clock is only a common reference, which shows how far the replicas' clocks differ.
 * @param clock the engine's expression for milliseconds since 1970
 */
export async function findClock(runner: QueryRunner, clock: string): Promise<Finding> {
  const sent = Date.now();
  const [row] = await select(runner, `SELECT ${clock} AS time`);
  const skew = Number(row?.time) - (sent + Date.now()) / 2;
  const message = `The clock of the database is ${Math.abs(Math.round(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} that of this machine.`;
  return finding(
    'clock',
    message,
    Math.abs(skew) > MAX_SKEW_MS && message,
    'Synchronize the clocks of all machines by NTP: replicas use their own clocks to expire keys and to purge data.',
  );
}
