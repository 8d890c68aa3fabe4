import type { DataSource } from 'typeorm';
import { unavailable } from '../../support/errors.js';

/** The oldest versions that the storage contract is tested with. */
const OLDEST = { MySQL: [8, 4], MariaDB: [11, 8] } as const;

export const SUPPORTED = `MySQL ${OLDEST.MySQL.join('.')} or later, or MariaDB ${OLDEST.MariaDB.join('.')} or later`;

/** @param version what `VERSION()` gives, such as `8.4.6` or `11.8.3-MariaDB-1` */
export function parseVersion(version: string): { product: keyof typeof OLDEST; isSupported: boolean } {
  const product = version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  const [oldestMajor, oldestMinor] = OLDEST[product];
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  return { product, isSupported: major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) };
}

/**
 * Rejects with DomainError `unavailable` on a MariaDB that is too old, where the first statement would fail with an error
 * that says nothing of the version: 10.11 has neither the collation nor all variables. An older MySQL is left to
 * `doctor`: several services that speak MySQL 8.0 work.
 */
export async function refuseOldMariadb(source: DataSource): Promise<void> {
  const [row] = await source.query<{ version: string }[]>('SELECT VERSION() AS version');
  const version = row?.version ?? '';
  const { product, isSupported } = parseVersion(version);
  if (product === 'MariaDB' && !isSupported) {
    throw unavailable(new Error(`the server is MariaDB ${version}; use ${SUPPORTED}`));
  }
}
