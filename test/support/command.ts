import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_STORAGE_URL } from '../../src/adapters/outbound/storage-url.js';
import { runCommand } from '../../src/infrastructure/command-line.js';
import { newFolder } from './folder.js';

const [SCHEME, DEFAULT_PATH = ''] = DEFAULT_STORAGE_URL.split(':');

/** The file of the store at the default DATABASE_URL. */
export function defaultFile({ cwd = '' }: Pick<CommandSurroundings, 'cwd'>): string {
  return join(cwd, DEFAULT_PATH);
}

/** Returns the DATABASE_URL of that store, for a process in any folder. */
export function defaultUrl(surroundings: Pick<CommandSurroundings, 'cwd'>): string {
  return `${SCHEME}:${defaultFile(surroundings)}`;
}

export interface CommandSurroundings {
  /** The current folder, which by default is a new one. */
  readonly cwd?: string;
  /** The variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  /** The exit code; `null` if a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a folder with a database at the default DATABASE_URL that no migration has changed. */
export function folderWithEmptyDatabase(): string {
  const folder = newFolder();
  const file = defaultFile({ cwd: folder });
  mkdirSync(dirname(file), { mode: 0o700 });
  writeFileSync(file, '', { mode: 0o600 });
  return folder;
}

/**
 * Runs `animal-store` with these arguments to its end within this process, because starting another process takes long.
 * It is for commands that the program knows, without standard input, on absolute paths or the default DATABASE_URL of a
 * folder.
 */
export async function animalStore(
  parameters: readonly string[],
  surroundings: CommandSurroundings = {},
): Promise<Ended> {
  const { cwd = newFolder(), env } = surroundings;
  const DATABASE_URL = defaultUrl({ cwd });
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => (text: string, done: () => void) => {
    output[name] += text;
    done();
  };
  const surrounded = {
    env: { DATABASE_URL, ...env },
    stdout: { write: collect('stdout') },
    stderr: { write: collect('stderr') },
    removeAllListeners: () => undefined,
  };
  const code = await runCommand(parameters, surrounded, join(cwd, '.env'));
  return { code: code ?? 0, ...output };
}
