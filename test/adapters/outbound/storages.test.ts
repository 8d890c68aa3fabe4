import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, test } from '@jest/globals';
import { InvalidStorageUrl } from '../../../src/adapters/outbound/storage.js';
import { parseStorageUrl, STORAGES } from '../../../src/adapters/outbound/storages.js';

describe('A storage URL', () => {
  test.each([
    ['memory:', 'memory', 'process'],
    ['sqlite:/var/lib/store.sqlite', 'SQLite', 'machine'],
    ['sqlite:store.sqlite', 'SQLite', 'machine'],
    ['sqlite:a folder/büro%20.sqlite', 'SQLite', 'machine'],
    ['mysql://keeper@db/animals', 'MySQL', 'network'],
    ['mysql://keeper:p@[2001:db8::7]:3307/animals?ssl-mode=REQUIRED', 'MySQL', 'network'],
  ])('%s names %s, shared by one %s', (url, name, reach) => {
    expect(parseStorageUrl(url)).toMatchObject({ name, reach });
  });

  test.each([
    'memory',
    'memory:x',
    'sqlite',
    'sqlite:',
    'sqlite::memory:',
    'mysql:',
    'mysql://',
    'mysql://u:p@h',
    'mysql://u:p@h/',
    'mysql://u:p@h/d/e',
    'mysql://u:p@h/d#e',
    'mysql://h/d',
    'mysql://:p@h/d',
    'mysql://u:p@/d',
    'mysql://u:p@h:99999/d',
    'nonsense',
  ])('%s is refused with every form that is possible', (url) => {
    expect(() => parseStorageUrl(url)).toThrow(
      new InvalidStorageUrl('must be memory:, sqlite:PATH or mysql://user:password@host:port/database'),
    );
  });

  it('is refused by its scheme, and by nothing else of it, when no storage has that scheme', () => {
    expect(() => parseStorageUrl('mariadb://u:p@h/d')).toThrow(
      new InvalidStorageUrl(
        'begins with mariadb://; it must be memory:, sqlite:PATH or mysql://user:password@host:port/database',
      ),
    );
  });

  it.each([
    ['memory:', 'this process'],
    ['sqlite:/data/a.sqlite', '/data/a.sqlite'],
    ['mysql://keeper:hunter2@db/animals?ssl-mode=REQUIRED', 'db:3306/animals'],
  ])('tells where %s is', (url, location) => {
    expect(parseStorageUrl(url).location).toBe(location);
  });

  it('keeps its password out of logs', () => {
    expect(JSON.stringify(parseStorageUrl('mysql://keeper:hunter2@db/animals'))).not.toContain('hunter2');
  });
});

it('every storage has its own name and URL form', () => {
  expect(new Set(STORAGES.map(({ name }) => name)).size).toBe(STORAGES.length);
  expect(new Set(STORAGES.map(({ urlForm }) => urlForm)).size).toBe(STORAGES.length);
});

it('no driver is loaded before its storage is opened', async () => {
  const program = `
    import { Module } from 'node:module';
    const { parseStorageUrl } = await import(${JSON.stringify(join(import.meta.dirname, '../../../dist/adapters/outbound/storages.js'))});
    const driver = /node_modules\\/(typeorm|mysql2|better-sqlite3)\\//;
    const drivers = () => Object.keys(Module._cache).some((file) => driver.test(file));
    const target = parseStorageUrl('mysql://u@h/d');
    const before = drivers();
    await target.open();
    console.log(before, drivers());
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout.trim()).toBe('false true');
});

describe('Memory', () => {
  it('opens empty, needs no connection and has nothing to diagnose', async () => {
    const storage = await parseStorageUrl('memory:').open();
    await storage.connect();
    expect(await storage.pets.list({ limit: 1 })).toEqual([]);
    expect(await storage.diagnose()).toEqual([]);
    expect(storage.connections).toBeUndefined();
    await storage.close();
  });
});
