import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { addEnvFile, describeUnread } from '../../src/infrastructure/env-file.js';
import { VARIABLES } from '../support/config.js';
import { animalStore } from '../support/command.js';
import { newFolder } from '../support/folder.js';
import { serveWhenReady } from '../support/process.js';

let cwd: string;
beforeEach(() => {
  cwd = newFolder();
});

const envFile = () => join(cwd, '.env');

describe('The file .env', () => {
  test('may have a byte order mark and the line ends of Windows', () => {
    writeFileSync(envFile(), '\uFEFFDATABASE_URL=memory:\r\nPORT=1\r\n');
    const environment = {};
    addEnvFile(environment, envFile());
    expect(environment).toEqual({ DATABASE_URL: 'memory:', PORT: '1' });
  });

  test.each([
    ['a pipe', 'mkfifo .env'],
    ['a device that never ends', 'ln -s /dev/zero .env'],
    ['far too long', 'truncate --size=3G .env'],
  ])('is refused if it is %s', (_, make) => {
    execSync(make, { cwd });
    expect(() => addEnvFile({}, envFile())).toThrow(/\.env .*regular file.*1 MiB/);
  });

  test('ends a command in one line if it is a folder, as Docker creates one in place of a file that is missing', async () => {
    mkdirSync(envFile());
    const ended = await animalStore(['migrate'], { cwd });
    expect(ended).toEqual({ code: 78, stdout: '', stderr: expect.stringMatching(/^.*\.env .*regular file.*\n$/) });
  });

  test('does not replace what the environment has', () => {
    writeFileSync(envFile(), 'PORT=1\nHOST=::1\n');
    const environment = { PORT: '2', HOST: '' }; // An empty variable counts as unset.
    expect(addEnvFile(environment, envFile())).toEqual(['HOST', 'PORT']);
    expect(environment).toEqual({ PORT: '2', HOST: '::1' });
  });
});

describe('A name in .env that is no variable of the service', () => {
  test('is named by a start and by doctor', async () => {
    writeFileSync(envFile(), 'DATBASE_URL=memory:\nSHOP=x\n');
    const service = await serveWhenReady({ cwd });
    const warnings = service.log().flatMap(({ level, msg }) => (level === 'warn' ? [msg] : []));
    expect(warnings).toEqual([expect.stringMatching(/^\.env .*DATBASE_URL .*DATABASE_URL\?.* SHOP.* docs\//)]);
    await service.stop();
    const { code, stdout } = await animalStore(['doctor'], { cwd });
    expect([code, stdout.match(/(?<=^note {2}).*$/gm)]).toEqual([0, warnings]);
  });

  test('has a suggestion if it resembles one, also in lower case', () => {
    const similar = ['DATABASEURL', 'database_url', 'DATABASE_ULR'];
    for (const name of similar) expect(describeUnread([name])).toContain(' DATABASE_URL?');
    expect(describeUnread(['SHOP'])).not.toContain('?');
    expect(describeUnread(VARIABLES)).toBeUndefined();
  });

  test.each(['', '?ssl-mode=REQUIRED'])(
    'is not repeated if it is a line with a colon, which may have a password',
    (rest) => {
      writeFileSync(envFile(), `DATABASE_URL: mysql://keeper:secret@db/animals${rest}\n`);
      expect(describeUnread(addEnvFile({}, envFile()))).toMatch(/^(?!.*secret).* not NAME=value/);
    },
  );
});
