import type { IncomingMessage } from 'node:http';
import { headersTooLarge, HttpError } from '../http-errors.js';
import { MAX_HEADER_FIELDS } from '../protocol.js';
import { isRepeated } from '../request/headers.js';
import { hostname, MAX_HOST } from '../request/host.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/** A target consists of printable ASCII without `#` and `\`, in which proxies may see different paths. */
const TARGET = /^[!"$-[\]-~]+$/;

/** An absolute target starts with a scheme and an authority (RFC 9112, section 3.2.2). */
const ORIGIN = /^(https?):\/\/([^/?]*)/i;

/** The longest query in characters. The longest one that a page or an operation needs has about 200. */
const MAX_QUERY = 2048;

export interface RequestHeadOptions {
  readonly accepts: (host: string, path: string) => boolean;
  /** How many proxies pass requests on. Without one, no request has come over TLS. */
  readonly trustProxy: number;
  /** Sets the headers that every response to a path has, the refusals of this middleware included. */
  readonly announce?: ((ctx: HttpContext) => void) | undefined;
}

/** Reads the target of a request, and refuses too large a head, or one that a proxy may read differently. */
export function requestHead({ accepts, trustProxy, announce }: RequestHeadOptions): HttpMiddleware {
  return (ctx, next) => {
    const { req } = ctx;
    const { scheme, authority } = readTarget(ctx);
    announce?.(ctx);
    if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') {
      throw closing('The version in the request line must be HTTP/1.1 or HTTP/1.0.');
    }
    // RFC 9110, section 7.4
    if (scheme === 'https' && trustProxy === 0) {
      throw invalid('The scheme of the request target must be http, because the connection is not encrypted.');
    }
    const name = requestedHost(req, authority);
    if (name !== undefined && !accepts(name, ctx.path)) {
      throw invalid('Host must name this service; its operator can allow further names with ALLOWED_HOSTS.');
    }
    if (req.rawHeaders.length > 2 * MAX_HEADER_FIELDS) throw headersTooLarge();
    if (ctx.querystring.length > MAX_QUERY) {
      throw new HttpError('uri_too_long', `The query must be at most ${MAX_QUERY} characters long.`);
    }
    const coding = req.headers['transfer-encoding'];
    // A proxy may read other codings differently, which node:http accepts (RFC 9112, sections 6.1 and 11.2).
    if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || req.httpVersion !== '1.1')) {
      throw closing('Transfer-Encoding must be chunked, in HTTP/1.1.');
    }
    return next();
  };
}

function invalid(message: string): HttpError {
  return new HttpError('invalid_request', message);
}

/** Closes the connection, because it is not certain where the next request on it begins. */
function closing(message: string): HttpError {
  return new HttpError('invalid_request', message, { Connection: 'close' });
}

/** Cuts the origin from an absolute target, and refuses what is neither a path nor the `*` of OPTIONS (RFC 9112, section 3.2). */
function readTarget(ctx: HttpContext): { scheme?: string | undefined; authority?: string | undefined } {
  const [origin = '', scheme, authority] = ORIGIN.exec(ctx.url) ?? [];
  const rest = ctx.url.slice(origin.length);
  const target = origin !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  const isWholeServer = target === '*' && ctx.method === 'OPTIONS';
  if (!TARGET.test(target) || (!target.startsWith('/') && !isWholeServer)) {
    throw invalid('The request target must be a path of printable ASCII, such as /v1/pets, without # and \\.');
  }
  if (target !== ctx.url) ctx.url = target;
  return { scheme: scheme?.toLowerCase(), authority };
}

/** Requires one valid Host (RFC 9112, section 3.2). In a DNS rebinding attack it is the name of a foreign site. */
function requestedHost(request: IncomingMessage, authority: string | undefined): string | undefined {
  const { host } = request.headers;
  if (isRepeated(request, 'host') || (host === undefined && request.httpVersion === '1.1')) {
    throw invalid('Host must be given exactly once.');
  }
  const name = host === undefined ? undefined : requireHostname(host, 'Host');
  // The authority of an absolute target replaces Host (RFC 9112, section 3.2.2). It has no userinfo (RFC 9110, section
  // 4.2.4).
  return authority === undefined ? name : requireHostname(authority, 'The authority of the request target');
}

/** @param place names the part of the request for a message */
function requireHostname(host: string, place: string): string {
  const name = hostname(host);
  if (name !== undefined) return name;
  throw invalid(`${place} must be a host name or address with an optional port, of at most ${MAX_HOST} characters.`);
}
