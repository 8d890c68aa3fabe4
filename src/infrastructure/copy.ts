import type { CopyResult, OnCopyProgress } from '../adapters/inbound/cli/context.js';
import { copyStore } from '../adapters/outbound/copy.js';
import { InvalidStorageUrl, type Storage, type StorageTarget } from '../adapters/outbound/storage.js';
import { parseStorageUrl } from '../adapters/outbound/storages.js';
import { DomainError } from '../domain/errors.js';

/** For one batch of rows. */
const TIMEOUT_MS = 60_000;

/** Copies all data of one store to another, which it migrates first. Rejects as `copyStore` does. */
export async function copy(from: string, to: string, onProgress: OnCopyProgress): Promise<CopyResult> {
  const [fromUrl, toUrl] = [parse('--from', from), parse('--to', to)];
  const source = await fromUrl.open({ timeoutMs: TIMEOUT_MS, create: false });
  const target = await toUrl.open({ timeoutMs: TIMEOUT_MS });
  try {
    if (source.transfer === undefined) throw unreachable('--from', fromUrl);
    if (target.transfer === undefined) throw unreachable('--to', toUrl);
    await prepare('source', source, () => source.store.check());
    await prepare('target', target, () => target.store.migrate());
    return await copyStore(source.transfer, target.transfer, onProgress);
  } finally {
    await source.close();
    await target.close();
  }
}

function parse(option: string, url: string): StorageTarget {
  try {
    return parseStorageUrl(url);
  } catch (error) {
    throw error instanceof InvalidStorageUrl ? new DomainError('invalid', `${option} ${error.message}.`) : error;
  }
}

function unreachable(option: string, { name }: StorageTarget): DomainError {
  return new DomainError('invalid', `${option} names ${name}, which no other process can reach; name another store.`);
}

/** The message of a failure begins with the role of the store. */
async function prepare(role: string, storage: Storage, work: () => Promise<unknown>): Promise<void> {
  try {
    await storage.connect();
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, `The ${role}: ${error.message}`, { cause: error.cause });
  }
}
