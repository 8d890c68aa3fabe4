import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';
import type { Ended } from './command.js';
import { TIMEOUT_MS } from './eventually.js';
import { newFolder } from './folder.js';
import { onceARun } from './once-a-run.js';

await onceARun('dist', build);

async function build(): Promise<object> {
  const npm = spawn('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  await once(npm, 'close');
  if (npm.exitCode !== 0) throw new Error('the build failed');
  return {};
}

/** The program as `npm run build` leaves it. */
export const MAIN = fileURLToPath(new URL('../../dist/infrastructure/main.js', import.meta.url));

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

export type Running = ReturnType<typeof start>;

export type RunningService = Awaited<ReturnType<typeof serve>>;

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
  atEnd(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let isOver = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
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
