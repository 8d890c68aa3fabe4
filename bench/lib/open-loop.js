import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often requests are sent, in milliseconds: all that are due since the last time. */
const TICK = 1;

/** The most connections at a time; a request that finds none is not sent. */
const MAX_CONNECTIONS = 4000;

/**
 * Sends requests at a fixed rate, answered or not: each on an idle connection, or on a new one when all are busy. Ignores
 * Retry-After. Counts the requests of the time after the warm-up.
 * @param {{port: number, key: string, perSecond: number, seconds: number, warmUp: number,
 *   request: (n: number) => {method?: string, path: string, body?: string}}} load
 */
export async function openLoop({ port, key, perSecond, seconds, warmUp, request }) {
  const idle = [];
  const sockets = new Set();
  const counts = { sent: 0, succeeded: 0, refused: 0, closed: 0 };
  const latencies = [];

  const open = () => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    const connection = { socket, received: '', sentAt: undefined, isCounted: false };
    socket.on('data', (chunk) => {
      connection.received += chunk.latin1Slice();
      const head = connection.received.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(connection.received)?.[1] ?? 0);
      if (head < 0 || connection.received.length < head + 4 + length) return;
      finish(connection, connection.received.startsWith('HTTP/1.1 2') ? 'succeeded' : 'refused');
      const isLast = /\r\nconnection: close/i.test(connection.received.slice(0, head));
      connection.received = '';
      if (!isLast) idle.push(connection);
    });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      finish(connection, 'closed');
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
    });
    return connection;
  };

  function finish(connection, outcome) {
    if (connection.sentAt === undefined) return;
    if (connection.isCounted) {
      counts[outcome]++;
      if (outcome === 'succeeded') latencies.push(performance.now() - connection.sentAt);
    }
    connection.sentAt = undefined;
  }

  const started = performance.now();
  const end = (warmUp + seconds) * 1000;
  for (let n = 0, now = 0; now < end; now = performance.now() - started) {
    const isCounted = now >= warmUp * 1000;
    for (const due = (now / 1000) * perSecond; n < due; n++) {
      const { method = 'GET', path, body = '' } = request(n);
      const connection = idle.pop() ?? (sockets.size < MAX_CONNECTIONS ? open() : undefined);
      if (connection === undefined) continue;
      connection.sentAt = performance.now();
      connection.isCounted = isCounted;
      if (isCounted) counts.sent++;
      connection.socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    }
    await sleep(TICK);
  }
  for (const socket of sockets) socket.destroy();
  const perSecondOf = (count) => count / seconds;
  latencies.sort((one, other) => one - other);
  return {
    sent: perSecondOf(counts.sent),
    succeeded: perSecondOf(counts.succeeded),
    refused: perSecondOf(counts.refused),
    closed: perSecondOf(counts.closed),
    p99: latencies[Math.floor(latencies.length * 0.99)],
  };
}
