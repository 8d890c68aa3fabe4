import { storage as memory } from './memory/storage.js';
import { InvalidStorageUrl, type StorageKind, type StorageTarget } from './storage.js';
import { storage as mysql } from './typeorm/mysql/storage.js';
import { storage as sqlite } from './typeorm/sqlite/storage.js';

/** The storages that DATABASE_URL can name, in the order in which error messages list the forms of their URLs. */
export const STORAGES: readonly StorageKind[] = [
  memory,
  sqlite, // SQLite is the default.
  mysql,
];

export const DEFAULT_STORAGE_URL = 'sqlite:./data/animal-store.sqlite';

/** Finds the storage that a URL names. @throws InvalidStorageUrl */
export function parseStorageUrl(url: string): StorageTarget {
  for (const kind of STORAGES) {
    const target = kind.parse(url);
    if (target !== undefined) return target;
  }
  const forms = STORAGES.map(({ urlForm }) => urlForm);
  // The message contains only the unknown scheme, because the rest may contain a password.
  const [scheme] = /^[a-z][a-z\d+.-]*:(?=\/\/)/i.exec(url) ?? [];
  const isUnknown = scheme !== undefined && !forms.some((form) => form.startsWith(scheme));
  const given = isUnknown ? `begins with ${scheme}//; it ` : '';
  throw new InvalidStorageUrl(`${given}must be ${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`);
}
