import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
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
    server.kill('SIGKILL');
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
    stall: () => void running?.kill('SIGSTOP'),
    goOn: () => void running?.kill('SIGCONT'),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
