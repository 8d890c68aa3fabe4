import { DomainError } from '../../domain/errors.js';
import type { Transfers } from '../../domain/ports/transfer.js';
import { InvalidStorageUrl, type Storage, type StorageTarget } from './storage.js';
import { parseStorageUrl } from './storages.js';

/** For one batch of rows. */
const TIMEOUT_MS = 60_000;

/** Opens the storages that URLs name. A message begins with the option or the store that it is about. */
export class StorageTransfers implements Transfers {
  at(role: 'from' | 'to', url: string) {
    const target = parse(role, url);
    if (target.reach === 'process') {
      const message = `--${role} names ${target.name}, which no other process can reach; name another store.`;
      throw new DomainError('invalid', message);
    }
    return { open: () => open(role, target) };
  }
}

async function open(role: 'from' | 'to', target: StorageTarget) {
  const storage = await target.open({ timeoutMs: TIMEOUT_MS, create: role === 'to' });
  try {
    if (storage.transfer === undefined) throw new Error(`${target.name} moves no data`);
    await prepare(role, storage);
    return { transfer: storage.transfer, close: () => storage.close() };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function parse(role: 'from' | 'to', url: string): StorageTarget {
  try {
    return parseStorageUrl(url);
  } catch (error) {
    throw error instanceof InvalidStorageUrl ? new DomainError('invalid', `--${role} ${error.message}.`) : error;
  }
}

async function prepare(role: 'from' | 'to', storage: Storage): Promise<void> {
  try {
    await storage.connect();
    if (role === 'from') await storage.schema.check();
    else await storage.schema.migrate();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = `The ${role === 'from' ? 'source' : 'target'}: ${error.message}`;
    throw new DomainError(error.code, message, { cause: error.cause });
  }
}
