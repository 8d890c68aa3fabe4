import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { connect, type TLSSocket } from 'node:tls';
import { newFolder } from './folder.js';
import { freePort } from './free-port.js';
import { readToEnd } from './raw-sockets.js';
import { CERTIFICATES } from './tls.js';

const FILE = 'docs/operations/haproxy.cfg';

/** Why there is no HAProxy in this run; `undefined` if there is one. */
export const haproxyMissing = spawnSync('haproxy', ['-v']).error
  ? 'no haproxy on the PATH; as root on Debian: apt-get install haproxy'
  : undefined;

/**
 * Runs docs/operations/haproxy.cfg in front of three servers.
 * @param members the addresses of the servers, such as 127.0.0.1:3306
 */
export async function startHaproxy(members: readonly string[]) {
  const port = await freePort();
  let text = readFileSync(FILE, 'utf8').replace('bind :3306', `bind 127.0.0.1:${port}`);
  members.forEach((member, at) => (text = text.replace(` mysql-${at + 1}:3306`, ` ${member}`)));
  return runHaproxy(text, port);
}

export type HttpProxy = Awaited<ReturnType<typeof startHttpProxy>>;

/** Runs docs/operations/haproxy-http.cfg in front of the service on a port. */
export async function startHttpProxy(to: number) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = join(newFolder(), 'animal-store.pem');
  const { cert, key } = CERTIFICATES.server;
  writeFileSync(certificate, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  const text = readFileSync('docs/operations/haproxy-http.cfg', 'utf8')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('/etc/haproxy/animal-store.pem', certificate)
    .replace('server store 127.0.0.1:8080', `server store 127.0.0.1:${to}`);
  const proxy = runHaproxy(text, port);
  const ca = readFileSync(CERTIFICATES.authority);
  const sockets = new Set<TLSSocket>();

  /** Opens a connection over TLS from this address of loopback. */
  function open(address: string): TLSSocket {
    const tcp = connectTcp({ port, host: '127.0.0.1', localAddress: address }).on('error', () => undefined);
    const socket = connect({ socket: tcp, servername: 'localhost', ca }).on('error', () => undefined);
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  }

  return {
    plainPort,
    open,
    /** Sends bytes on a connection of their own. Returns everything that comes back. */
    call(address: string, bytes: string): Promise<string> {
      const socket = open(address);
      socket.write(bytes);
      return readToEnd(socket);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await proxy.stop();
    },
  };
}

/** Runs HAProxy with this configuration, which binds it to `port` of loopback. */
export function runHaproxy(text: string, port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-haproxy-'));
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, text);
  const haproxy = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' });
  const ended = once(haproxy, 'exit');
  return {
    port,
    /** Ends HAProxy and removes its file. */
    async stop() {
      haproxy.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a statement over a new connection. Resolves to `undefined` without an answer within a second. */
export async function askAt(url: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 1_000 }).catch(() => undefined);
  const answer = connection?.query<RowDataPacket[]>(statement).catch(() => undefined);
  const [rows] = (await Promise.race([answer, sleep(1_000)])) ?? [[]];
  connection?.destroy();
  return rows[0];
}

/** Opens a connection; `ended` resolves when it is closed from the other side. */
export async function hold(url: string): Promise<{ readonly ended: Promise<unknown> }> {
  const connection = await mysql.createConnection({ uri: url });
  connection.on('error', () => undefined);
  return { ended: once(connection, 'end') };
}
