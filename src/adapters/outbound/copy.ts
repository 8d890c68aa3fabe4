import { DomainError } from '../../domain/errors.js';
import { InvalidStorageUrl, type OnCopyProgress, type Storage, type StorageTarget } from './storage.js';
import { parseStorageUrl } from './storages.js';

/** How long a statement for one batch of rows may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Copies all data of the store at the URL `from` to an empty one at `to`, which it creates and migrates. Each message
 * begins with the option or the store that it is about.
 * @throws DomainError `already_exists` when the target holds data, which stays, or when another program fills it;
 * `invalid` for a URL that names no store, and when the target does not have as many rows; `unavailable`
 */
export async function copyStore(from: string, to: string, onProgress: OnCopyProgress) {
  const [source, target] = await Promise.all([load('from', from), load('to', to)]);
  try {
    await prepare('source', source.storage, () => source.storage.schema.check());
    await prepare('target', target.storage, () => target.storage.schema.migrate());
    return await source.transfer.copyTo(target.transfer, onProgress);
  } finally {
    await Promise.all([source.storage.close(), target.storage.close()]);
  }
}

async function load(role: 'from' | 'to', url: string) {
  const target = parse(role, url);
  const storage = await target.open({ timeoutMs: TIMEOUT_MS, create: role === 'to' });
  const { transfer } = storage;
  if (transfer !== undefined) return { storage, transfer };
  throw new DomainError('invalid', `--${role} names ${target.name}, which cannot be copied; name another store.`);
}

function parse(role: 'from' | 'to', url: string): StorageTarget {
  try {
    return parseStorageUrl(url);
  } catch (error) {
    throw error instanceof InvalidStorageUrl ? new DomainError('invalid', `--${role} ${error.message}.`) : error;
  }
}

async function prepare(role: string, storage: Storage, work: () => Promise<unknown>): Promise<void> {
  try {
    await storage.connect();
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, `The ${role}: ${error.message}`, { cause: error.cause });
  }
}
