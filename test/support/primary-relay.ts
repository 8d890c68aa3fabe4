import { setTimeout as sleep } from 'node:timers/promises';
import { urlAt, type Cluster } from './cluster.js';
import { portOf, relayTo } from './relay.js';

/** How often the relay looks for the primary, in milliseconds. */
const INTERVAL_MS = 100;

/** One address that leads to the primary of a cluster, as a proxy in production does. */
export interface PrimaryRelay {
  /** The DATABASE_URL that the service uses. */
  readonly url: string;
  /** Whether connections are cut when the primary changes. Otherwise they stay with the member that was the primary. */
  cutsOnSwitch: boolean;
  close(): Promise<void>;
}

export async function relayToPrimary(cluster: Cluster): Promise<PrimaryRelay> {
  let primary = await cluster.primary();
  const relay = await relayTo(
    () => portOf(primary.url),
    (client, target) => void client.pipe(target).pipe(client),
  );
  const closing = new AbortController();
  const handle: PrimaryRelay = {
    url: urlAt(`127.0.0.1:${relay.port}`),
    cutsOnSwitch: true,
    async close() {
      closing.abort();
      await following;
      relay.close();
    },
  };
  const following = (async () => {
    while (!closing.signal.aborted) {
      const found = await cluster.primaryNow();
      // On a busy machine the primary may answer too late. It stays the primary until another one is.
      if (found !== undefined && found !== primary) {
        primary = found;
        if (handle.cutsOnSwitch) for (const client of relay.clients) client.destroy();
      }
      await sleep(INTERVAL_MS);
    }
  })();
  return handle;
}
