import type { DataSource } from 'typeorm';
import { unavailable } from '../../support/errors.js';

/** The oldest MariaDB that the storage contract is tested with. */
const OLDEST = [11, 8] as const;

/** @param version the result of `VERSION()`, such as `8.4.6` or `11.8.3-MariaDB-1` */
export function isOldMariadb(version: string): boolean {
  const [oldestMajor, oldestMinor] = OLDEST;
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  return version.includes('MariaDB') && (major < oldestMajor || (major === oldestMajor && minor < oldestMinor));
}

/** Refuses an old MariaDB, whose first error would not reveal the reason. */
export async function refuseOldMariadb(source: DataSource): Promise<void> {
  const [row] = await source.query<{ version: string }[]>('SELECT VERSION() AS version');
  const version = row?.version ?? '';
  if (!isOldMariadb(version)) return;
  throw unavailable(new Error(`the server is MariaDB ${version}; use MariaDB ${OLDEST.join('.')} or later`));
}
