import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createPet } from '../../src/domain/pet.js';
import type { OpenStore, StoreKind } from '../support/stores.js';
import { expectUnavailable, withAnother } from './instances.js';

const CAT = createPet({ name: 'cat', categoryId: 1n });

/** What every adapter of Store owes. */
export function storeContract(kind: StoreKind): void {
  let opened: OpenStore;
  beforeEach(async () => {
    opened = await kind.openEmpty();
  });
  afterEach(() => opened.close());

  it('runs every pending migration once, and is well after that', async () => {
    const { store, pets } = opened;
    const pending = await store.pendingMigrations();
    expect(await store.pendingMigrations()).toEqual(pending);
    expect(await store.migrate()).toEqual(pending);
    expect(await store.pendingMigrations()).toEqual([]);
    await expect(store.check()).resolves.toBeUndefined();
    const added = await pets.add(CAT);
    expect(await store.migrate()).toEqual([]);
    expect(await pets.list({ limit: 10 })).toEqual([added]);
  });

  // Memory has no schema, and is this process's alone.
  if (kind.reach === 'process') return;

  it('is unavailable, and changes nothing, until it is migrated', async () => {
    const { store, pets, accounts } = opened;
    for (const call of [() => store.check(), () => pets.list({ limit: 1 }), () => accounts.list()]) {
      await expect(call()).rejects.toMatchObject({ name: 'DomainError', code: 'unavailable' });
    }
    expect(await store.pendingMigrations()).not.toEqual([]);
  });

  it('is migrated for every instance of the program', async () => {
    await withAnother(opened, async (other) => {
      await expect(other.store.check()).rejects.toMatchObject({ code: 'unavailable' });
      await opened.store.migrate();
      await expect(other.store.check()).resolves.toBeUndefined();
      expect(await other.store.pendingMigrations()).toEqual([]);
      expect(await other.store.migrate()).toEqual([]);
    });
  });

  it('runs every migration once where several instances ask at the same time', async () => {
    const { another, store } = opened;
    const pending = await store.pendingMigrations();
    const others = another === undefined ? [] : await Promise.all(Array.from({ length: 5 }, () => another()));
    const stores = [store, ...others.map((other) => other.store)];
    const ran = await Promise.all(stores.map((each) => each.migrate()));
    expect(stores).toHaveLength(6);
    expect(ran.flat()).toEqual(pending);
    for (const each of stores) await expect(each.check()).resolves.toBeUndefined();
    for (const other of others) await other.close();
  });

  it('is unavailable to every call once it has let go of the store', () =>
    expectUnavailable(opened, ({ store }) => [
      () => store.check(),
      () => store.pendingMigrations(),
      () => store.migrate(),
    ]));
}
