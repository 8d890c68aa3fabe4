import { describe, expect, it } from '@jest/globals';
import { Semaphore } from '../../../../src/adapters/outbound/support/semaphore.js';

/** Lets every promise that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Permits for a resource', () => {
  it('that writes hold leave a share to reads', async () => {
    const permits = new Semaphore(3, 10, 1);
    const releaseWrite = await permits.acquire('write');
    await permits.acquire('write');
    let isGranted = false;
    void permits.acquire('write').then(() => (isGranted = true));
    const releaseRead = await permits.acquire('read');
    releaseRead();
    await settled();
    expect({ isGranted, busy: permits.busy, waiting: permits.waiting }).toEqual({
      isGranted: false,
      busy: 2,
      waiting: 1,
    });
    releaseWrite();
    await settled();
    expect(isGranted).toBe(true);
  });

  it('go to calls in order of arrival, urgent ones first', async () => {
    const permits = new Semaphore(1, 10);
    const order: string[] = [];
    const use = async (name: string, kind: 'read' | 'write', urgent = false) => {
      const release = await permits.acquire(kind, undefined, urgent);
      order.push(name);
      release();
    };
    const release = await permits.acquire('write');
    const calls = [use('one', 'write'), use('two', 'read'), use('three', 'write'), use('urgent', 'read', true)];
    release();
    await Promise.all(calls);
    expect(order).toEqual(['urgent', 'one', 'two', 'three']);
    expect(permits.busy).toBe(0);
  });

  it('are refused when too many calls wait, and not given to a call that was cancelled', async () => {
    const permits = new Semaphore(1, 1);
    const release = await permits.acquire('read');
    const controller = new AbortController();
    const cancelled = permits.acquire('read', controller.signal);
    await expect(permits.acquire('read')).rejects.toMatchObject({ code: 'unavailable' });
    controller.abort(new Error('late'));
    await expect(cancelled).rejects.toThrow('late');
    release();
    expect({ busy: permits.busy, waiting: permits.waiting }).toEqual({ busy: 0, waiting: 0 });
  });
});
