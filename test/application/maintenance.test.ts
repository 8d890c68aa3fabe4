import { beforeEach, expect, it } from '@jest/globals';
import { newAccountHolders } from '../support/application.js';
import { CAT } from '../support/examples.js';

const HOUR = 60 * 60 * 1000;

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
beforeEach(async () => {
  holders = await newAccountHolders();
});

/** Adds an animal under a key. Resolves to whether the key was known. */
async function isReplayed(key: string): Promise<boolean> {
  const { pets, clock } = { ...holders.ports, clock: holders.clock };
  return (await pets.addOnce(CAT, { accountId: 1n, key, at: clock.now() })).replayed;
}

/** Lets time pass while the service runs, which purges every hour. */
async function pass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    holders.clock.advance(HOUR);
    await purge();
  }
}

const purge = () =>
  holders.maintenance.purgeExpired((_, error) => {
    throw error;
  });

it('An idempotency key is purged after two days, and within four', async () => {
  await purge();
  await isReplayed('a');
  await pass(48);
  expect(await isReplayed('a')).toBe(true);
  await pass(48);
  expect(await isReplayed('a')).toBe(false);
});

it.each(['before', 'after'])(
  'No key is purged for a day if a clock was days behind and was corrected %s a start',
  async (when) => {
    holders.clock.turnTo('2026-11-28T12:00:00Z');
    if (when === 'after') await purge(); // at the start
    await isReplayed('a');
    holders.clock.turnTo('2026-12-01T12:00:00Z');
    await purge();
    await pass(23);
    expect(await isReplayed('a')).toBe(true);
  },
);
