import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientAddress } from '../../../../../src/adapters/inbound/http/request/client-address.js';

function addressOf(remoteAddress: string | undefined, forwarded: string | undefined, trustProxy: number): string {
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  return clientAddress(request as unknown as IncomingMessage, trustProxy); // all of a request that is looked at
}

describe('The address of a client', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('of the connection %s is %s', (remote, address) => {
    expect(addressOf(remote, '203.0.113.9', 0)).toBe(address);
  });

  it.each([
    [1, '203.0.113.9', '203.0.113.9'],
    [1, 'made-up, 198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, 'made-up,198.51.100.1 , 203.0.113.9', '198.51.100.1'],
    [1, '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    [1, undefined, '192.0.2.1'],
    [1, 'made-up', '192.0.2.1'],
    [2, '203.0.113.9', '192.0.2.1'],
  ])('behind %d proxies that forward for %s is %s', (proxies, forwarded, address) => {
    expect(addressOf('192.0.2.1', forwarded, proxies)).toBe(address);
  });
});
