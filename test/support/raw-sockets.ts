import { connect, type Socket } from 'node:net';
import { afterEach } from '@jest/globals';

// Connections on which a test writes bytes. They are closed after each test.

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection that reads nothing before `resume`. */
export async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Returns everything that the server sends until it closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve).resume());
  return text;
}

/** The head of a request. */
export function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
