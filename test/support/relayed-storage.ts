import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach } from '@jest/globals';
import type { Storage } from '../../src/adapters/outbound/storage.js';
import { sqlStorage } from '../../src/adapters/outbound/typeorm/sql-storage.js';
import { eventually } from './eventually.js';
import { portOf, relayTo, type Relay } from './relay.js';
import type { ServerTarget } from './test-storage.js';

type Forward = (client: Socket, server: Socket) => void;

export const pass: Forward = (client, server) => void client.pipe(server).pipe(client);

/** Calls back with what clients send before the server receives it, and forwards it unless that returns false. */
export function listening(heard: (bytes: Buffer, client: Socket, server: Socket) => boolean): Forward {
  return (client, server) => {
    server.pipe(client);
    client.on('data', (bytes) => {
      if (heard(bytes, client, server)) server.write(bytes);
    });
  };
}

/** A storage with one connection, which a relay forwards to the server. */
interface RelayedStorage {
  relay: Relay;
  storage: Storage;
  /** What happens to the bytes of each new connection; they pass by default. */
  forward: Forward;
  /** Ends the connections, so that the next call needs a new one. */
  endConnections(): Promise<void>;
}

/** Opens a migrated storage behind a relay for each test. @param target the server, which the test before has left empty */
export function relayedStorage(target: () => ServerTarget, timeoutMs: number): RelayedStorage {
  // The hooks set the other properties before a test can read them.
  const relayed = {
    forward: pass,
    async endConnections() {
      for (const client of relayed.relay.clients) client.destroy();
      await eventually(() => relayed.relay.clients.size === 0);
      await setImmediate(); // the storage has received the ends
    },
  } as RelayedStorage;
  beforeEach(async () => {
    relayed.forward = pass;
    relayed.relay = await relayTo(portOf(target().url), (client, server) => relayed.forward(client, server));
    relayed.storage = sqlStorage(target().sql.newDatabase({ timeoutMs }, 1, relayed.relay.port));
    await relayed.storage.connect();
    await relayed.storage.schema.migrate();
  });
  afterEach(async () => {
    relayed.relay.close(); // first: a call that was not cut would keep the storage open
    await relayed.storage.close();
  });
  return relayed;
}
