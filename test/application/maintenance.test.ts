import { beforeEach, expect, it } from '@jest/globals';
import { newAccountHolders } from '../support/application.js';
import { INT64_MAX } from '../../src/domain/values.js';
import { clientAt } from '../support/client-at.js';
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

it('A database that was restored gives no id again, ends every session, and names or revokes its active keys', async () => {
  const { accounts, apiKeys, maintenance, ports, sessions } = holders;
  const client = clientAt('192.0.2.1');
  await accounts.signUp({ email: 'jane@example.com', password: 'a quiet river bend', client });
  const token = await sessions.signIn({ email: 'jane@example.com', password: 'a quiet river bend', client });
  const { key, stored } = await apiKeys.createApiKey({ email: 'jane@example.com' });
  const { prefix } = (await apiKeys.createApiKey({ email: 'jane@example.com' })).stored;
  await apiKeys.revokeApiKey(prefix);
  expect(await maintenance.prepareRestored({ margin: 1000n })).toBe(1000n);
  const active = [{ prefix: stored.prefix, email: 'jane@example.com' }];
  expect(await Array.fromAsync(maintenance.activeKeys(false))).toMatchObject(active);
  expect((await ports.pets.add(CAT)).id).toBe(1001n);
  expect(await sessions.resumeSession(token)).toBeUndefined();
  expect(await apiKeys.authenticate(key)).toMatchObject({ keyPrefix: stored.prefix });
  expect(await maintenance.prepareRestored({ lastId: 500n })).toBe(1001n);
  expect((await ports.pets.add(CAT)).id).toBe(1002n);
  expect(await Array.fromAsync(maintenance.activeKeys(true))).toMatchObject(active);
  await expect(apiKeys.authenticate(key)).rejects.toMatchObject({ code: 'api_key_invalid' });
  const beyond = maintenance.prepareRestored({ lastId: INT64_MAX });
  await expect(beyond).rejects.toMatchObject({ code: 'invalid' });
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
