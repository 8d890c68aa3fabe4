import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newAccountHolders } from '../support/application.js';
import { turns } from '../support/eventually.js';
import { CAT } from '../support/examples.js';

const DAY = 24 * 60 * 60 * 1000;

let holders: Awaited<ReturnType<typeof newAccountHolders>>;
beforeEach(async () => {
  holders = await newAccountHolders();
});

/** Adds an animal under a key. Resolves to whether the key was known. */
async function isReplayed(key: string): Promise<boolean> {
  const { pets, clock } = { ...holders.ports, clock: holders.clock };
  return (await pets.addOnce(CAT, { accountId: 1n, key, at: clock.now() })).replayed;
}

const purge = () =>
  holders.maintenance.purgeExpired((_, error) => {
    throw error;
  });

it('An idempotency key is purged after seven days, also by a process that has just started', async () => {
  await isReplayed('a');
  holders.clock.advance(7 * DAY);
  await purge();
  expect(await isReplayed('a')).toBe(true);
  holders.clock.advance(1);
  await purge();
  expect(await isReplayed('a')).toBe(false);
});

it('A clock that was six days behind, and is corrected, takes no key away within the day that clients are promised', async () => {
  holders.clock.turnTo('2026-11-25T12:00:00Z');
  await isReplayed('a');
  holders.clock.turnTo('2026-12-01T12:00:00Z');
  await purge();
  holders.clock.advance(DAY);
  await purge();
  expect(await isReplayed('a')).toBe(true);
});

describe('A purge of expired data', () => {
  it('reports a kind that could not be purged, and purges the others', async () => {
    const failure = new Error('out of order');
    jest.spyOn(holders.ports.attempts, 'purgeExpired').mockRejectedValueOnce(failure);
    const others = [
      jest.spyOn(holders.ports.sessions, 'purge'),
      jest.spyOn(holders.ports.apiKeys, 'purge'),
      jest.spyOn(holders.ports.pets, 'purgeIdempotencyKeys'),
    ];
    const errors: unknown[] = [];
    await holders.maintenance.purgeExpired((...error) => errors.push(error));
    expect(errors).toEqual([['attempts', failure]]);
    for (const other of others) expect(other).toHaveBeenCalledTimes(1);
  });

  it('purges one kind at a time', async () => {
    const { promise: slow, resolve: end } = Promise.withResolvers<undefined>();
    jest.spyOn(holders.ports.sessions, 'purge').mockReturnValueOnce(slow);
    const next = jest.spyOn(holders.ports.apiKeys, 'purge');
    const running = purge();
    await turns(10);
    expect(next).not.toHaveBeenCalled();
    end(undefined);
    await running;
    expect(next).toHaveBeenCalledTimes(1);
  });
});
