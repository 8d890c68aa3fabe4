import { InvalidStorageUrl, type OnCopyProgress } from '../adapters/outbound/storage.js';
import { parseStorageUrl } from '../adapters/outbound/storage-url.js';
import { DomainError } from '../domain/errors.js';

/** The time limit of one statement, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Copies all data to an empty database, which is created if the storage can do so. If one of the two databases cannot
 * be used, the message names its option.
 * @throws DomainError `already_exists` when the target holds data, or when another program fills it; `invalid` for a
 * URL that names no database, and when the target does not have as many rows; `unavailable`
 */
export async function copyDatabase(from: string, to: string, onProgress: OnCopyProgress) {
  const source = await naming('--from', () => load(from, false));
  const target = await naming('--to', () => load(to, true));
  try {
    await naming('--from', () => source.storage.connect().then(() => source.storage.health.check()));
    await naming('--to', () => target.storage.connect().then(() => target.storage.schema.migrate()));
    return await source.transfer.copyTo(target.transfer, onProgress);
  } finally {
    await Promise.all([source.storage.close(), target.storage.close()]);
  }
}

async function load(url: string, create: boolean) {
  const target = parseStorageUrl(url);
  const storage = await target.open({ timeoutMs: TIMEOUT_MS, create });
  const { transfer } = storage;
  if (transfer !== undefined) return { storage, transfer };
  throw new InvalidStorageUrl(`names ${target.name}, which cannot be copied; name another database`);
}

async function naming<T>(option: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidStorageUrl) throw new DomainError('invalid', `${option} ${error.message}.`);
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, option, { cause: error });
  }
}
