import { hostname, isLoopback } from '../request/headers.js';

/** Whether requests may name this host, which is written as by `hostname`. */
export type AcceptsHost = (host: string) => boolean;

export interface HostOptions {
  /** The address or name that the server listens on. */
  readonly host: string;
  /** ALLOWED_HOSTS: names and addresses without a port; `*` accepts every host. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** Accepts every host when the service listens on every address without ALLOWED_HOSTS, every loopback name on loopback. */
export function acceptedHosts(options: HostOptions): AcceptsHost {
  const { host, allowedHosts, publicBaseUrl, stagingBaseUrl } = options;
  const listening = hostname(host.includes(':') ? `[${host}]` : host) ?? host;
  const isEveryAddress = listening === '0.0.0.0' || listening === '[::]';
  if (allowedHosts === undefined ? isEveryAddress : allowedHosts.includes('*')) return () => true;
  const urls = [publicBaseUrl, stagingBaseUrl].filter((url) => url !== undefined);
  const names = new Set([
    listening,
    ...urls.map((url) => new URL(url).hostname),
    ...(allowedHosts ?? []).map((each) => hostname(each) ?? each),
  ]);
  const isLocal = isEveryAddress || isLoopback(listening);
  return (each) => names.has(each) || (isLocal && isLoopback(each));
}
