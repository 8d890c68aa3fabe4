import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export const root = new URL('../..', import.meta.url);

/** Packs the package and installs it in a new folder, which the caller removes. */
export async function installPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-client-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', stdout.trim()], { cwd: folder });
  return folder;
}
