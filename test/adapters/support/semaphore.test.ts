import { describe, expect, it } from '@jest/globals';
import { NoPermitError, Semaphore } from '../../../src/adapters/support/semaphore.js';

/** Lets every promise that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('A semaphore', () => {
  it('runs so much work at a time, and the rest in order of arrival', async () => {
    const permits = new Semaphore(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = [0, 1, 2, 3].map((number) =>
      permits.run(() => {
        started.push(number);
        return new Promise<void>((end) => ends.push(end));
      }),
    );
    await settled();
    expect([started, permits.busy, permits.waiting]).toEqual([[0, 1], 2, 2]);
    ends[1]?.();
    await settled();
    expect([started, permits.busy, permits.waiting]).toEqual([[0, 1, 2], 2, 1]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    ends[3]?.();
    await Promise.all(work);
    expect([started, permits.busy, permits.waiting]).toEqual([[0, 1, 2, 3], 0, 0]);
  });

  it('has its permit back from work that fails', async () => {
    const permits = new Semaphore(1);
    await expect(permits.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(permits.busy).toBe(0);
  });

  it('refuses at once what finds a full line', async () => {
    const permits = new Semaphore(1, 1);
    await permits.acquire();
    const second = permits.acquire();
    await expect(permits.acquire()).rejects.toThrow(NoPermitError);
    permits.release();
    await second;
    permits.release();
    expect(permits.busy).toBe(0);
  });

  it('lets go of what gives up: at its time limit, or for the reason of its signal', async () => {
    const permits = new Semaphore(1);
    await permits.acquire();
    const controller = new AbortController();
    const cancelled = permits.acquire({ signal: controller.signal });
    const late = permits.acquire({ timeoutMs: 1 });
    const patient = permits.acquire({ timeoutMs: 60_000 });
    controller.abort(new Error('the client left'));
    await expect(cancelled).rejects.toThrow('the client left');
    await expect(late).rejects.toThrow(NoPermitError);
    await expect(permits.acquire({ signal: controller.signal })).rejects.toThrow('the client left');
    expect(permits.waiting).toBe(1);
    permits.release();
    await patient;
    expect([permits.busy, permits.waiting]).toEqual([1, 0]);
  });
});
