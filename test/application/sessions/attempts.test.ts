import { expect, it } from '@jest/globals';
import { ATTEMPT_LIMITS } from '../../../src/application/sessions/attempts.js';

it('every limit is one that every throttle can count', () => {
  for (const { attempts, periodMs } of Object.values(ATTEMPT_LIMITS)) {
    expect(attempts).toBeGreaterThan(0);
    expect(periodMs).toBeGreaterThan(0);
    expect(periodMs).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
  }
});
