import { resolve } from 'node:path';
import type { StorageKind } from '../../storage.js';

/** Keeps everything in one file, which one process serves. */
export const storage: StorageKind = {
  urlForm: 'sqlite:PATH',
  parse(url) {
    const given = /^sqlite:(.+)$/s.exec(url)?.[1];
    // SQLite uses this name for a database in memory, for which `memory:` exists. Here it would name a file.
    if (given === undefined || given === ':memory:') return undefined;
    const path = resolve(given);
    return {
      name: 'SQLite',
      location: path,
      isShared: false,
      isDurable: true,
      async open(options) {
        const [{ openSql }, { sqliteDialect }] = await Promise.all([import('../storage.js'), import('./dialect.js')]);
        return openSql(sqliteDialect({ ...options, path }), options);
      },
      backup: async (file, watch) => (await import('./backup.js')).backUp(path, file, watch),
    };
  },
};
