/** This is uri-host [ ":" port ] (RFC 9112, section 3.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\d.:A-Fa-f]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+)(?::\d*)?$/;

/**
 * The longest Host, in characters, which is that of a domain name. Parsing a URL takes time quadratic in some hosts.
 */
export const MAX_HOST = 255;

/**
 * Returns the host without its port and final dot, in lower case, and an address in its shortest form; `undefined` if it
 * is malformed.
 */
export function hostname(host: string): string | undefined {
  if (host.length > MAX_HOST || !HOST.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/(?<=.)\.$/, '');
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

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

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
