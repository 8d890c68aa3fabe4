import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Relay = Awaited<ReturnType<typeof relayTo>>;

/**
 * Listens on a port of its own and forwards to another one of this machine, and ends each side when the other one ends.
 * @param port is read for each connection if it is a function
 * @param forward passes data on between the two sockets; `end` is the listener for the end of either
 */
export async function relayTo(
  port: number | (() => number),
  forward: (client: Socket, target: Socket, end: () => void) => void,
) {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(typeof port === 'number' ? port : port(), '127.0.0.1');
    const end = () => [client, target].forEach((socket) => socket.destroy());
    for (const socket of [client, target]) socket.on('error', end).on('close', end);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    forward(client, target, end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return {
    port: address.port,
    /** The clients whose connections are open. */
    clients: clients as ReadonlySet<Socket>,
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}

/** Returns the port in the DATABASE_URL of a server. */
export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Returns the same DATABASE_URL with another port. */
export function withPort(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}
