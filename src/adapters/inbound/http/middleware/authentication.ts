import { HttpError } from '../http-errors.js';
import { repeated, singleHeader } from '../request/headers.js';
import type { HttpContext, HttpMiddleware } from '../state.js';
import type { ApiKeyUseCases, Caller } from '../../../../application/api-keys.js';
import { DomainError } from '../../../../domain/errors.js';

// The scheme is a case-insensitive token (RFC 9110, section 11.1).
const BEARER = /^bearer(?![\w!#$%&'*+.^`|~-])/i;
// RFC 6750, section 2.1, defines the syntax of the credentials.
const CREDENTIALS = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

// One object serves every refusal, because the stack trace of a new one takes much of the time of a refusal.
const MISSING = missing('Send an API key: Authorization: Bearer <API_KEY>.');
const OTHER = missing('Send an API key: Authorization: Bearer <API_KEY>, not another scheme.');
const MALFORMED = new DomainError('api_key_invalid', 'Send one API key, as Authorization: Bearer <API_KEY>.');

/**
 * The schemes that programs send by themselves, such as the password of ~/.netrc as Basic. No other text is repeated,
 * because it may be a key that was sent without its scheme.
 */
const OTHER_SCHEMES: ReadonlyMap<string, HttpError> = new Map(
  ['Basic', 'Digest', 'Negotiate', 'NTLM'].map((scheme) => [
    scheme.toLowerCase(),
    missing(`Send an API key: Authorization: Bearer <API_KEY>, not the scheme ${scheme}.`),
  ]),
);

function missing(message: string): HttpError {
  return new HttpError('api_key_missing', message);
}

/** A request without a valid key is 401 even if no route has its path (specification, section 5). */
export function authentication(apiKeys: ApiKeyUseCases): HttpMiddleware {
  return async (ctx, next): Promise<unknown> => {
    const header = singleHeader(ctx.req, 'authorization');
    if (header === undefined) throw MISSING;
    if (header !== repeated && !BEARER.test(header)) throw otherScheme(header);
    const key = header === repeated ? undefined : CREDENTIALS.exec(header)?.[1];
    if (key === undefined) throw MALFORMED;
    ctx.state.caller = await apiKeys.authenticate(key);
    return next();
  };
}

function otherScheme(header: string): HttpError {
  const [scheme = ''] = header.split(' ', 1);
  return OTHER_SCHEMES.get(scheme.toLowerCase()) ?? OTHER;
}

export function callerOf({ state: { caller } }: HttpContext): Caller {
  if (caller === undefined) throw new Error('the request is not authenticated');
  return caller;
}
