import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { addEnvFile, describeUnread } from '../../src/infrastructure/env-file.js';
import { VARIABLES } from '../support/config.js';
import { defaultFile } from '../support/command.js';
import { newFolder } from '../support/folder.js';
import { animalStoreProcess, bash, serveWhenReady } from '../support/process.js';

const BOM = '\uFEFF';
const URL = 'DATABASE_URL=sqlite:./data/other.sqlite\n';

let cwd: string;
beforeEach(() => {
  cwd = newFolder();
});

const envFile = () => join(cwd, '.env');
const migrate = (env = {}) => animalStoreProcess(['migrate'], { cwd, env });

describe('The file .env', () => {
  test.each([
    ['with a byte order mark', BOM + URL],
    ['with the line ends of Windows', URL.replace('\n', '\r\n')],
    ['with quotes, blanks around them and a comment', 'DATABASE_URL = "sqlite:./data/other.sqlite" # here\n'],
    ['with export, as a shell writes it', `export ${URL}`],
    ['in which the last of two lines decides', `DATABASE_URL=memory:\n${URL}`],
  ])('is read %s', async (_, text) => {
    writeFileSync(envFile(), text);
    expect(await migrate()).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, 'data/other.sqlite'))).toBe(true);
  });

  test.each([
    ['UTF-16 with a byte order mark', Buffer.from(BOM + URL, 'utf16le')],
    ['UTF-16 without one', Buffer.from(URL, 'utf16le')],
    ['Latin 1', Buffer.from('DATABASE_URL=mysql://keeper:é@db/animals\n', 'latin1')],
  ])('is refused in %s, and no store is created', async (_, bytes) => {
    writeFileSync(envFile(), bytes);
    expect(await migrate()).toEqual({ code: 78, stdout: '', stderr: expect.stringMatching(/^\.env .*UTF-8.*\n$/) });
    expect(existsSync(defaultFile({ cwd }))).toBe(false);
  });

  test.each([
    ['a pipe', 'mkfifo .env'],
    ['a device that never ends', 'ln -s /dev/zero .env'],
    ['a folder, as Docker creates one in place of a file that is missing', 'mkdir .env'],
    ['far too long', 'truncate --size=3G .env'],
  ])('is refused if it is %s', async (_, make) => {
    const ended = await bash(`${make}; animal-store migrate`, { cwd });
    expect(ended).toEqual({ code: 78, stdout: '', stderr: expect.stringMatching(/^\.env .*regular file.*1 MiB.*\n$/) });
  });

  test('does not replace what the environment has', () => {
    writeFileSync(envFile(), 'PORT=1\nHOST=::1\n');
    const environment = { PORT: '2' };
    expect(addEnvFile(environment, envFile())).toEqual({ names: ['HOST', 'PORT'], strayLines: [] });
    expect(environment).toEqual({ PORT: '2', HOST: '::1' });
  });
});

describe('A line of the file that is not NAME=value', () => {
  const read = (text: string) => {
    writeFileSync(envFile(), text);
    const environment = {};
    const { strayLines } = addEnvFile(environment, envFile());
    return { environment, strayLines };
  };

  test('is named by a start and by doctor, which finds a fault, without its text', async () => {
    writeFileSync(
      envFile(),
      `${URL}RATE_LIMIT: 10/60s\nDATABASE_URL: mysql://keeper:secret@db/animals?ssl-mode=REQUIRED\n`,
    );
    const service = await serveWhenReady({ cwd });
    const warnings = service.log().flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []));
    expect(warnings).toEqual([expect.stringMatching(/^Line 2 of \.env/), expect.stringMatching(/^Line 3 of \.env/)]);
    await service.stop();
    const { code, stdout } = await animalStoreProcess(['doctor'], { cwd });
    expect([code, stdout.match(/(?<=^FAULT ).*$/gm)]).toEqual([1, warnings]);
    expect(stdout).not.toContain('secret');
  });

  test('hides none of the other lines', () => {
    const text = 'PORT: 80\nHOST=::1\nPORT\nLOG_LEVEL=warn\n# x\n\n; y=1\nexport SIGN_UP=open\n=z\n';
    const environment = { HOST: '::1', LOG_LEVEL: 'warn', SIGN_UP: 'open' };
    expect(read(text)).toEqual({ environment, strayLines: [1, 3, 7, 9] });
  });

  test('begins no value that hides the next lines', () => {
    const text = `'tis a note\nKEY='one\ntwo three'\n"abc\nFOO: 2\nX="1"\n`;
    expect(read(text)).toEqual({ environment: { KEY: 'one\ntwo three', X: '1' }, strayLines: [1, 4, 5] });
  });

  test('is none inside of a value of several lines', () => {
    const value = '-----BEGIN-----\nQUJD\na: b=\n-----END-----';
    for (const mark of ['"', "'", '`']) {
      expect(read(`KEY=${mark}${value}${mark}\nPORT: 80\n`)).toEqual({ environment: { KEY: value }, strayLines: [5] });
    }
  });
});

describe('A variable that no program reads', () => {
  const unreadVariables = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
    describeUnread(environment, { names, strayLines: [] });

  test('is named by a start and by doctor, which finds a fault', async () => {
    writeFileSync(envFile(), `DATBASE_URL=memory:\nSHOP=x\n${URL}`);
    const env = { LOGLEVEL: 'warn' };
    const service = await serveWhenReady({ cwd, env });
    const warnings = service.log().flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []));
    expect(warnings).toEqual([
      expect.stringMatching(/environment .*LOGLEVEL.* LOG_LEVEL/),
      expect.stringMatching(/^\.env .*DATBASE_URL.* DATABASE_URL/),
      expect.stringMatching(/^\.env .*SHOP.* docs\/configuration\.md/),
    ]);
    await service.stop();
    const { code, stdout } = await animalStoreProcess(['doctor'], { cwd, env });
    expect([code, stdout.match(/(?<=^FAULT ).*$/gm)]).toEqual([1, warnings]);
  });

  test.each([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['MAX_CONECTIONS', 'MAX_CONNECTIONS'],
    ['SIGNUP', 'SIGN_UP'],
  ])('is found in the environment if it resembles one of the service: %s', (name, meant) => {
    expect(unreadVariables({ [name]: 'x' }, [])).toEqual([expect.stringContaining(` ${meant}?`)]);
  });

  test('is found in the file if it resembles a short name, which the names of other programs do, too', () => {
    for (const [name, meant] of [
      ['PORTT', 'PORT'],
      ['host', 'HOST'],
    ] as const) {
      expect(unreadVariables({ [name]: 'x' }, [name])).toEqual([expect.stringContaining(` ${meant}?`)]);
      expect(unreadVariables({ [name]: 'x' }, [])).toEqual([]);
    }
  });

  test('is none of the service, of Docker Compose, of Node.js, and of other programs in the environment', () => {
    const others = ['COMPOSE_PROJECT_NAME', 'MYSQL_PASSWORD', 'ANIMAL_STORE_PORTS', 'COPY_FROM_URL', 'NODE_ENV', 'TZ'];
    const names = [...VARIABLES, ...others];
    expect(unreadVariables(Object.fromEntries(names.map((name) => [name, 'x'])), names)).toEqual([]);
    const usual = ['HOSTNAME', 'PORTS', 'POST', 'DATABASE', 'DATABASE_HOST', 'ANIMAL_STORE_SERVICE_PORT', 'SHELL'];
    expect(unreadVariables(Object.fromEntries(usual.map((name) => [name, 'x'])), [])).toEqual([]);
    expect(unreadVariables(process.env, [])).toEqual([]);
  });
});
