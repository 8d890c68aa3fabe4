import { storage as memory } from './memory/storage.js';
import { InvalidStorageUrl, type StorageKind, type StorageTarget } from './storage.js';
import { storage as mysql } from './typeorm/mysql/storage.js';
import { storage as sqlite } from './typeorm/sqlite/storage.js';

/** Every storage that DATABASE_URL can name. */
export const STORAGES: readonly StorageKind[] = [memory, sqlite, mysql];

/** @throws InvalidStorageUrl */
export function parseStorageUrl(url: string): StorageTarget {
  for (const kind of STORAGES) {
    const target = kind.parse(url);
    if (target !== undefined) return target;
  }
  const forms = STORAGES.map(({ urlForm }) => urlForm);
  throw new InvalidStorageUrl(`must be ${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`);
}
