import { crc32 } from 'node:zlib';
import { INT64_MAX } from '../../../../../domain/int64.js';
import { PET_STATUSES, type PetStatus } from '../../../../../domain/pet.js';

/** Where a page begins, and the filter it belongs to. */
export interface Position {
  readonly after: bigint;
  readonly status: PetStatus | undefined;
}

// 13 bytes: the filter (0 for none, else 1 + its place among the statuses), the id, CRC-32 of both. Base64url of 18 characters.
const LENGTH = 13;
const CHECKED = 9;

/** A position as an opaque token. */
export function writeCursor({ after, status }: Position): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(status === undefined ? 0 : 1 + PET_STATUSES.indexOf(status), 0);
  bytes.writeBigUInt64BE(after, 1);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED)), CHECKED);
  return bytes.toString('base64url');
}

/** The position, or `undefined` where the token is not one that `writeCursor` makes. */
export function readCursor(token: string): Position | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== LENGTH) return undefined;
  const filter = bytes.readUInt8(0);
  const position = { after: bytes.readBigUInt64BE(1), status: filter === 0 ? undefined : PET_STATUSES[filter - 1] };
  const plausible = filter <= PET_STATUSES.length && position.after <= INT64_MAX;
  // Writing it again compares the checksum, and refuses other spellings of the same bytes.
  return plausible && writeCursor(position) === token ? position : undefined;
}
