import type { QueryRunner } from 'typeorm';
import type { Finding } from '../storage.js';

/** The check is ok, with `message`, unless there is a fault, which `fix` removes. */
export function finding(check: string, message: string, fault?: string | false, fix = ''): Finding {
  return fault ? { check, ok: false, message: fault, fix } : { check, ok: true, message };
}

export async function select(runner: QueryRunner, statement: string): Promise<Record<string, unknown>[]> {
  return runner.manager.query<Record<string, unknown>[]>(statement);
}

/** In milliseconds. Instants are by our clock; the server's shows how far the clocks of the machines have drifted apart. */
const MAX_SKEW_MS = 1_000;

/** @param clock the engine's expression for milliseconds since 1970 */
export async function findClock(runner: QueryRunner, clock: string): Promise<Finding> {
  const sent = Date.now();
  const [row] = await select(runner, `SELECT ${clock} AS time`);
  const skew = Number(row?.time) - (sent + Date.now()) / 2;
  const message = `The database's clock is ${Math.abs(Math.round(skew))} ms ${skew < 0 ? 'behind' : 'ahead of'} ours.`;
  return finding(
    'clock',
    message,
    Math.abs(skew) > MAX_SKEW_MS && message,
    'Keep the clocks of all machines by NTP: keys expire and idempotency keys are purged by the clocks of the replicas.',
  );
}

/** The kinds of statement that the service sends. EXPLAIN needs the rights of the statement. */
const STATEMENTS = [
  'SELECT id FROM pets WHERE id = 0',
  "INSERT INTO pets (name, category_id, status) VALUES ('x', 1, 'sold')",
  "UPDATE api_keys SET last_used_at = 0 WHERE prefix = ''",
  'DELETE FROM idempotency_keys WHERE pet_id = 0',
];

/** Checks the rights of the user of a server on the tables, which exist. */
export async function findRights(runner: QueryRunner): Promise<Finding> {
  const refused: string[] = [];
  for (const statement of STATEMENTS) {
    await runner.query(`EXPLAIN ${statement}`).catch(() => refused.push(statement.split(' ', 1).join()));
  }
  return finding(
    'rights',
    'SELECT, INSERT, UPDATE and DELETE.',
    refused.length > 0 && `The user may not: ${refused.join(', ')}.`,
    'GRANT SELECT, INSERT, UPDATE, DELETE on the database to the user.',
  );
}
