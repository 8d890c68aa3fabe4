import type { QueryRunner } from 'typeorm';
import type { Finding } from '../storage.js';

/** @param fix dropped when the check is ok */
export function finding(check: string, ok: boolean, message: string, fix: string): Finding {
  return { check, ok, message, ...(!ok && { fix }) };
}

export async function select(runner: QueryRunner, statement: string): Promise<Record<string, unknown>[]> {
  return runner.manager.query<Record<string, unknown>[]>(statement);
}
