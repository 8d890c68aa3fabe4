import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Storage, StorageTarget } from '../adapters/outbound/storage.js';
import { DomainError } from '../domain/errors.js';
import { INT64_MAX } from '../domain/values.js';

/** A character of every plane of Unicode. */
const PLANES = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x10000 + 0x1234)).join('');

/**
 * Proves that the database keeps what it accepts: of a server, another connection reads what this one has written. That
 * is a session which no token matches. It is removed, and if the process ends before that, the service purges it,
 * because it has expired. Rejects with DomainError `unavailable`, also if the database refuses the write.
 */
export async function proveStorage(storage: Storage, target: StorageTarget): Promise<void> {
  const at = new Date(0);
  const hash = randomBytes(32).toString('hex');
  const written = { hash, accountId: INT64_MAX, createdAt: at, lastSeenAt: at, address: '::', browser: PLANES };
  const other = target.isShared ? await target.open({ create: false, poolSize: 1 }) : storage;
  try {
    await other.connect();
    await storage.sessions.add(written);
    const read = await other.sessions.find(hash).finally(() => storage.sessions.remove(hash));
    // A copy is compared, because the prototype of a row is the driver's.
    if (isDeepStrictEqual({ ...read }, written)) return;
    const cause = new Error(`what was written ${read === undefined ? 'cannot be read' : 'is read changed'}`);
    throw new DomainError('unavailable', `The database does not keep what it accepts, at ${target.location}.`, {
      cause,
    });
  } finally {
    if (other !== storage) await other.close();
  }
}
