import type { IncomingMessage } from 'node:http';
import { headersTooLarge, HttpError, UNSUPPORTED_VERSION } from '../http-errors.js';
import { isSupportedVersion, MAX_HEADER_FIELDS } from '../protocol.js';
import { repeated, singleHeader } from '../request/headers.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/** A target consists of printable ASCII without `#` and `\`, in which proxies may see different paths. */
const TARGET = /^[!"$-[\]-~]+$/;

/** An absolute target starts with a scheme and an authority (RFC 9112, section 3.2.2). */
const ORIGIN = /^(https?):\/\/([^/?]*)/i;

/** This matches a path with a segment `.` or `..`, percent-encoded or not, which proxies may resolve. */
const DOT_SEGMENT = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** The longest query in characters. The longest one that a page or an operation needs has about 200. */
const MAX_QUERY = 2048;

export interface RequestHeadOptions {
  readonly accepts: (host: string, path: string) => boolean;
  /** How many proxies pass requests on. Without one, no request has come over TLS. */
  readonly trustProxy: number;
}

/** Reads the target of a request, and refuses too large a head, or one that a proxy may read differently. */
export function requestHead({ accepts, trustProxy }: RequestHeadOptions): HttpMiddleware {
  return (ctx, next) => {
    const { req } = ctx;
    const { scheme, authority } = readTarget(ctx);
    if (!isSupportedVersion(req.httpVersion)) throw UNSUPPORTED_VERSION;
    if (scheme === 'https' && trustProxy === 0) throw new HttpError('invalid_request', CLEAR);
    const name = requestedHost(req, authority);
    if (name !== undefined && !accepts(name, ctx.path)) {
      throw new HttpError(
        'invalid_request',
        'Host must name this service; its operator can allow further names with ALLOWED_HOSTS.',
      );
    }
    if (req.rawHeaders.length > 2 * MAX_HEADER_FIELDS) throw headersTooLarge();
    if (ctx.querystring.length > MAX_QUERY) {
      throw new HttpError('uri_too_long', `The query must be at most ${MAX_QUERY} characters long.`);
    }
    checkTransferEncoding(req);
    return next();
  };
}

/**
 * Cuts the origin from an absolute target, and refuses what is neither a path nor the `*` of OPTIONS (RFC 9112, section
 * 3.2).
 */
function readTarget(ctx: HttpContext): { scheme?: string | undefined; authority?: string | undefined } {
  const [origin = '', scheme, authority] = ORIGIN.exec(ctx.url) ?? [];
  const rest = ctx.url.slice(origin.length);
  const target = origin !== '' && !rest.startsWith('/') ? `/${rest}` : rest;
  const isWholeServer = target === '*' && ctx.method === 'OPTIONS';
  if (!TARGET.test(target) || DOT_SEGMENT.test(target) || (!target.startsWith('/') && !isWholeServer)) {
    const rule = 'a path of printable ASCII, such as /v1/pets, without #, \\ and the segments . and ..';
    throw new HttpError('invalid_request', `The request target must be ${rule}`);
  }
  if (target !== ctx.url) ctx.url = target;
  return { scheme: scheme?.toLowerCase(), authority };
}

/** RFC 9110, section 7.4, asks a server to refuse a target with this scheme that has come without TLS. */
const CLEAR = 'The scheme of the request target must be http, because the connection is not encrypted.';

/** Requires one valid Host (RFC 9112, section 3.2). In a DNS rebinding attack it is the name of a foreign site. */
function requestedHost(request: IncomingMessage, authority: string | undefined): string | undefined {
  const host = singleHeader(request, 'host');
  if (host === repeated || (host === undefined && request.httpVersion === '1.1')) {
    throw new HttpError('invalid_request', 'Host must be given exactly once.');
  }
  const name = host === undefined ? undefined : requireHostname(host, 'Host');
  // The authority of an absolute target replaces Host (RFC 9112, section 3.2.2). It has no userinfo (RFC 9110, section
  // 4.2.4).
  return authority === undefined ? name : requireHostname(authority, 'The authority of the request target');
}

/** Refuses codings that node:http accepts and a proxy may read differently (RFC 9112, sections 6.1 and 11.2). */
function checkTransferEncoding(request: IncomingMessage): void {
  const coding = singleHeader(request, 'transfer-encoding');
  if (coding === undefined) return;
  if (request.httpVersion === '1.1' && typeof coding === 'string' && coding.toLowerCase() === 'chunked') return;
  throw new HttpError('invalid_request', 'Transfer-Encoding must be chunked, in HTTP/1.1.', { Connection: 'close' });
}

/** This is uri-host [ ":" port ] (RFC 9112, section 3.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\d.:A-Fa-f]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+)(?::\d*)?$/;

/**
 * The longest Host, in characters, which is that of a domain name. Parsing a URL takes time quadratic in some hosts.
 */
const MAX_HOST = 255;

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns the host without its port and final dot, in lower case, and an address in its shortest form; `undefined` if it
 * is malformed.
 */
function hostname(host: string): string | undefined {
  if (host.length > MAX_HOST || !HOST.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/(?<=.)\.$/, '');
}

/** @param place names the part of the request for a message */
function requireHostname(host: string, place: string): string {
  const name = hostname(host);
  if (name === undefined) {
    const rule = `a host name or address with an optional port, of at most ${MAX_HOST} characters`;
    throw new HttpError('invalid_request', `${place} must be ${rule}.`);
  }
  return name;
}

/** Whether requests may name this host, which must have the form that `hostname` returns. */
export type AcceptsHost = (host: string) => boolean;

export interface HostOptions {
  readonly host: string;
  /** The hosts of ALLOWED_HOSTS, without a port. `*` accepts every host. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/**
 * Without ALLOWED_HOSTS, a service that listens on every address accepts every host, and one that listens on loopback
 * accepts every loopback name.
 */
export function acceptedHosts(options: HostOptions): AcceptsHost {
  const { host, allowedHosts, publicBaseUrl, stagingBaseUrl } = options;
  const listening = hostname(host.includes(':') ? `[${host}]` : host) ?? host;
  const isEveryAddress = listening === '0.0.0.0' || listening === '[::]';
  if (allowedHosts === undefined ? isEveryAddress : allowedHosts.includes('*')) return () => true;
  const urls = [publicBaseUrl, stagingBaseUrl].filter((url) => url !== undefined);
  const names = new Set([
    listening,
    ...urls.map((url) => hostname(new URL(url).host) ?? url),
    ...(allowedHosts ?? []).map((each) => hostname(each) ?? each),
  ]);
  const isLocal = isEveryAddress || LOOPBACK.test(listening);
  return (each) => names.has(each) || (isLocal && LOOPBACK.test(each));
}
