import { crc32 } from 'node:zlib';
import { INT64_MAX } from '../../../../domain/values.js';
import { PET_STATUSES, type PetStatus } from '../../../../domain/pet.js';

/** Where a page begins, and the filter it belongs to. */
export interface Position {
  readonly after: bigint;
  readonly status: PetStatus | undefined;
}

/** A token names its filter by the place here. */
const FILTERS = [undefined, ...PET_STATUSES];

// 13 bytes: the filter, the id, CRC-32 of both. Base64url of 18 characters.
const LENGTH = 13;
const CHECKED = 9;

/** A position as an opaque token. */
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
