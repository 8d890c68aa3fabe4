import { Overloaded } from '../../http-errors.js';
import { admission, type AdmissionOptions } from '../../middleware/admission.js';
import type { HttpMiddleware } from '../../state.js';
import type { Client } from '../../../../../application/attempts.js';

/**
 * Forms with a password are worked on apart from other requests, because they count attempts and hash. The networks
 * take turns. @param countRefused counts a form that is refused because too many wait, and throws its own error at the
 * limit
 */
export function passwordAdmission(
  options: AdmissionOptions,
  countRefused: (client: Client) => Promise<void>,
): HttpMiddleware {
  const admit = admission(options, ({ state }) => state.client.network);
  return async (ctx, next) => {
    try {
      await admit(ctx, next);
    } catch (error) {
      if (error instanceof Overloaded) await countRefused(ctx.state.client);
      throw error;
    }
  };
}
