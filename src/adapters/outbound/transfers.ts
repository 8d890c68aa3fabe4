import { DomainError } from '../../domain/errors.js';
import type { Schema } from '../../domain/ports/store.js';
import type { Transfers } from '../../domain/ports/transfer.js';
import { InvalidStorageUrl, type Storage, type StorageTarget } from './storage.js';
import { parseStorageUrl } from './storages.js';

/** How long a statement for one batch of rows may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Opens the stores that URLs name. Each message begins with the option or the store that it is about. */
export class StorageTransfers implements Transfers {
  async open(from: string, to: string) {
    const [source, target] = await Promise.all([load('from', from), load('to', to)]);
    const close = async () => {
      await Promise.all([source.storage.close(), target.storage.close()]);
    };
    try {
      await prepare('source', source.storage, (schema) => schema.check());
      await prepare('target', target.storage, (schema) => schema.migrate());
      return { source: source.transfer, target: target.transfer, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

async function load(role: 'from' | 'to', url: string) {
  const target = parse(role, url);
  const storage = await target.open({ timeoutMs: TIMEOUT_MS, create: role === 'to' });
  const { transfer } = storage;
  if (transfer !== undefined) return { storage, transfer };
  const message = `--${role} names ${target.name}, which no other process can reach; name another store.`;
  throw new DomainError('invalid', message);
}

function parse(role: 'from' | 'to', url: string): StorageTarget {
  try {
    return parseStorageUrl(url);
  } catch (error) {
    throw error instanceof InvalidStorageUrl ? new DomainError('invalid', `--${role} ${error.message}.`) : error;
  }
}

async function prepare(role: string, storage: Storage, work: (schema: Schema) => Promise<unknown>) {
  try {
    await storage.connect();
    await work(storage.schema);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, `The ${role}: ${error.message}`, { cause: error.cause });
  }
}
