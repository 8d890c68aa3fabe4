import { admission, Overloaded, waitForPermit, type AdmissionOptions } from '../../middleware/admission.js';
import type { HttpMiddleware } from '../../state.js';
import { Semaphore } from '../../../../support/semaphore.js';
import type { Client } from '../../../../../application/attempts.js';

/** How many forms of one network may wait. An office behind one router rarely signs in at the same moment. */
const MAX_WAITING_OF_NETWORK = 16;

/**
 * Admits forms with a password, which are worked on apart from other requests, because they count attempts and hash. Of
 * each network only one at a time stands in the line of all, so that no network can fill it.
 * @param countRefused counts a form that is refused because too many wait, and throws its own error at the limit
 */
export function passwordAdmission(
  options: AdmissionOptions,
  countRefused: (client: Client) => Promise<void>,
): HttpMiddleware {
  const lines = new Map<string, Semaphore>();
  const admit = admission(options);

  async function inLineOf(network: string, ...[ctx, next]: Parameters<HttpMiddleware>): Promise<void> {
    const line = lines.get(network) ?? new Semaphore(1, MAX_WAITING_OF_NETWORK);
    lines.set(network, line);
    if (!line.tryAcquire()) await waitForPermit(line, ctx.res, options.maxWaitMs);
    try {
      await admit(ctx, next);
    } finally {
      line.release();
      if (line.busy === 0) lines.delete(network);
    }
  }

  return async (ctx, next) => {
    const { client } = ctx.state;
    try {
      await inLineOf(client.network, ctx, next);
    } catch (error) {
      if (error instanceof Overloaded) await countRefused(client);
      throw error;
    }
  };
}
