import { storage as memory } from './memory/storage.js';
import { InvalidStorageUrl, type StorageKind, type StorageTarget } from './storage.js';
import { storage as mysql } from './typeorm/mysql/storage.js';
import { storage as sqlite } from './typeorm/sqlite/storage.js';
import { faultOfQuotationMarks } from '../support/quotation-marks.js';

/** The storages that DATABASE_URL can name, in the order in which error messages list the forms of their URLs. */
export const STORAGES: readonly StorageKind[] = [memory, sqlite, mysql];

export const DEFAULT_STORAGE_URL = 'sqlite:./data/animal-store.sqlite';

/** Finds the storage that a URL names. @throws InvalidStorageUrl */
export function parseStorageUrl(url: string): StorageTarget {
  const quotationMarks = faultOfQuotationMarks(url);
  if (quotationMarks !== undefined) throw new InvalidStorageUrl(quotationMarks);
  if (/^\s|^\w+:\s|\s$|\p{Cc}/u.test(url)) {
    throw new InvalidStorageUrl('must not begin or end with white space, or contain a control character');
  }
  for (const kind of STORAGES) {
    const target = kind.parse(url);
    if (target !== undefined) return target;
  }
  // The message does not repeat the URL, which may contain a password.
  const forms = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(STORAGES.map(({ urlForm }) => urlForm));
  throw new InvalidStorageUrl(`must be ${forms}`);
}
