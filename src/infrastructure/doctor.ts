import { randomBytes } from 'node:crypto';
import type { Finding } from '../adapters/inbound/cli/context.js';
import type { Storage } from '../adapters/outbound/storage.js';

/**
 * Checks a connected database for `doctor`, beside a service that may use it. It reads what a start reads, and then all
 * of it, and commits one row, because only a write shows that a server or a disk refuses one.
 * @param migratesOnStart whether a start applies the migrations that are pending
 * @param onFinding called with each result
 * @throws DomainError `unavailable` with the reason why a start fails, or why the database takes no changes
 */
export async function diagnoseDatabase(
  storage: Storage,
  migratesOnStart: boolean,
  onFinding: (finding: Finding) => void,
): Promise<void> {
  const migrations = await storage.schema.pending();
  const isOlder = migratesOnStart && migrations.length > 0;
  if (!isOlder) {
    await storage.health.check();
    onFinding({ ok: true, message: 'The database answers, and its schema is up to date.' });
  }
  // All data are read before anything is written to a file, because it may be damaged.
  await storage.diagnose?.();
  if (!isOlder) {
    await commitSession(storage);
    onFinding({ ok: true, message: 'The database takes changes.' });
  } else {
    const message = `The database answers. Its schema is older than this version, and a start, or animal-store migrate, first applies ${migrations.join(', ')}. Until then, this command does not try to change anything.`;
    onFinding({ ok: true, note: true, message });
  }
}

/** No token matches the session. If the process ends in between, the next purge deletes it, because it has expired. */
async function commitSession({ sessions }: Storage): Promise<void> {
  const at = new Date(0);
  const hash = randomBytes(32).toString('hex');
  await sessions.add({ hash, accountId: 0n, createdAt: at, lastSeenAt: at });
  await sessions.remove(hash);
}
