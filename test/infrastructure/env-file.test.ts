import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { addEnvFile, describeUnread } from '../../src/infrastructure/env-file.js';
import { VARIABLES } from '../support/config.js';
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
    expect(addEnvFile(environment, envFile())).toEqual(['HOST', 'PORT']);
    expect(environment).toEqual({ PORT: '2', HOST: '::1' });
  });
});

describe('A name in .env that is no variable of the service', () => {
  test('is named by a start and by doctor', async () => {
    writeFileSync(envFile(), `DATBASE_URL=memory:\nSHOP=x\n${URL}`);
    const service = await serveWhenReady({ cwd });
    const warnings = service.log().flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []));
    expect(warnings).toEqual([expect.stringMatching(/^\.env .*DATBASE_URL .*DATABASE_URL\?.* SHOP.* docs\//)]);
    await service.stop();
    const { code, stdout } = await animalStoreProcess(['doctor'], { cwd });
    expect([code, stdout.match(/(?<=^note {2}).*$/gm)]).toEqual([0, warnings]);
  });

  test('has a suggestion if it resembles one, also in lower case', () => {
    const similar = ['DATABASEURL', 'database_url', 'DATABASE_ULR'];
    for (const name of similar) expect(describeUnread([name])).toContain(' DATABASE_URL?');
    expect(describeUnread(['SHOP'])).not.toContain('?');
    expect(describeUnread(VARIABLES)).toBeUndefined();
  });

  test('is not repeated if it is a line with a colon, which may have a password', () => {
    writeFileSync(envFile(), 'DATABASE_URL: mysql://keeper:secret@db/animals?ssl-mode=REQUIRED\n');
    expect(describeUnread(addEnvFile({}, envFile()))).toMatch(/^(?!.*secret).* not NAME=value/);
  });
});
