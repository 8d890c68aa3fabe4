import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './process.js';

export const HAPROXY_FILE = 'docs/operations/haproxy.cfg';

/** Why there is no HAProxy in this run; `undefined` where there is one. */
export const haproxyMissing = spawnSync('haproxy', ['-v']).error ? 'no haproxy on the PATH' : undefined;

export interface Haproxy {
  /** On loopback. */
  readonly port: number;
  /** Ends it and removes its file. */
  stop(): Promise<void>;
}

/** Runs docs/operations/haproxy.cfg in front of three servers. @param members their addresses, such as 127.0.0.1:3306 */
export async function startHaproxy(members: readonly string[]): Promise<Haproxy> {
  const port = await freePort();
  let text = readFileSync(HAPROXY_FILE, 'utf8').replace('bind :3306', `bind 127.0.0.1:${port}`);
  members.forEach((member, at) => (text = text.replace(` mysql-${at + 1}:3306`, ` ${member}`)));
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-haproxy-'));
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  const haproxy = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const ended = once(haproxy, 'exit');
  return {
    port,
    async stop() {
      haproxy.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
