import type { IncomingMessage } from 'node:http';
import { HttpError } from '../errors.js';
import { repeated, singleHeader } from '../request/headers.js';
import type { HttpMiddleware } from '../state.js';

/** uri-host [ ":" port ] (RFC 9112, section 3.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\d.:A-Fa-f]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+)(?::\d*)?$/;

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host, as `hostname` writes it, is this machine for programs on this machine. */
function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

export interface HostOptions {
  /** The address or name that the server listens on. */
  readonly host: string;
  /** ALLOWED_HOSTS: names and addresses without a port; `*` accepts every host. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** Brings an absolute-form target (RFC 9112, section 3.2.2) into origin form, and refuses every other form but `*`. */
export const requestTarget: HttpMiddleware = (ctx, next) => {
  if (!ctx.url.startsWith('/') && ctx.url !== '*') ctx.url = originForm(ctx.url);
  return next();
};

function originForm(target: string): string {
  const url = URL.parse(target);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new HttpError('invalid_request', 'The request target must be a path, such as /v1/pets.');
  }
  return url.pathname + url.search;
}

/** Refuses a request whose head another program on its way may read otherwise. */
export function requestHead(isAccepted: (hostname: string) => boolean): HttpMiddleware {
  return (ctx, next) => {
    checkHost(ctx.req, ctx.originalUrl, isAccepted);
    checkTransferEncoding(ctx.req);
    return next();
  };
}

/**
 * Refuses a Host that is missing, repeated, malformed (RFC 9112, section 3.2) or not one of this service. The last
 * defends against DNS rebinding: a web page whose own name resolves to this machine sends its name as the Host.
 */
function checkHost(request: IncomingMessage, target: string, isAccepted: (hostname: string) => boolean): void {
  const host = singleHeader(request, 'host');
  if (host === repeated || (host === undefined && request.httpVersion === '1.1')) {
    throw new HttpError('invalid_request', 'Host must be given exactly once.');
  }
  const ownName = host === undefined ? undefined : hostname(host);
  if (host !== undefined && ownName === undefined) {
    throw new HttpError('invalid_request', 'Host must be a host name or address with an optional port.');
  }
  // The authority of an absolute target replaces Host (RFC 9112, section 3.2.2).
  const authority = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(target)?.[1];
  const named = authority === undefined ? ownName : (hostname(authority) ?? '');
  if (named !== undefined && !isAccepted(named)) {
    throw new HttpError('invalid_request', 'Host must be a host of this service.');
  }
}

/**
 * Refuses what node:http accepts although a proxy may read it otherwise (RFC 9112, sections 6.1 and 11.2): a transfer
 * coding other than `chunked`, and any in HTTP/1.0.
 */
function checkTransferEncoding(request: IncomingMessage): void {
  const coding = singleHeader(request, 'transfer-encoding');
  if (coding === undefined) return;
  if (request.httpVersion === '1.1' && typeof coding === 'string' && coding.toLowerCase() === 'chunked') return;
  throw new HttpError('invalid_request', 'Transfer-Encoding must be chunked, in HTTP/1.1.', { Connection: 'close' });
}

/** The hosts that a service accepts: its own, and every one when it listens on every address without ALLOWED_HOSTS. */
export function acceptedHosts({ host, allowedHosts, publicBaseUrl, stagingBaseUrl }: HostOptions) {
  const listening = hostname(host.includes(':') ? `[${host}]` : host) ?? host;
  const isEveryAddress = listening === '0.0.0.0' || listening === '[::]';
  if (allowedHosts === undefined ? isEveryAddress : allowedHosts.includes('*')) return () => true;
  const urls = [publicBaseUrl, stagingBaseUrl].filter((url) => url !== undefined);
  const accepted = new Set([
    listening,
    ...urls.map((url) => new URL(url).hostname),
    ...(allowedHosts ?? []).map((each) => hostname(each) ?? each),
  ]);
  const acceptsLoopback = isEveryAddress || isLoopback(listening);
  return (hostname: string) => accepted.has(hostname) || (acceptsLoopback && isLoopback(hostname));
}

/** The host without its port, in lower case and with an address in its shortest form; absent where it is malformed. */
function hostname(host: string): string | undefined {
  return HOST.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
}
