import { expect, it } from '@jest/globals';
import { TRY_LIMITS } from '../../src/application/tries.js';

it('every limit is one that every throttle can count', () => {
  for (const { tries, period } of Object.values(TRY_LIMITS)) {
    expect(tries).toBeGreaterThan(0);
    expect(period).toBeGreaterThan(0);
    expect(period).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  }
});
