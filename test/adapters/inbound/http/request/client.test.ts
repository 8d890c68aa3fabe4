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
  ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ['x'.repeat(40), `${'x'.repeat(16_000)}/1 y`],
  [undefined, 'python-requests/2.32.3'],
  [undefined, ''],
  [undefined, undefined],
];

describe('A client', () => {
  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7', '192.0.2.7'],
    ['::1', '::1', '::/56'],
    ['2001:db8:1:234:3:4:5:6', '2001:db8:1:234:3:4:5:6', '2001:db8:1:200::/56'],
    ['fe80::1%eth0', 'fe80::1', 'fe80::/56'],
    [undefined, 'unknown', 'unknown'],
  ])('on a connection from %s has the address %s and the network %s', (remote, address, network) => {
    expect(client(remote, '203.0.113.9', 0)).toEqual({ address, network });
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
