import { HttpError } from '../http-errors.js';
import { isRepeated } from '../request/headers.js';
import type { HttpContext, HttpMiddleware } from '../state.js';
import type { ApiKeyUseCases, Caller } from '../../../../application/api-keys.js';
import { DomainError } from '../../../../domain/errors.js';

// The scheme is a case-insensitive token (RFC 9110, section 11.1).
const BEARER = /^bearer(?![\w!#$%&'*+.^`|~-])/i;
// RFC 6750, section 2.1, defines the syntax of the credentials.
const CREDENTIALS = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

// One object serves every refusal, because the stack trace of a new one takes much of the time of a refusal. A scheme is
// not repeated in the message, because it may be a key that was sent without its scheme.
const MISSING = new HttpError('api_key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.');
const OTHER = new HttpError('api_key_missing', 'Send an API key: Authorization: Bearer <API_KEY>, not another scheme.');
const MALFORMED = new DomainError('api_key_invalid', 'Send one API key, as Authorization: Bearer <API_KEY>.');

/** A request without a valid key is 401 even if no route has its path (specification, section 5). */
export function authentication(apiKeys: ApiKeyUseCases): HttpMiddleware {
  return async (ctx, next): Promise<unknown> => {
    const { authorization } = ctx.req.headers;
    if (authorization === undefined) throw MISSING;
    if (isRepeated(ctx.req, 'authorization')) throw MALFORMED;
    if (!BEARER.test(authorization)) throw OTHER;
    const [, key] = CREDENTIALS.exec(authorization) ?? [];
    if (key === undefined) throw MALFORMED;
    ctx.state.caller = await apiKeys.authenticate(key);
    return next();
  };
}

export function callerOf({ state: { caller } }: HttpContext): Caller {
  if (caller === undefined) throw new Error('the request is not authenticated');
  return caller;
}
