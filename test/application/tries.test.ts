import { expect, it } from '@jest/globals';
import { networkOf, TRY_LIMITS } from '../../src/application/tries.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0003::', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('the address %j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('every limit is one that every throttle can count', () => {
  for (const { tries, period } of Object.values(TRY_LIMITS)) {
    expect(tries).toBeGreaterThan(0);
    expect(period).toBeGreaterThan(0);
    expect(period).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  }
});
