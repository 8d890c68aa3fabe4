import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unavailable } from '../../../../src/adapters/outbound/support/errors.js';
import { WriteMonitor } from '../../../../src/adapters/outbound/support/write-monitor.js';
import { DomainError } from '../../../../src/domain/errors.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const fails = (monitor: WriteMonitor) =>
  monitor.watch(Promise.reject(unavailable(new Error('read-only')))).catch(() => undefined);

describe('Writes', () => {
  it('stall when they have failed for five seconds, and no longer after one is done', async () => {
    const monitor = new WriteMonitor();
    for (let second = 0; second < 5; second++) {
      await fails(monitor);
      expect(monitor.isStalled).toBe(false);
      jest.advanceTimersByTime(1_001);
    }
    expect(monitor.isStalled).toBe(true);
    await monitor.watch(Promise.resolve());
    expect(monitor.isStalled).toBe(false);
  });

  it('stall when one hangs for five seconds', () => {
    const monitor = new WriteMonitor();
    void monitor.watch(new Promise(() => undefined));
    jest.advanceTimersByTime(5_001);
    expect(monitor.isStalled).toBe(true);
  });

  it('do not stall because one failed long ago: the store is tried again', async () => {
    const monitor = new WriteMonitor();
    await fails(monitor);
    jest.advanceTimersByTime(60_000);
    expect(monitor.isStalled).toBe(false);
    await fails(monitor);
    expect(monitor.isStalled).toBe(false);
  });

  it('are done when the store refuses one for its content', async () => {
    const monitor = new WriteMonitor();
    await fails(monitor);
    jest.advanceTimersByTime(4_000);
    await monitor.watch(Promise.reject(new DomainError('already_exists', 'no'))).catch(() => undefined);
    await fails(monitor);
    jest.advanceTimersByTime(2_000);
    expect(monitor.isStalled).toBe(false);
  });
});
