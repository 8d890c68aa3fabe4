import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { browserOf } from './user-agent.js';
import type { Client } from '../../../../application/sessions/attempts.js';

/**
 * Where a request comes from.
 * @param trustProxy how many proxies stand in front of the service. Each appends the address that it was called from to
 *   X-Forwarded-For; entries before theirs are the client's own and are ignored.
 */
export function clientOf(request: IncomingMessage, trustProxy: number): Client {
  const entries = request.headers['x-forwarded-for']?.toString().split(',');
  const forwarded = trustProxy > 0 ? entries?.at(-trustProxy) : undefined;
  const address = parseAddress(forwarded) ?? parseAddress(request.socket.remoteAddress);
  const browser = browserOf(request.headers['user-agent']);
  if (address === undefined) return { address: UNKNOWN, network: UNKNOWN, site: UNKNOWN, browser };
  const text = address.toString();
  if (address.kind() === 'ipv4') return { address: text, network: text, site: text, browser };
  return { address: text, network: networkOf(text, 64), site: networkOf(text, 48), browser };
}

const UNKNOWN = 'unknown';

// Proxies write ports and brackets in several ways: 192.0.2.7:4711, [2001:db8::1]:4711, [2001:db8::1].
const ADDRESS_AND_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/** An IPv6 address that stands for an IPv4 one becomes that (RFC 4291, section 2.5.5.2). */
function parseAddress(entry = ''): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = entry.trim();
  const [, bracketed, plain] = ADDRESS_AND_PORT.exec(text) ?? [];
  const address = (bracketed ?? plain ?? text).replace(/%.*/, ''); // the zone names an interface of this machine
  const isValid = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isValid ? ipaddr.process(address) : undefined;
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}
