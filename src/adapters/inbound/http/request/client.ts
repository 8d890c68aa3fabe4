import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import Bowser from 'bowser';
import ipaddr from 'ipaddr.js';
import type { Client } from '../../../../application/attempts.js';

/**
 * The bits of an IPv6 address that are the same for one subscriber. Providers give a household a /56 or a little less, and
 * a mobile phone a /64 (RIPE-690, section 4.2). A subscriber with more addresses still meets the limits of an account.
 */
const SUBSCRIBER_BITS = 56;

/**
 * Returns the client that sent a request: its network address, the range of its subscriber, and its browser.
 * @param trustProxy how many proxies append the address of their caller to X-Forwarded-For; earlier entries are ignored
 */
export function clientOf(request: IncomingMessage, trustProxy: number): Client {
  const address = parsedAddressOf(request, trustProxy);
  const browser = browserOf(request.headers['user-agent']);
  const text = address?.toString() ?? 'unknown';
  const network = address?.kind() === 'ipv6' ? networkOf(text, SUBSCRIBER_BITS) : text;
  return { address: text, network, browser };
}

/** Returns only the address of `clientOf`. This costs less, because the log needs it for every request of a flood. */
export function ipAddressOf(request: IncomingMessage, trustProxy: number): string {
  return parsedAddressOf(request, trustProxy)?.toString() ?? 'unknown';
}

function parsedAddressOf({ headers, socket }: IncomingMessage, trustProxy: number) {
  const forwarded = trustProxy > 0 ? headers['x-forwarded-for']?.toString().split(',').at(-trustProxy) : undefined;
  return parseAddress(forwarded) ?? parseAddress(socket.remoteAddress);
}

// Proxies write ports and brackets in several ways: 192.0.2.7:4711, [2001:db8::1]:4711, [2001:db8::1].
const ADDRESS_AND_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;

/**
 * Parses an address. An IPv6 address that stands for an IPv4 address becomes that address (RFC 4291, section 2.5.5.2).
 */
function parseAddress(entry = ''): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = entry.trim();
  const [, bracketed, plain] = ADDRESS_AND_PORT.exec(text) ?? [];
  const address = (bracketed ?? plain ?? text).replace(/%.*/, ''); // The zone names an interface of this machine.
  // ipaddr.js does not check the address, because it throws and catches an error for each invalid one.
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
}

/** The most characters of the words for a browser, which a client may choose. */
const MAX_LENGTH = 40;

/** Returns the browser and its system in words, such as `Firefox on Linux`; `undefined` when neither is known. */
function browserOf(userAgent = ''): string | undefined {
  if (userAgent === '') return undefined; // The parser throws.
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, MAX_LENGTH) || undefined;
}
