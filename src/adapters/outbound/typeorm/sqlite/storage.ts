import { resolve } from 'node:path';
import { InvalidStorageUrl, type StorageKind, type StorageOptions } from '../../storage.js';
import { MemoryThrottle } from '../../support/memory-throttle.js';

const NAME = 'SQLite';

/** Keeps everything in one file. */
export const storage: StorageKind = {
  name: NAME,
  urlForm: 'sqlite:PATH',
  parse(url) {
    const path = /^sqlite:(.+)$/s.exec(url)?.[1];
    // SQLite's own name for a database in memory, of which each connection would get another.
    if (path === undefined || path === ':memory:') return undefined;
    if (path.includes('\0'))
      throw new InvalidStorageUrl('must be a path without NUL characters, such as sqlite:./data/animal-store.sqlite');
    return {
      name: NAME,
      location: resolve(path),
      reach: 'machine',
      open: (options) => open(path, options),
      backup: async (file, onProgress) => (await import('./backup.js')).backUp(path, file, onProgress),
    };
  },
};

async function open(path: string, { timeoutMs, create, onWait }: StorageOptions = {}) {
  const [{ Database }, { typeormStorage }, { sqliteDialect }] = await Promise.all([
    import('../database.js'),
    import('../storage.js'),
    import('./dialect.js'),
  ]);
  const database = new Database(sqliteDialect({ path, create }), { timeoutMs, onWait });
  // One process serves a file, so its memory sees every attempt.
  return typeormStorage(database, new MemoryThrottle());
}
