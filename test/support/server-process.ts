import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { eventually } from './eventually.js';
import { MEMORY } from './memory-folder.js';
import { freePort } from './process.js';
import type { DatabaseServer } from './test-storage.js';

/** The program of a server, which runs in the foreground. */
export interface ServerProgram {
  readonly command: string;
  /** The options for a server that keeps everything in this folder and listens at this port of 127.0.0.1. */
  options(folder: string, port: number): readonly string[];
  /** The user as whom it runs, for a program that refuses to run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Creates the data in an empty folder. */
  prepare?(folder: string): Promise<void>;
  /** Resolves to whether the server at this port answers. */
  answers(port: number): Promise<boolean>;
}

/** A server process that tests start, stall, kill and start again. It keeps its data and its port. */
export interface ServerProcess extends Omit<DatabaseServer, 'url' | 'setReadOnly'> {
  readonly folder: string;
  readonly port: number;
}

/** Prepares a server with a folder and a port of its own. It does not run yet. */
export async function newServerProcess(program: ServerProgram): Promise<ServerProcess> {
  const folder = mkdtempSync(join(MEMORY, 'animal-store-server-'));
  await program.prepare?.(folder);
  const port = await freePort();
  let running: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const server = running;
    running = undefined;
    const isRunning = server?.exitCode === null && server.signalCode === null;
    if (!isRunning) return;
    const ended = once(server, 'exit');
    const processes = processesOf(server);
    // They are stopped first, so that none starts another one or learns of the end of another one.
    send('SIGSTOP', processes);
    send('SIGKILL', processes);
    await ended;
  };
  return {
    folder,
    port,
    async start() {
      const log = join(folder, 'log');
      const output = openSync(log, 'a');
      const server = spawn(program.command, program.options(folder, port), {
        ...program.user,
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      running = server;
      await eventually(async () => {
        if (server.exitCode !== null) throw new Error(readFileSync(log, 'utf8').slice(-500));
        return program.answers(port);
      });
    },
    kill,
    stall: () => send('SIGSTOP', processesOf(running)),
    resume: () => send('SIGCONT', processesOf(running)),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the ids of the process of a server and of those that it started, such as one for each connection. */
function processesOf(server: ChildProcess | undefined): number[] {
  const pid = server?.pid;
  if (pid === undefined) return [];
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return [pid, ...threads.flatMap((thread) => childrenOf(`/proc/${pid}/task/${thread}/children`))];
}

/** Reads the ids of the processes that a thread started. A thread may end before its file is read. */
function childrenOf(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function send(signal: NodeJS.Signals, processes: readonly number[]): void {
  for (const pid of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/** Returns a function that starts a server at its first call in a test file. The server is removed after that file. */
export function oncePerFile<Server extends Pick<DatabaseServer, 'start' | 'remove'>>(
  prepare: () => Promise<Server>,
): () => Promise<Server> {
  let started: Promise<Server> | undefined;
  afterAll(async () => {
    await (await started)?.remove();
  });
  return () =>
    (started ??= prepare().then(async (server) => {
      await server.start();
      return server;
    }));
}
