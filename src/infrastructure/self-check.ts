import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Storage, StorageTarget } from '../adapters/outbound/storage.js';
import { DomainError } from '../domain/errors.js';
import { PET_STATUSES, type NewPet, type Pet } from '../domain/pet.js';
import { INT64_MAX } from '../domain/values.js';

/** A character of every plane of Unicode. */
const PLANES = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x10000 + 0x1234)).join('');

/** Animals whose properties the database could cut, convert, trim or take for the same. */
const ANIMALS: readonly NewPet[] = PET_STATUSES.flatMap((status) => [
  { name: PLANES, categoryId: INT64_MAX, status },
  { name: '\u{10ffff}'.repeat(255), categoryId: -INT64_MAX, status },
  { name: "a A \u00e4 a\u0308 ' \\ % _ ?", categoryId: 0n, status },
]);

export interface SelfCheckReport {
  /** Called with each step that succeeded, in a sentence. */
  readonly passed?: (message: string) => void;
  /** Called with each fault that does not keep the service from starting, in a sentence with its remedy. */
  readonly failed: (message: string) => void;
  /** Whether to read all data, which takes time in proportion to it. */
  readonly isThorough?: boolean;
}

/**
 * Checks a connected database, as each start and `doctor` do. Rejects with the DomainError that keeps the service from
 * starting, or from taking changes.
 */
export async function checkStorage(storage: Storage, target: StorageTarget, report: SelfCheckReport): Promise<void> {
  const { passed, failed, isThorough = false } = report;
  const { schema } = storage;
  const isMigrated = (await schema.pendingMigrations()).length === 0;
  const faults = isMigrated ? await schema.differences() : [];
  try {
    await schema.check();
    passed?.('The database answers, and its schema is up to date.');
    // Nothing is written to a damaged file.
    if (isThorough) faults.push(...((await storage.diagnose?.()) ?? []));
    await checkWrites(storage, target);
    passed?.('The database keeps what is written, with every character and digit.');
  } finally {
    for (const fault of faults) failed(fault); // A difference may be the reason of a refusal.
  }
}

/**
 * Checks that the database keeps what it accepts. Another connection to a server reads what this one has written.
 * Rejects with DomainError `unavailable`, also if the database refuses to write.
 */
async function checkWrites(storage: Storage, target: StorageTarget): Promise<void> {
  const other = target.isShared ? await target.open({ create: false, poolSize: 1 }) : undefined;
  try {
    await other?.connect();
    const fault = (await faultOfAdditions(storage, other)) ?? (await faultOfCommits(storage, other ?? storage));
    if (fault === undefined) return;
    const cause = new Error(fault);
    throw new DomainError('unavailable', `The database does not keep what it accepts, at ${target.location}.`, {
      cause,
    });
  } finally {
    await other?.close();
  }
}

/**
 * Adds animals as requests do, several at a time, without keys and with keys, in a transaction that is undone. So no
 * crash leaves one behind, and a database that draws ids outside of transactions skips some.
 */
async function faultOfAdditions(storage: Storage, other: Storage | undefined): Promise<string | undefined> {
  const given: Pet[] = [];
  const fault = await storage.withRollback?.(async (pets) => {
    const run = randomUUID();
    const addOnce = (pet: NewPet, at: number) =>
      pets.addOnce(pet, { accountId: INT64_MAX, key: `${run} ${at}`, at: new Date() });
    const isKept = async (animals: readonly NewPet[]) => {
      const stored = await Promise.all(given.map(({ id }) => pets.find(id)));
      return areEqual(
        stored,
        animals.map((pet, at) => ({ ...pet, id: given[at]?.id })),
      );
    };
    for (const pet of ANIMALS) given.push(await pets.add(pet)); // Several at once are checked by the repository, too.
    if (!(await isKept(ANIMALS))) return 'an animal is stored otherwise';
    given.push(...(await Promise.all(ANIMALS.map((pet) => pets.add(pet)))));
    const keyed = await Promise.all(ANIMALS.map(addOnce));
    given.push(...keyed.map(({ pet }) => pet));
    if (!(await isKept([...ANIMALS, ...ANIMALS, ...ANIMALS]))) {
      return 'an animal that is added with others, or with a key, is stored otherwise';
    }
    const after = (given[0]?.id ?? 0n) - 1n;
    const lists = await Promise.all(PET_STATUSES.map((status) => pets.list({ status, after, limit: given.length })));
    if (!areEqual(lists.flat().sort(byId), given)) return 'an animal is missing in a list';
    const replays = await Promise.all(ANIMALS.map(addOnce));
    const isReplayed = areEqual(
      replays,
      keyed.map(({ pet }) => ({ pet, replayed: true })),
    );
    if (!isReplayed) return 'a key adds twice';
    const isVisible = other !== undefined && (await hasAny(other, given));
    return isVisible ? 'an animal can be read before its addition is complete' : undefined;
  });
  return fault ?? ((await hasAny(other ?? storage, given)) ? 'an animal that was undone is still there' : undefined);
}

/**
 * Commits as little as possible: a session that no token matches. It is removed, and if the process ends before that,
 * the next purge deletes it, because it has expired.
 */
async function faultOfCommits(storage: Storage, other: Storage): Promise<string | undefined> {
  const at = new Date(0);
  const hash = randomBytes(32).toString('hex');
  const written = { hash, accountId: INT64_MAX, createdAt: at, lastSeenAt: at, address: '::', browser: PLANES };
  await storage.sessions.add(written);
  const read = await other.sessions.find(hash).finally(() => storage.sessions.remove(hash));
  if (read === undefined) return 'what was written cannot be read';
  return areEqual(read, written) ? undefined : 'what was written is read changed';
}

/**
 * Whether the database has one of these animals. Another program may have got an id again that was undone, so the whole
 * animals are compared.
 */
async function hasAny({ pets }: Storage, animals: readonly Pet[]): Promise<boolean> {
  const found = await Promise.all(animals.map(({ id }) => pets.find(id)));
  return found.some((pet, at) => pet !== undefined && areEqual(pet, animals[at]));
}

function byId(one: Pet, other: Pet): number {
  return one.id < other.id ? -1 : 1;
}

/** Copies are compared, because the prototype of a row is the driver's. */
function areEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}
