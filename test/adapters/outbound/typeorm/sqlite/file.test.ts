import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import type { Storage, StorageOptions } from '../../../../../src/adapters/outbound/storage.js';
import { parseStorageUrl } from '../../../../../src/adapters/outbound/storage-url.js';
import { animalStore, type Ended } from '../../../../support/command.js';
import { newFolder } from '../../../../support/folder.js';
import { animalStoreProcess, bash, MAIN } from '../../../../support/process.js';

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
const REMEDY = `; make the file, its folder and its disk readable and writable for user ${isRoot ? USER : process.geteuid?.()}`;

/** Runs a command of the program on the store at this path as a user whom permissions bind. */
function runUnprivileged(command: string, path: string): Promise<Ended> {
  chmodSync(folder, 0o755);
  const asUser = isRoot ? `setpriv --reuid=${USER} --regid=${USER} --clear-groups ` : '';
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: '0' };
  return bash(`${asUser}'${process.execPath}' '${MAIN}' ${command}`, { cwd: '/', env });
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('The SQLite file', () => {
  it('is created with its folders, readable by their owner only, in a folder whose mode stays', async () => {
    chmodSync(folder, 0o755);
    const path = join(folder, 'deep', 'er', 'store.sqlite');
    const storage = await open(path);
    await storage.connect();
    await storage.schema.migrate();
    for (const suffix of ['', '-wal', '-shm']) expect(modeOf(path + suffix)).toBe(0o600);
    for (const created of [dirname(path), dirname(dirname(path))]) expect(modeOf(created)).toBe(0o700);
    expect(modeOf(folder)).toBe(0o755);
  });

  it.each<[string, (path: string) => unknown]>([
    ['is not there', () => undefined],
    ['has no bytes', (path) => writeFileSync(path, '')],
    ['is a restored backup', (path) => new BetterSqlite3(path).exec('VACUUM').close()],
  ])('is refused beside the WAL of another one, which stays, if it %s', async (_, make) => {
    const path = join(folder, 'store.sqlite');
    make(path);
    writeFileSync(`${path}-wal`, 'left');
    const message = expect.stringContaining(`${path}-wal does not belong to ${path}`);
    for (const create of [true, false]) {
      await expect((await open(path, { create })).connect()).rejects.toMatchObject({ cause: { message } });
    }
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('left');
    rmSync(`${path}-wal`);
    await (await open(path, { create: true })).connect();
  });

  it.each([
    ['migrate', 'create', 'volume/deeper/store.sqlite', 0o555],
    ['doctor', 'read', 'volume/store.sqlite', 0o000],
  ])('is not used by %s, which may not %s it and names the path, its user and the remedy', async (...row) => {
    const [command, action, name, mode] = row;
    const [volume, path] = [join(folder, 'volume'), join(folder, name)];
    mkdirSync(volume);
    if (action === 'read') writeFileSync(path, '');
    chmodSync(volume, mode);
    const { code, stderr } = await runUnprivileged(command, path);
    chmodSync(volume, 0o700);
    expect(code).toBe(69);
    expect(stderr).toContain(`cannot ${action} ${path}: EACCES`);
    expect(stderr).toContain(REMEDY);
  });

  it.each([
    ['serve', 'a path that cannot be a file', '/dev/null/store.sqlite', /cannot create .*ENOTDIR/],
    ['migrate', 'a path in a folder that cannot be created', '/proc/nope/x.db', /\/proc\/nope/],
    ['migrate', 'a folder', '/tmp', /\/tmp is a folder, not a file/],
    ['migrate', 'a device', '/dev/full', /\/dev\/full is a device, not a file/],
    ['serve', 'a file of another kind', MAIN, /file is not a database: .*main\.js\. Name the file of an animal store/],
  ])('prevents the start of %s on %s, and the operator learns how to correct it', async (command, _, path, reason) => {
    const run = command === 'serve' ? animalStoreProcess : animalStore;
    const { code, stderr } = await run([command], { env: { DATABASE_URL: `sqlite:${path}`, PORT: '0' } });
    expect([code, stderr]).toEqual([69, expect.stringMatching(/^.*\n$/)]);
    expect(stderr).toMatch(reason);
  });

  it.each([
    ['a file that nobody may write', 0o400, 0o700],
    ['a folder that nobody may write', 0o600, 0o500],
  ])(
    'is refused by doctor and by serve in the same words, which name the remedy, also by a link: %s',
    async (_, fileMode, folderMode) => {
      const owned = join(folder, 'owned');
      const [path, link] = [join(owned, 'store.sqlite'), join(folder, 'link.sqlite')];
      mkdirSync(owned, { mode: 0o700 });
      symlinkSync(path, link);
      if (isRoot) chownSync(owned, USER, USER);
      expect(await runUnprivileged('migrate', path)).toMatchObject({ code: 0 });
      chmodSync(path, fileMode);
      chmodSync(owned, folderMode);
      const [doctor, serve] = [await runUnprivileged('doctor', link), await runUnprivileged('serve', link)];
      chmodSync(owned, 0o700);
      const reason = `EACCES: cannot write ${fileMode === 0o400 ? path : owned}${REMEDY}`;
      expect(doctor).toMatchObject({ code: 69, stderr: expect.stringContaining(reason) });
      expect(serve).toMatchObject({ code: 69, stderr: doctor.stderr });
      expect(doctor.stdout).toContain(` ${link}.`);
    },
  );
});
