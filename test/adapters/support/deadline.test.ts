import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Deadline } from '../../../src/adapters/support/deadline.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const LIMIT_MS = 100;

it('A watcher is called when the deadline has passed, once, and never before or after it was removed', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('elapse' as const), ms: fc.integer({ min: 1, max: 2 * LIMIT_MS }) }),
    fc.record({ kind: fc.constant('watch' as const) }),
    fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const deadline = new Deadline(LIMIT_MS);
      const end = performance.now() + LIMIT_MS;
      const watchers: { calls: number; expected: number; isOn: boolean; remove: () => void }[] = [];
      for (const each of actions) {
        if (each.kind === 'elapse') jest.advanceTimersByTime(each.ms);
        else if (each.kind === 'watch') {
          const watcher = { calls: 0, expected: 0, isOn: true, remove: () => undefined };
          watchers.push(Object.assign(watcher, { remove: deadline.watch(() => watcher.calls++) }));
        } else {
          const watcher = watchers[each.which % watchers.length];
          watcher?.remove();
          if (watcher) watcher.isOn = false;
        }
        // A deadline that passed is noticed by a timer, so not before time elapses.
        if (each.kind === 'elapse' && performance.now() >= end) {
          for (const watcher of watchers.filter(({ isOn }) => isOn))
            Object.assign(watcher, { expected: 1, isOn: false });
        }
        expect(watchers.map(({ calls }) => calls)).toEqual(watchers.map(({ expected }) => expected));
        expect(deadline.hasPassed).toBe(performance.now() >= end);
      }
      for (const { remove } of watchers) remove();
      expect(jest.getTimerCount()).toBe(0);
    }),
  );
});

it('A race ends with its promise, or with an error some time after the deadline', async () => {
  const expire = () => new Error('late');
  await expect(new Deadline(LIMIT_MS).race(Promise.resolve('done'), expire)).resolves.toBe('done');
  await expect(new Deadline(LIMIT_MS).race(Promise.reject(new Error('failed')), expire)).rejects.toThrow('failed');
  expect(jest.getTimerCount()).toBe(0);

  const ends: string[] = [];
  const settled = Promise.withResolvers<string>();
  const note = (race: Promise<string>) =>
    void race.then(
      (end) => ends.push(end),
      (error: unknown) => ends.push(String(error)),
    );
  note(new Deadline(LIMIT_MS).race(settled.promise, expire, 50));
  note(new Deadline(LIMIT_MS).race(new Promise(() => undefined), expire, 50));
  await jest.advanceTimersByTimeAsync(LIMIT_MS + 49);
  settled.resolve('just in time');
  await jest.advanceTimersByTimeAsync(1);
  expect(ends).toEqual(['just in time', 'Error: late']);
});
