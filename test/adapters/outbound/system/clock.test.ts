import { expect, it } from '@jest/globals';
import { SystemClock } from '../../../../src/adapters/outbound/system/clock.js';

it('the system’s clock tells the time', () => {
  const before = Date.now();
  const now = new SystemClock().now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
