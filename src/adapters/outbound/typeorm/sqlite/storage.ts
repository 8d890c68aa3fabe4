import { resolve } from 'node:path';
import { InvalidStorageUrl, type StorageKind } from '../../storage.js';

/** Keeps everything in one file, which one process serves. */
export const storage: StorageKind = {
  urlForm: 'sqlite:PATH',
  parse(url) {
    const path = /^sqlite:(.+)$/s.exec(url)?.[1];
    // SQLite uses this name for a database in memory, and each connection would get another one.
    if (path === undefined || path === ':memory:') return undefined;
    if (path.includes('\0')) {
      throw new InvalidStorageUrl('must be a path without NUL characters, such as sqlite:./data/animal-store.sqlite');
    }
    return {
      name: 'SQLite',
      location: resolve(path),
      isShared: false,
      isDurable: true,
      async open(options) {
        const [{ openSql }, { sqliteDialect }] = await Promise.all([import('../storage.js'), import('./dialect.js')]);
        return openSql(sqliteDialect({ ...options, path }), options);
      },
      backup: async (file) => (await import('./backup.js')).backUp(path, file),
    };
  },
};
