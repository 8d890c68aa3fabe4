import { resolve } from 'node:path';
import { InvalidStorageUrl } from '../../storage.js';
import { sqlStorage } from '../sql-storage.js';

/** Keeps everything in one file, which one process serves. */
export const storage = sqlStorage({
  name: 'SQLite',
  urlForm: 'sqlite:PATH',
  scope: 'machine',
  parse(url) {
    const path = /^sqlite:(.+)$/s.exec(url)?.[1];
    // SQLite's own name for a database in memory, of which each connection would get another.
    if (path === undefined || path === ':memory:') return undefined;
    if (path.includes('\0')) {
      throw new InvalidStorageUrl('must be a path without NUL characters, such as sqlite:./data/animal-store.sqlite');
    }
    return path;
  },
  locationOf: (path) => resolve(path),
  dialect: async (path, { create }) => (await import('./dialect.js')).sqliteDialect({ path, create }),
  backup: async (path, file, onProgress) => (await import('./backup.js')).backUp(path, file, onProgress),
});
