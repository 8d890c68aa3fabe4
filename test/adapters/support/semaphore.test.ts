import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Deadline } from '../../../src/adapters/support/deadline.js';
import { NoPermitError, Semaphore } from '../../../src/adapters/support/semaphore.js';

const SIZE = 2;
const LIMITS = { maxWaiting: 6, maxWaitingOfGroup: 3 };

type Step = { readonly do: 'acquire'; readonly group: string } | { readonly do: 'release' | 'leave' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c').map((group) => ({ do: 'acquire' as const, group })) },
  { weight: 2, arbitrary: fc.constant({ do: 'release' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'leave' as const }) },
);

/** The model: callers in the order in which they came, and the groups in the order in which they are next. */
class Model {
  readonly held: number[] = [];
  waiting: { readonly caller: number; readonly group: string }[] = [];
  private turns: string[] = [];

  acquire(caller: number, group: string): 'held' | 'waits' | 'refused' {
    if (this.held.length < SIZE) {
      this.held.push(caller);
      return 'held';
    }
    const ofGroup = this.waiting.filter((each) => each.group === group).length;
    if (this.waiting.length >= LIMITS.maxWaiting || ofGroup >= LIMITS.maxWaitingOfGroup) return 'refused';
    this.waiting.push({ caller, group });
    if (ofGroup === 0) this.turns.push(group);
    return 'waits';
  }

  leave(caller: number): void {
    this.waiting = this.waiting.filter((each) => each.caller !== caller);
    this.turns = this.turns.filter((group) => this.waiting.some((each) => each.group === group));
  }

  release(): void {
    this.held.shift();
    const [group] = this.turns;
    const next = this.waiting.find((each) => each.group === group);
    if (group === undefined || next === undefined) return;
    this.held.push(next.caller);
    this.turns.push(group);
    this.turns.shift();
    this.leave(next.caller);
  }
}

it('grants its permits in order within a group, and to the groups in turn, for every history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const semaphore = new Semaphore(SIZE, LIMITS);
      const model = new Model();
      const held: number[] = [];
      const leaving = new Map<number, AbortController>();
      for (const [caller, each] of steps.entries()) {
        if (each.do === 'acquire') {
          const controller = new AbortController();
          leaving.set(caller, controller);
          const outcome = model.acquire(caller, each.group);
          const granted = semaphore.acquire({ group: each.group, signal: controller.signal });
          void granted.then(
            () => held.push(caller),
            () => undefined,
          );
          if (outcome === 'refused') await expect(granted).rejects.toThrow(NoPermitError);
        } else if (each.do === 'release' && model.held.length > 0) {
          model.release();
          held.shift();
          semaphore.release();
        } else if (each.do === 'leave') {
          const [first] = model.waiting;
          if (first === undefined) continue;
          model.leave(first.caller);
          leaving.get(first.caller)?.abort();
        }
        await new Promise(setImmediate); // Promises that are settled have called back.
        expect({ held, busy: semaphore.busy, waiting: semaphore.waiting }).toEqual({
          held: model.held,
          busy: model.held.length,
          waiting: model.waiting.length,
        });
      }
    }),
  );
});

it('ends a wait at its deadline', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  await expect(semaphore.acquire({ deadline: new Deadline(0) })).rejects.toThrow(NoPermitError);
  expect(semaphore.waiting).toBe(0);
});
