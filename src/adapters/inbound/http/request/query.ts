import { crc32 } from 'node:zlib';
import { HttpError } from '../errors.js';
import { unknownNames } from './violations.js';
import { pageLimitViolations, type PageRequest } from '../../../../application/pets/list-pets.js';
import { InvalidInput, type Violation } from '../../../../domain/errors.js';
import { isPetStatus, PET_STATUSES, statusViolation, type PetStatus } from '../../../../domain/pet.js';
import { INT64_MAX } from '../../../../domain/values.js';

/** The longest query that is read, in characters; the longest one that any page or operation needs has about 200. */
const MAX_LENGTH = 2_048;

/** Linear, unlike `ctx.query`, which needs a second for 15 KiB. @throws HttpError `invalid_request` for one too long */
export function readQuery(querystring: string): URLSearchParams {
  if (querystring.length > MAX_LENGTH) {
    throw new HttpError('invalid_request', `The query must be at most ${MAX_LENGTH} characters long.`);
  }
  return new URLSearchParams(`?${querystring}`); // without the ?, it would drop one that the query itself starts with
}

/** Reads `limit`, `status` and `cursor`, each at most once. @throws HttpError `invalid_request`, naming offending parameters */
export function readPageQuery(querystring: string): PageRequest {
  const parameters = readQuery(querystring);
  const violations: Violation[] = [];
  const refuse = (member: string, message: string) => void violations.push({ member, message });

  function once<T>(name: string, read: (text: string) => T | undefined): T | undefined {
    const [text, second] = parameters.getAll(name);
    if (second !== undefined) refuse(name, 'must be given once');
    return text === undefined || second !== undefined ? undefined : read(text);
  }

  const limit = once('limit', (text) => {
    // Number() would also accept 5.0, +5, 05 and an empty text.
    const value = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
    violations.push(...pageLimitViolations(value));
    return value;
  });
  const status = once('status', (text) => {
    if (isPetStatus(text)) return text;
    violations.push(statusViolation);
    return undefined;
  });
  const position = once('cursor', (text) => {
    const read = readCursor(text);
    if (read === undefined) refuse('cursor', 'is damaged; use the Link of the previous page unchanged');
    else if (read.status !== status) {
      refuse('cursor', 'belongs to another status; keep the status it was given for');
    }
    return read;
  });
  const unknown = [...new Set(parameters.keys())].filter((name) => !['limit', 'status', 'cursor'].includes(name));
  if (unknown.length > 0) violations.push(unknownNames(unknown, 'parameter of this operation'));
  // Not as InvalidInput, which pages report as that of a form.
  if (violations.length > 0) throw new HttpError('invalid_request', new InvalidInput(violations).message);
  return { limit, status, after: position?.after };
}

/** The query of the next page: the same limit and status, from `next` on. */
export function writePageQuery({ limit, status }: PageRequest, next: bigint): string {
  const cursor = writeCursor({ after: next, status });
  return [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(status === undefined ? [] : [`status=${status}`]),
    `cursor=${cursor}`,
  ].join('&');
}

/** Where a page begins, and the filter it belongs to. */
interface Position {
  readonly after: bigint;
  readonly status: PetStatus | undefined;
}

/** A token names its filter by the place here. */
const FILTERS = [undefined, ...PET_STATUSES];

// 13 bytes: the filter, the id, CRC-32 of both. Base64url of 18 characters.
const LENGTH = 13;
const CHECKED = 9;

export function writeCursor({ after, status }: Position): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(FILTERS.indexOf(status), 0);
  bytes.writeBigUInt64BE(after, 1);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED)), CHECKED);
  return bytes.toString('base64url');
}

/** The position, or `undefined` for a token that `writeCursor` does not make. */
export function readCursor(token: string): Position | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) return undefined;
  const position = { after: bytes.readBigUInt64BE(1), status: FILTERS[bytes.readUInt8(0)] };
  // Writing it again compares the checksum, and refuses an unknown filter and other spellings of the same bytes.
  return position.after <= INT64_MAX && writeCursor(position) === token ? position : undefined;
}
