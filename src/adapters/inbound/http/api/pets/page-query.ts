import { readCursor, writeCursor } from './cursor.js';
import { HttpError } from '../errors.js';
import { pageLimitViolations, type PageRequest } from '../../../../../application/pets/list-pets.js';
import { isPetStatus, statusViolation } from '../../../../../domain/pet.js';

/**
 * Reads the query of a list: `limit`, `status` and `cursor`, each at most once, and nothing else.
 * @throws HttpError `invalid_request`, naming every offending parameter.
 */
export function readPageQuery(query: string): PageRequest {
  const parameters = new URLSearchParams(`?${query}`); // which would take a leading ? of the query itself for its own
  const faults: string[] = [];

  function once<T>(name: string, read: (text: string) => T | undefined): T | undefined {
    const [text, second] = parameters.getAll(name);
    if (second !== undefined) faults.push(`${name} must be given once`);
    return text === undefined || second !== undefined ? undefined : read(text);
  }

  const limit = once('limit', (text) => {
    // Digits only: what Number() also reads, such as 5.0, +5, 05 or an empty text, is no limit.
    const value = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
    faults.push(...pageLimitViolations(value));
    return value;
  });
  const status = once('status', (text) => {
    if (isPetStatus(text)) return text;
    faults.push(statusViolation);
    return undefined;
  });
  const position = once('cursor', (text) => {
    const read = readCursor(text);
    if (read === undefined) faults.push('cursor is damaged; follow the Link of the page before as it stands');
    else if (read.status !== status) faults.push('cursor belongs to another status; keep the status it was given for');
    return read;
  });
  for (const name of new Set(parameters.keys())) {
    if (!PARAMETERS.has(name)) faults.push(`${JSON.stringify(name)} is not a parameter of this operation`);
  }
  if (faults.length > 0) throw new HttpError('invalid_request', `${faults.join('; ')}.`);
  return { limit, status, after: position?.after };
}

const PARAMETERS: ReadonlySet<string> = new Set(['limit', 'status', 'cursor']);

/** The query of the next page: the same limit and status, from `next` on. */
export function writePageQuery({ limit, status }: PageRequest, next: bigint): string {
  const cursor = writeCursor({ after: next, status });
  return [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
    `cursor=${cursor}`,
  ].join('&');
}
