import { HttpError } from '../api/errors.js';
import { isInterfacePath } from './request-target.js';
import { singleHeader } from '../request/headers.js';
import type { HttpMiddleware } from '../state.js';
import type { Authenticate } from '../../../../application/api-keys/authenticate.js';
import { DomainError } from '../../../../domain/errors.js';

// RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1).
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/** Lets nothing under /v1 happen, not even a 404, before the caller is known (specification, section 5). */
export function authentication(authenticate: Authenticate): HttpMiddleware {
  return async (ctx, next) => {
    if (isInterfacePath(ctx.path)) {
      const header = singleHeader(ctx.req, 'authorization');
      if (header === undefined) {
        throw new HttpError('api_key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.');
      }
      const [, key] = typeof header === 'string' ? (BEARER.exec(header) ?? []) : [];
      if (key === undefined) {
        throw new DomainError('api_key_invalid', 'Send one API key, as Authorization: Bearer <API_KEY>.');
      }
      ctx.state.caller = await authenticate.execute(key);
    }
    await next();
  };
}
