import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network address that asks, as tries are counted for it: an IPv4 address, or the /64 of an IPv6 one, which is the
 * least that one household has.
 * @param trustProxy how many proxies stand in front of us, each of which adds whom it heard to X-Forwarded-For;
 *   what was in that header before them is the client's own invention.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const nearest = request.socket.remoteAddress ?? '';
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => each.trim());
  const forwarded = trustProxy > 0 ? told.at(-trustProxy) : undefined;
  return network(forwarded) ?? network(nearest) ?? 'unknown';
}

function network(address = ''): string | undefined {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return undefined;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (part = '') => (part === '' ? [] : part.split(':'));
  const zeros = Array<string>(8).fill('0');
  const whole =
    tail === undefined
      ? groups(head)
      : [...groups(head), ...zeros.slice(groups(head).length + groups(tail).length), ...groups(tail)];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
