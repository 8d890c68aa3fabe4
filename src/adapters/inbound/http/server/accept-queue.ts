import type { Server } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises';

/** The longest time for which requests wait while the server accepts connections, in milliseconds. */
const MAX_WAIT_MS = 500;

/** A server that stops waits until it has accepted no connection for this time, in milliseconds. */
const QUIET_MS = 50;

/**
 * Watches the connections that the system has queued for a server. libuv accepts one of them in each turn of the event
 * loop. If a turn handled the requests of hundreds of connections, a new client would wait for as many of these turns
 * as there are connections before its own. Therefore requests wait until the queue is empty.
 */
export class AcceptQueue {
  private accepted = 0;
  private isStopping = false;
  /** Resolves when the queue is empty. It is absent if the last turn has accepted no connection. */
  emptied: Promise<void> | undefined;

  constructor(server: Server) {
    server.on('connection', () => {
      this.emptied ??= this.untilEmpty();
      this.accepted++;
    });
  }

  /**
   * Resolves when the server can stop listening, because it has accepted every connection. Clients that wait for their
   * responses meanwhile open no further ones. The system resets those that remain in the queue of a closed server.
   */
  empty(): Promise<void> {
    this.isStopping = true;
    return (this.emptied ??= this.untilEmpty());
  }

  private async untilEmpty(): Promise<void> {
    const until = performance.now() + MAX_WAIT_MS;
    let before: number;
    do {
      before = this.accepted;
      await (this.isStopping ? delay(QUIET_MS) : endOfTurn());
    } while (this.accepted > before && performance.now() < until);
    this.emptied = undefined;
  }
}
