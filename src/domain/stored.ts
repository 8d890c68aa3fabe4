import { INT64_MAX } from './int64.js';

interface Stored {
  readonly ids: readonly bigint[];
  /** SHA-256, 64 hexadecimal digits. */
  readonly hashes?: readonly string[];
  readonly instants: readonly (Date | undefined)[];
}

/** @throws Error where a row holds what this program never stores */
export function checkStored(kind: string, { ids, hashes = [], instants }: Stored): void {
  const isRight =
    ids.every((id) => id >= 1n && id <= INT64_MAX) &&
    hashes.every((hash) => /^[\da-f]{64}$/.test(hash)) &&
    instants.every((instant) => instant === undefined || !Number.isNaN(instant.getTime()));
  if (!isRight) throw new Error(`the store holds a damaged ${kind}`);
}
