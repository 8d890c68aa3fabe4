import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientOf } from '../../../../../src/adapters/inbound/http/request/client.js';
import type { Client } from '../../../../../src/application/attempts.js';

function browser(userAgent: string | undefined): string | undefined {
  const request = { socket: {}, headers: { 'user-agent': userAgent } };
  return clientOf(request as unknown as IncomingMessage, 0).browser; // the parts of a request that it reads
}

function client(remoteAddress: string | undefined, forwarded: string | undefined, trustProxy: number): Client {
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  return clientOf(request as unknown as IncomingMessage, trustProxy); // the parts of a request that it reads
}

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** What browsers send as their User-Agent, by the words for them. Most of them also name others, which they resemble. */
const USER_AGENTS: readonly [words: string | undefined, userAgent: string | undefined][] = [
  ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  [
    'Firefox on iOS',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} FxiOS/145.0 Mobile Safari/605.1.15`,
  ],
  ['Chrome on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  ['Chrome on iOS', `${MOZILLA} (iPad; CPU OS 18_7 like Mac OS X) ${WEBKIT} CriOS/142.0 Mobile Safari/604.1`],
  ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['Safari on macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.1 Safari/605.1.15`],
  ['Edge on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`],
  ['Edge on Android', `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36 EdgA/142.0`],
  ['Opera on macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0 Safari/537.36 OPR/125.0`],
  ['curl', 'curl/8.14.1'],
  ['Linux', 'Program/1.0 (Linux)'],
  [undefined, 'python-requests/2.32.3'],
  [undefined, ''],
  [undefined, undefined],
];

describe('A client', () => {
  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::1', '::1', '::/64', '::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::1', 'fe80::/64', 'fe80::/48'],
    [undefined, 'unknown', 'unknown', 'unknown'],
  ])('on a connection from %s has the address %s, the network %s and the site %s', (remote, address, network, site) => {
    expect(client(remote, '203.0.113.9', 0)).toEqual({ address, network, site });
  });

  it.each([
    [1, 'made-up, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [2, 'made-up,198.51.100.1 , 203.0.113.9', '198.51.100.1'],
    [1, '203.0.113.9:4711', '203.0.113.9'],
    [1, '2001:db8:1:2::9', '2001:db8:1:2::9'],
    [1, '[2001:db8:1:2::9]:4711', '2001:db8:1:2::9'],
    [1, '[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ])('behind %d proxies that forward for %s has the address %s', (proxies, forwarded, address) => {
    expect(client('192.0.2.1', forwarded, proxies).address).toBe(address);
  });

  it.each([
    [1, undefined],
    [1, 'made-up'],
    [1, '0x7f000001'],
    [1, '203.0.113.9:port'],
    [2, '203.0.113.9'],
  ])(
    'behind %d proxies that forward for %s, which is not an address, has the address of its connection',
    (proxies, forwarded) => {
      expect(client('192.0.2.1', forwarded, proxies).address).toBe('192.0.2.1');
    },
  );

  it.each(USER_AGENTS)('has the browser %s if its User-Agent is %s', (words, userAgent) => {
    expect(browser(userAgent)).toBe(words);
  });
});
