import { execFile, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The program as `npm run build` leaves it in a checkout of the repository. */
const mainOf = (checkout) => join(checkout, 'dist/infrastructure/main.js');

const THIS_CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = mainOf(THIS_CHECKOUT);

/** The parameters of Node.js that run the service of a checkout, as `npm start` has them. */
export const serveOf = (checkout) => [
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
  mainOf(checkout),
  'serve',
];

export const SERVE = serveOf(THIS_CHECKOUT);

const running = new Set();

/** The servers that still run end with the bench, however it ends. */
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a Node.js program that listens on PORT, with its output in a file.
 * @param {string[]} parameters @param {Record<string, string>} env @param {string} log
 */
export async function startServer(parameters, env, log) {
  const port = await freePort();
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, parameters, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  running.add(child);
  const ended = new Promise((resolve) => child.once('close', resolve));
  void ended.then(() => running.delete(child));
  return {
    port,
    pid: child.pid,
    get isOver() {
      return !running.has(child);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until GET `path` is answered with `status`. @param {{port: number, isOver: boolean}} server */
export async function untilAnswered(server, path, status = 200, headers = {}) {
  for (const deadline = performance.now() + 30_000; ; await sleep(20)) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === status) return;
    if (server.isOver || performance.now() > deadline) throw new Error(`${path} on port ${server.port} never came`);
  }
}

/** Runs `animal-store` to its end and gives what it printed. */
export async function animalStore(parameters, env) {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...parameters], {
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout.trim();
}

/** Has a process run on some cores alone, as Linux's taskset names them, such as `1-3`. */
export function pin(pid, cores) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}

/** Clock ticks a second of /proc; 100 on every Linux that Node.js runs on. */
const TICKS = 100;

/** CPU time of a process and its children, user and system, in seconds; `NaN` where there is no /proc. */
export function cpuOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ticksOf(each), 0) / TICKS;
}

function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return NaN;
  }
}

/** The most memory that a process and its children ever had, in MiB. */
export function memoryOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'));
      return sum + Number(kilobytes) / 1024;
    } catch {
      return NaN;
    }
  }, 0);
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
