/** Where a request comes from. */
export interface Client {
  /** The network address, for people to read, such as 192.0.2.7 or 2001:db8::1; `unknown` when it cannot be found out. */
  readonly address: string;
  /** What one subscriber has at least: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** What one subscriber may have: an IPv4 address, or the /48 of an IPv6 address (RFC 6177). */
  readonly site: string;
}
