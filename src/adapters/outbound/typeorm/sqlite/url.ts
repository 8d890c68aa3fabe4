import { resolve } from 'node:path';
import { InvalidStorageUrl, type UrlScheme } from '../../storage.js';

export const sqliteUrl: UrlScheme = {
  urlForm: 'sqlite:PATH',
  parse(url) {
    const [, scheme] = OTHER_SCHEMES.exec(url) ?? [];
    if (scheme !== undefined) throw new InvalidStorageUrl(`has the scheme ${scheme}; write ${this.urlForm}`);
    const given = /^sqlite:(.+)$/s.exec(url)?.[1];
    // SQLite uses this name for a database in memory, for which `memory:` exists. Here it would name a file.
    if (given === undefined || given === ':memory:') return undefined;
    const fault = faultOf(given);
    if (fault !== undefined) throw new InvalidStorageUrl(fault);
    const path = resolve(given);
    return {
      name: 'SQLite',
      location: path,
      isShared: false,
      isDurable: true,
      async open(options) {
        const [{ sqlStorage }, { Database }, { sqliteDialect }] = await Promise.all([
          import('../sql-storage.js'),
          import('../execution/database.js'),
          import('./dialect.js'),
        ]);
        return sqlStorage(new Database(sqliteDialect({ ...options, path }), options));
      },
      backup: async (file, watch) => (await import('./backup.js')).backUp(path, file, watch),
    };
  },
};

/** The schemes by which other programs name a file of SQLite. */
const OTHER_SCHEMES = /^(sqlite3|sqlite\+\w+|jdbc:sqlite|file):/i;

/** Returns what is wrong with a path that means another file to other programs, or to the person who writes it. */
function faultOf(path: string): string | undefined {
  if (/^\/\/[^/]/.test(path)) {
    return 'has two slashes before its path; write sqlite:./FILE for a file in the current folder, or sqlite:/FOLDER/FILE';
  }
  if (/^[~$]/.test(path)) {
    return 'begins its path with ~ or $, which only a shell replaces; write the whole path, such as sqlite:/FOLDER/FILE';
  }
  return /\?\w+=/.test(path) ? 'has a parameter behind its path, and takes none; remove it' : undefined;
}
