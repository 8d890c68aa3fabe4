import { crc32 } from 'node:zlib';
import { readQuery } from '../../request/query.js';
import { unknownNames } from '../../request/violations.js';
import type { PageRequest } from '../../../../../application/pets.js';
import { InvalidInput, type Violation } from '../../../../../domain/errors.js';
import { pageLimitViolations, PET_STATUSES, readPetStatus, type PetStatus } from '../../../../../domain/pet.js';
import { INT64_MAX } from '../../../../../domain/values.js';

/** Each parameter is optional and may be given once. @throws InvalidInput, which names every offending and unknown one */
export function readPageQuery(querystring: string): PageRequest {
  if (querystring === '') return {};
  const given = readQuery(querystring);
  const violations: Violation[] = [];

  function take<T>(name: string, read: (text: string) => T): T | undefined {
    const [text, second] = given.getAll(name);
    given.delete(name);
    try {
      if (second !== undefined) throw new InvalidInput([{ property: name, message: 'must be given once' }]);
      return text === undefined ? undefined : read(text);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      violations.push(...error.violations);
      return undefined;
    }
  }

  const limit = take('limit', readLimit);
  const status = take('status', readPetStatus);
  const cursor = take('cursor', readPosition);
  const unknown = [...new Set(given.keys())];
  if (unknown.length > 0) violations.push(unknownNames(unknown, 'parameter'));
  if (violations.length > 0) throw new InvalidInput(violations);
  if (cursor !== undefined && cursor.status !== status) {
    throw invalidCursor('belongs to another status; keep the status it was given for');
  }
  return { limit, status, after: cursor?.after };
}

function readLimit(text: string): number {
  // Number() would also accept 5.0, +5, 05 and an empty text.
  const value = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
  const violations = pageLimitViolations(value);
  if (violations.length > 0) throw new InvalidInput(violations);
  return value;
}

function readPosition(text: string): Position {
  const position = readCursor(text);
  if (position === undefined) throw invalidCursor('is damaged; use the Link of the previous page unchanged');
  return position;
}

function invalidCursor(message: string): InvalidInput {
  return new InvalidInput([{ property: 'cursor', message }]);
}

export function writePageQuery({ limit, status }: PageRequest, next: bigint): string {
  const cursor = writeCursor({ after: next, status });
  return [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
    `cursor=${cursor}`,
  ].join('&');
}

interface Position {
  readonly after: bigint;
  readonly status: PetStatus | undefined;
}

/** Clients keep cursors, so the number of a status never changes, and no other status takes it later. */
const STATUS_NUMBERS: Readonly<Record<PetStatus, number>> = { available: 1, pending: 2, sold: 3 };

/** This number stands for pages without a filter. Pages with a filter have the number of their status. */
const NO_FILTER = 0;

// A cursor has 13 bytes: the number of the filter, the id as a big-endian integer, and the CRC-32 of both. In base64url
// these are 18 characters.
const LENGTH = 13;
const CHECKED = 9;

export function writeCursor({ after, status }: Position): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(status === undefined ? NO_FILTER : STATUS_NUMBERS[status], 0);
  bytes.writeBigUInt64BE(after, 1);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED)), CHECKED);
  return bytes.toString('base64url');
}

/** Returns the position, or `undefined` for a token that `writeCursor` does not make. */
export function readCursor(token: string): Position | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) return undefined;
  const number = bytes.readUInt8(0);
  const position = {
    after: bytes.readBigUInt64BE(1),
    status: PET_STATUSES.find((status) => STATUS_NUMBERS[status] === number),
  };
  // Writing the position again compares the checksum, and excludes unknown numbers and other spellings of the same
  // bytes.
  return position.after <= INT64_MAX && writeCursor(position) === token ? position : undefined;
}
