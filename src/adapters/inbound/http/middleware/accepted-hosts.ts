import { hostname, isLoopback } from '../request/headers.js';

/** The hosts that requests may name. */
export interface AcceptedHosts {
  /** As `hostname` writes them. */
  readonly names: ReadonlySet<string>;
  /** Whether every loopback name and address is accepted. */
  readonly loopback: boolean;
}

export interface HostOptions {
  /** The address or name that the server listens on. */
  readonly host: string;
  /** ALLOWED_HOSTS: names and addresses without a port; `*` accepts every host. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly publicBaseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** The hosts that a service accepts; absent for every host, as when it listens on every address without ALLOWED_HOSTS. */
export function acceptedHosts(options: HostOptions): AcceptedHosts | undefined {
  const { host, allowedHosts, publicBaseUrl, stagingBaseUrl } = options;
  const listening = hostname(host.includes(':') ? `[${host}]` : host) ?? host;
  const isEveryAddress = listening === '0.0.0.0' || listening === '[::]';
  if (allowedHosts === undefined ? isEveryAddress : allowedHosts.includes('*')) return undefined;
  const urls = [publicBaseUrl, stagingBaseUrl].filter((url) => url !== undefined);
  const names = new Set([
    listening,
    ...urls.map((url) => new URL(url).hostname),
    ...(allowedHosts ?? []).map((each) => hostname(each) ?? each),
  ]);
  return { names, loopback: isEveryAddress || isLoopback(listening) };
}
