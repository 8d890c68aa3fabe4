import { chmodSync, chownSync, mkdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Storage, StorageOptions } from '../../../../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storages.js';
import { animalStore, animalStoreProcess, bash, MAIN, newFolder } from '../../../../support/process.js';

let folder: string;
let opened: Storage[] = [];
beforeEach(() => void (folder = newFolder()));
afterEach(async () => {
  for (const storage of opened) await storage.close();
  opened = [];
});

async function open(path: string, options?: StorageOptions): Promise<Storage> {
  const storage = await parseStorageUrl(`sqlite:${path}`).open(options);
  opened.push(storage);
  return storage;
}

/** Permissions do not bind root, so that root runs a program as this user. */
const USER = 1000;
const isRoot = process.geteuid?.() === 0;

/** Permissions do not bind root. */
async function asUnprivileged<T>(user: number, work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  chmodSync(folder, 0o755);
  process.seteuid?.(user);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('The SQLite file', () => {
  it.each(['/var/lib/store.sqlite', 'store.sqlite', 'a folder/büro%20.sqlite'])('may have the path %s', (path) => {
    const location = resolve(path);
    expect(parseStorageUrl(`sqlite:${path}`)).toMatchObject({
      name: 'SQLite',
      isShared: false,
      isDurable: true,
      location,
    });
  });

  it('may not have a NUL in its path, nor be in memory', () => {
    expect(() => parseStorageUrl('sqlite:a\0b')).toThrow('without NUL characters');
    expect(() => parseStorageUrl('sqlite::memory:')).toThrow('must be ');
  });

  it('is created with its folders, readable by their owner only', async () => {
    const path = join(folder, 'deep', 'er', 'store.sqlite');
    const storage = await open(path);
    await storage.connect();
    await storage.schema.migrate();
    for (const suffix of ['', '-wal', '-shm']) expect(modeOf(path + suffix)).toBe(0o600);
    for (const created of [dirname(path), dirname(dirname(path))]) expect(modeOf(created)).toBe(0o700);
  });

  it('does not change the mode of a folder that exists', async () => {
    const existing = join(folder, 'existing');
    mkdirSync(existing, { mode: 0o755 });
    await (await open(join(existing, 'store.sqlite'))).connect();
    expect(modeOf(existing)).toBe(0o755);
  });

  it('is reported by the diagnosis if it is a link into a folder that others can read', async () => {
    const [shared, own] = [join(folder, 'shared'), join(folder, 'own')];
    for (const [path, mode] of [
      [shared, 0o755],
      [own, 0o700],
    ] as const)
      mkdirSync(path, { mode });
    writeFileSync(join(shared, 'store.sqlite'), '', { mode: 0o600 });
    symlinkSync(join(shared, 'store.sqlite'), join(own, 'link.sqlite'));
    const storage = await open(join(own, 'link.sqlite'));
    await storage.connect();
    const faults = [expect.stringContaining(`Other users have access to ${realpathSync(shared)}. Run chmod 700 `)];
    expect(await storage.diagnose?.()).toEqual(faults);
  });

  it('is reported by the diagnosis if other users can read it or its folder', async () => {
    const path = join(folder, 'store.sqlite');
    const storage = await open(path);
    await storage.connect();
    await storage.schema.migrate();
    expect(await storage.diagnose?.()).toEqual([]);
    chmodSync(path, 0o640);
    expect(await storage.diagnose?.()).toEqual([expect.stringMatching(`^Other users have access to ${path}\\. `)]);
    chmodSync(path, 0o600);
    chmodSync(folder, 0o755);
    expect(await storage.diagnose?.()).toEqual([expect.stringMatching(`^Other users have access to ${folder}\\. `)]);
  });

  it('is unavailable if it may not be created in its folder, and the error names the folder and its owner', async () => {
    const readOnly = join(folder, 'volume');
    mkdirSync(readOnly, { mode: 0o555 });
    const storage = await open(join(readOnly, 'deeper', 'store.sqlite'));
    const failure: unknown = await asUnprivileged(1000, () => storage.connect()).catch((error: unknown) => error);
    const { uid } = statSync(readOnly);
    const user = uid === 0 ? 1000 : uid;
    expect(String((failure as Error).cause)).toContain(
      `; ${readOnly} belongs to user ${uid}, and this process is user ${user}: run chown -R ${user} ${readOnly}`,
    );
  });

  it('is unavailable if another user owns its folder, and the error says how to change the owner', async () => {
    const volume = join(folder, 'volume');
    mkdirSync(volume);
    writeFileSync(join(volume, 'store.sqlite'), '');
    chmodSync(volume, 0o000);
    const storage = await open(join(volume, 'store.sqlite'), { create: false });
    const failure: unknown = await asUnprivileged(1000, () => storage.connect()).catch((error: unknown) => error);
    const { uid } = statSync(volume);
    chmodSync(volume, 0o700);
    const user = uid === 0 ? 1000 : uid;
    const { message } = (failure as Error).cause as Error;
    expect(message).toContain(`cannot read ${join(volume, 'store.sqlite')}: EACCES: permission denied`);
    expect(message).toContain(
      `; ${volume} belongs to user ${uid}, and this process is user ${user}: run chown -R ${user} `,
    );
  });

  it.each([
    ['serve', 'a path that cannot be a file', '/dev/null/store.sqlite', /cannot create .*ENOTDIR/],
    ['migrate', 'a path in a folder that cannot be created', '/proc/nope/x.db', /\/proc\/nope/],
    ['migrate', 'a folder', '/tmp', /\/tmp is a folder, not a file/],
    ['migrate', 'a device', '/dev/full', /\/dev\/full is a device, not a file/],
    ['serve', 'a file of another kind', MAIN, /main\.js is not an SQLite database/],
  ])('prevents the start of %s on %s, and the operator learns how to correct it', async (command, _, path, reason) => {
    const run = command === 'serve' ? animalStoreProcess : animalStore;
    const { code, stderr } = await run([command], { env: { DATABASE_URL: `sqlite:${path}`, PORT: '0' } });
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The store cannot be used until an operator corrects .*\)\n$/);
    expect(stderr).toMatch(reason);
  });

  it.each([
    ['a file that nobody may write', 0o400, 0o700],
    ['a folder that nobody may write', 0o600, 0o500],
  ])(
    'is refused by doctor and by serve in the same words, which name the remedy: %s',
    async (_, fileMode, folderMode) => {
      const [owned, program] = [join(folder, 'owned'), `'${process.execPath}' '${MAIN}'`];
      const path = join(owned, 'store.sqlite');
      mkdirSync(owned, { mode: 0o700 });
      chmodSync(folder, 0o755);
      if (isRoot) chownSync(owned, USER, USER);
      const run = (command: string) =>
        bash(`${isRoot ? `setpriv --reuid=${USER} --regid=${USER} --clear-groups ` : ''}${program} ${command}`, {
          cwd: '/',
          env: { DATABASE_URL: `sqlite:${path}`, PORT: '0' },
        });
      expect(await run('migrate')).toMatchObject({ code: 0 });
      chmodSync(path, fileMode);
      chmodSync(owned, folderMode);
      const [doctor, serve] = [await run('doctor'), await run('serve')];
      chmodSync(owned, 0o700);
      const [place, files] = fileMode === 0o400 ? [path, `${path}*`] : [owned, owned];
      const reason = `(EACCES: cannot write ${place}; run chmod u+rwX ${files})`;
      const refused = { code: 69, stderr: `The store is read-only until its operator makes it writable. ${reason}\n` };
      expect(doctor).toMatchObject(refused);
      expect(serve).toMatchObject(refused);
      expect(doctor.stdout).toContain(`the store is SQLite, ${path}.`);
    },
  );

  it('can be opened after the obstacle is removed', async () => {
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    const storage = await open(join(taken, 'store.sqlite'));
    await expect(storage.connect()).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(taken);
    await storage.connect();
  });
});
