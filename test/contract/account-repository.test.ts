import { beforeEach, expect, it } from '@jest/globals';
import type { AccountRepository } from '../../src/domain/ports/repositories.js';
import { NOON } from '../support/examples.js';
import { describeEach, openNew, TEST_STORAGES, type TestStorage } from '../support/storages.js';
import { expectCopies, expectNone, othersThan } from './instances.js';

/** From here on, a double has the same value for several ids. */
const FIRST_ID = 2n ** 62n + 1n;
const JANE = { email: 'jane@example.com', createdAt: NOON };
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA';

/** These tests state what every adapter of AccountRepository promises. */
describeEach(TEST_STORAGES, 'the account repository', (kind) => {
  let opened: TestStorage;
  let accounts: AccountRepository;
  beforeEach(async () => {
    opened = await openNew(kind, { nextId: FIRST_ID });
    ({ accounts } = opened);
  });

  it('returns exactly what was added, without the hash of the password', async () => {
    const instants = [new Date('1901-01-01T00:00:00Z'), NOON, new Date('9999-12-31T23:59:59.999Z')];
    const expected = instants.map((createdAt, at) => ({
      id: FIRST_ID + BigInt(at),
      email: `${'a'.repeat(241)}${at}@example.com`,
      createdAt,
    }));
    for (const { email, createdAt } of expected) await accounts.add({ email, createdAt }, HASH);
    expect(await accounts.list(1000)).toStrictEqual(expected);
    for (const account of expected) {
      expect(await accounts.find(account.id)).toStrictEqual(account);
      expect(await accounts.findByEmail(account.email)).toStrictEqual(account);
    }
  });

  it('finds no account by another email or id', async () => {
    const { id } = await accounts.add(JANE);
    for (const other of [0n, -1n, id + 1n, 2n ** 63n - 1n]) expect(await accounts.find(other)).toBeUndefined();
    const others = [...othersThan(JANE.email), 'jané@example.com', '🐈', 'jane\0@example.com', 'x'.repeat(100_000)];
    await expectNone(others, (email) => accounts.findByEmail(email));
  });

  it('refuses the email of another account', async () => {
    const added = await accounts.add(JANE, HASH);
    await expect(accounts.add({ ...JANE, createdAt: new Date(0) }, 'other')).rejects.toMatchObject({
      name: 'DomainError',
      code: 'already_exists',
    });
    expect(await accounts.list(1000)).toEqual([added]);
    expect(await accounts.findPasswordHash(added.id)).toBe(HASH);
  });

  it('lists any number of accounts in order of addition', async () => {
    const emails = Array.from({ length: 120 }, (_, n) => `${n}@example.com`);
    for (const [index, email] of emails.entries()) {
      await accounts.add({ email, createdAt: new Date(NOON.getTime() - index) });
    }
    const all = await accounts.list(1000);
    expect(all.map(({ email }) => email)).toEqual(emails);
    expect(await accounts.list(2, all[7]?.id)).toEqual(all.slice(8, 10));
    expect(await accounts.list(2, all.at(-1)?.id)).toEqual([]);
  });

  it('returns copies: changes to one have no effect', async () => {
    const draft = { ...JANE, createdAt: new Date(NOON) };
    const added = await accounts.add(draft);
    draft.createdAt.setTime(0);
    expect(added.createdAt).toEqual(NOON);
    const { id, email } = added;
    expect(await accounts.find(id)).toEqual(added);
    await expectCopies(
      [added],
      [() => accounts.find(id), () => accounts.findByEmail(email), () => accounts.list(1000)],
    );
  });

  it('keeps a password hash of 255 characters, and sets another one', async () => {
    const [longest, later] = ['$'.repeat(255), `${HASH} `];
    const jane = await accounts.add(JANE, longest);
    const joe = await accounts.add({ email: 'joe@example.com', createdAt: NOON });
    const hashes = () => Promise.all([jane.id, joe.id, 9n].map((id) => accounts.findPasswordHash(id)));
    expect(await hashes()).toEqual([longest, undefined, undefined]);
    await accounts.setPasswordHash(joe.id, HASH);
    await accounts.setPasswordHash(jane.id, later);
    await accounts.setPasswordHash(9n, HASH);
    expect(await hashes()).toEqual([later, HASH, undefined]);
  });

  it('removes an account and its password, frees its email, and never uses its id again', async () => {
    const joe = await accounts.add({ email: 'joe@example.com', createdAt: NOON }, HASH);
    const jane = await accounts.add(JANE, HASH);
    await accounts.remove(jane.id);
    await accounts.remove(jane.id);
    expect(await accounts.find(jane.id)).toBeUndefined();
    expect(await accounts.findByEmail(jane.email)).toBeUndefined();
    expect(await accounts.findPasswordHash(jane.id)).toBeUndefined();
    expect(await accounts.list(1000)).toEqual([joe]);
    expect(await accounts.findPasswordHash(joe.id)).toBe(HASH);

    const again = await accounts.add({ email: jane.email, createdAt: NOON });
    expect(again.id).toBeGreaterThan(jane.id);
    expect(await accounts.findPasswordHash(again.id)).toBeUndefined();
  });

  it('adds one account for an email, even with concurrent calls', async () => {
    const both = [accounts, (await opened.another()).accounts];
    const add = (each: AccountRepository) => each.add(JANE);
    const answers = await Promise.allSettled([...both, ...both, ...both].map(add));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of both) expect(await each.list(1000)).toHaveLength(1);
  });

  it('has the same data in every instance of the program', async () => {
    const other = await opened.another();
    const jane = await accounts.add(JANE, HASH);
    expect(await other.accounts.findByEmail(jane.email)).toEqual(jane);
    await other.accounts.setPasswordHash(jane.id, 'changed');
    expect(await accounts.findPasswordHash(jane.id)).toBe('changed');
    await accounts.remove(jane.id);
    expect(await other.accounts.find(jane.id)).toBeUndefined();
    expect((await other.accounts.add(JANE)).id).toBeGreaterThan(jane.id);
  });
});
