import type { Client } from '../../src/application/attempts.js';

/** A client at an IPv4 address. */
export function clientAt(address: string): Client {
  return { address, network: address };
}
