import { memoryUrl } from './memory/url.js';
import { InvalidStorageUrl, type UrlScheme, type StorageAddress } from './storage.js';
import { mysqlUrl } from './typeorm/mysql/url.js';
import { sqliteUrl } from './typeorm/sqlite/url.js';
import { faultOfQuotationMarks } from '../support/quotation-marks.js';

/** The storages that DATABASE_URL can name, in the order in which error messages list the forms of their URLs. */
export const URL_SCHEMES: readonly UrlScheme[] = [memoryUrl, sqliteUrl, mysqlUrl];

export const DEFAULT_STORAGE_URL = 'sqlite:./data/animal-store.sqlite';

/** Finds the storage that a URL names. @throws InvalidStorageUrl */
export function parseStorageUrl(url: string): StorageAddress {
  const quotationMarks = faultOfQuotationMarks(url);
  if (quotationMarks !== undefined) throw new InvalidStorageUrl(quotationMarks);
  if (/^\s|^\w+:\s|\s$|\p{Cc}/u.test(url)) {
    throw new InvalidStorageUrl('must not begin or end with white space, or contain a control character');
  }
  for (const scheme of URL_SCHEMES) {
    const address = scheme.parse(url);
    if (address !== undefined) return address;
  }
  // The message does not repeat the URL, which may contain a password.
  const forms = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(URL_SCHEMES.map(({ urlForm }) => urlForm));
  throw new InvalidStorageUrl(`must be ${forms}`);
}
