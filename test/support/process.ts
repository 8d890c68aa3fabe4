import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { DEFAULT_STORAGE_URL } from '../../src/adapters/outbound/storages.js';
import { runCommand } from '../../src/infrastructure/command-line.js';
import { TIMEOUT_MS } from './eventually.js';

/** The program as `npm run build` leaves it. */
export const MAIN = fileURLToPath(new URL('../../dist/infrastructure/main.js', import.meta.url));

const [SCHEME, DEFAULT_PATH = ''] = DEFAULT_STORAGE_URL.split(':');

/** The file of the store at the default DATABASE_URL. */
export function defaultFile({ cwd = '' }: Surroundings): string {
  return join(cwd, DEFAULT_PATH);
}

/** Returns the DATABASE_URL of that store, for a process in any folder. */
export function defaultUrl(surroundings: Surroundings): string {
  return `${SCHEME}:${defaultFile(surroundings)}`;
}

export interface Surroundings {
  /** The current folder of the process, which by default is a new one. */
  readonly cwd?: string;
  /** The program that runs. The default is MAIN. */
  readonly main?: string;
  /** The environment of the process, to which only PATH and NODE_COMPILE_CACHE are added. */
  readonly env?: Readonly<Record<string, string>>;
  /** The file descriptor of its standard output. The default is a pipe that the test reads. */
  readonly stdout?: number;
  /** The file descriptor of its standard error. The default is a pipe that the test reads. */
  readonly stderr?: number;
}

export interface Ended {
  /** The exit code; `null` if a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Running = ReturnType<typeof start>;

export type RunningService = Awaited<ReturnType<typeof serve>>;

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** Ends the remaining processes and removes the folders. It runs after every test file, or earlier if that matters. */
export function cleanUp(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
afterAll(cleanUp);

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  folders.push(folder);
  return folder;
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
 * Returns a free port of 127.0.0.1 below those that systems give to clients, so that no connection takes it before it
 * is used.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => server.close(resolve));
  return isFree ? port : freePort();
}

/**
 * Runs `animal-store` with these arguments to its end within this process, because starting another process takes long.
 * It is for commands that the program knows, without standard input, on absolute paths or the default DATABASE_URL of a
 * folder.
 */
export async function animalStore(parameters: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  const { cwd = newFolder(), env } = surroundings;
  const DATABASE_URL = defaultUrl({ cwd });
  const output = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof output) => (text: string, done: () => void) => {
    output[name] += text;
    done();
  };
  const code = await runCommand(parameters, {
    env: { DATABASE_URL, ...env },
    stdout: { write: collect('stdout') },
    stderr: { write: collect('stderr') },
  });
  return { code: code ?? 0, ...output };
}

/** Starts `animal-store` with these arguments in a process of its own. */
export function startAnimalStore(parameters: readonly string[], surroundings: Surroundings = {}): Running {
  return start(process.execPath, [surroundings.main ?? MAIN, ...parameters], surroundings);
}

/** Runs `animal-store` with these arguments to the end of its process. */
export function animalStoreProcess(parameters: readonly string[], surroundings?: Surroundings): Promise<Ended> {
  return startAnimalStore(parameters, surroundings).ended;
}

/** Runs `animal-store serve`, and does not wait until it listens. */
export function serveUnread(surroundings: Surroundings): Running {
  return startAnimalStore(['serve'], surroundings);
}

/** Runs npm, by default in the repository. `ended` also waits for the processes that npm leaves running. */
export function startNpm(parameters: readonly string[], surroundings: Surroundings = {}): Running {
  return start('npm', parameters, { cwd: process.cwd(), ...surroundings });
}

/** Runs a line of a shell to its end, in which `animal-store` is the program. */
export function bash(line: string, surroundings?: Surroundings): Promise<Ended> {
  const program = `animal-store() { '${process.execPath}' '${MAIN}' "$@"; }`;
  return start('bash', ['-c', `${program}; ${line}`], surroundings).ended;
}

/** Runs `animal-store serve`, by default on any free port, until it listens. */
export async function serve({ env, ...others }: Surroundings = {}) {
  const service = serveUnread({ ...others, env: { PORT: '0', ...env } });
  /** Returns the lines that the process has logged. */
  const log = () => logOf(service.stdout());
  const url = await service.until(() => log().find(({ msg }) => msg === 'listening')?.url as string | undefined);
  return { ...service, url, log };
}

/** Runs `animal-store serve` until it accepts requests. */
export async function serveWhenReady(surroundings?: Surroundings): Promise<RunningService> {
  const service = await serve(surroundings);
  await service.until(() => service.log().find(({ msg }) => msg === 'ready'));
  return service;
}

export function logOf(output: string): Record<string, unknown>[] {
  const whole = output.split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function start(command: string, parameters: readonly string[], surroundings: Surroundings = {}) {
  const { cwd = newFolder(), env = {}, stdout: output = 'pipe', stderr: errors = 'pipe' } = surroundings;
  const child = spawn(command, parameters, {
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', output, errors],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let isOver = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });

  return {
    stdout: () => stdout,
    stderr: () => stderr,
    /** Repeats a question until it has an answer other than `undefined`, and returns that. */
    async until<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
      for (const deadline = performance.now() + TIMEOUT_MS; ;) {
        const wasOver = isOver;
        const answer = await ask();
        if (answer !== undefined) return answer;
        if (wasOver || performance.now() > deadline)
          throw new Error(`There was no answer in time. The process wrote:\n${stdout}${stderr}`);
        await sleep(20);
      }
    },
    /** Sends a signal, and waits for the end. */
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    ended,
    pid: child.pid ?? 0,
  };
}
