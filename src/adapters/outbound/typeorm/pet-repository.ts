import { hasCode } from '../../../domain/errors.js';
import { restorePet, type NewPet, type Pet, type PetStatus } from '../../../domain/pet.js';
import type { Added, Idempotency, NewestPetsQuery, PetQuery } from '../../../domain/ports/repositories.js';
import { INT64_MAX } from '../../../domain/values.js';
import type { BatchPetRepository, KeyedAddition } from '../batching/pet-repository.js';
import { readClock } from './clock.js';
import { READ, type Database } from './database.js';
import type { Connection } from './dialect.js';
import { StoreUnavailable } from './errors.js';
import { purgeBefore } from './purge.js';
import {
  IDEMPOTENCY_KEYS,
  insertInto,
  namesOf,
  PET,
  PET_MEMBER_COLUMNS,
  placesOf,
  restore,
  stored,
  valuesOf,
  type Integer,
  type Row,
} from './tables.js';

const NEW_PETS = { name: 'pets', columns: namesOf(PET_MEMBER_COLUMNS) };

/** How long clients may rely on an idempotency key, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

const FIND = `SELECT ${namesOf(PET).join(', ')} FROM pets`;

const FIND_BY_KEYS = `SELECT pet_id AS id, ${NEW_PETS.columns.join(', ')}, account_id, idempotency_key
  FROM idempotency_keys WHERE (account_id, idempotency_key) IN`;

/** Keeps the animals in the tables `pets` and `idempotency_keys`. */
export class SqlPetRepository implements BatchPetRepository {
  constructor(private readonly database: Database) {}

  async add(pet: NewPet): Promise<Pet> {
    return only(await this.addAll([pet]));
  }

  async addAll(pets: readonly NewPet[]): Promise<Pet[]> {
    const rows = pets.map(petValues);
    const { dialect } = this.database;
    const ids = await this.database.execute((connection) => dialect.insertInOrder(connection, NEW_PETS, rows));
    return pets.map((pet, at) => petOf(ids[at], pet));
  }

  async addOnce(pet: NewPet, idempotency: Idempotency): Promise<Added> {
    return only(await this.addAllOnce([{ pet, idempotency }]));
  }

  /** Looks the keys up first, so that a replay writes nothing, and adds only animals whose key is new. */
  async addAllOnce(additions: readonly KeyedAddition[]): Promise<Added[]> {
    let known = -1;
    for (;;) {
      const pets = await this.findByKeys(additions);
      // After a failover another server may answer that has not caught up yet.
      if (pets.size <= known) throw new StoreUnavailable(new Error('the animal of this key cannot be read yet'));
      known = pets.size;
      const fresh = new Map<string, KeyedAddition>();
      for (const addition of additions) {
        const name = nameOf(addition.idempotency);
        if (!pets.has(name) && !fresh.has(name)) fresh.set(name, addition);
      }
      try {
        const ids = fresh.size === 0 ? [] : await this.insertWithKeys([...fresh.values()]);
        for (const [at, [name, { pet }]] of [...fresh].entries()) pets.set(name, petOf(ids[at], pet));
      } catch (error) {
        // Another instance used a key after the look-up, and the unique index let only one of both commit.
        if (hasCode(error, 'already_exists')) continue;
        throw error;
      }
      return additions.map((addition) => {
        const name = nameOf(addition.idempotency);
        return { pet: { ...only([pets.get(name)]) }, replayed: fresh.get(name) !== addition };
      });
    }
  }

  async find(id: bigint): Promise<Pet | undefined> {
    return (await this.select('WHERE id = ?', [id]))[0];
  }

  /** Reads the animal after the change, because a repeated change finds its own effect and changes no row. */
  async changeStatus(id: bigint, from: PetStatus, to: PetStatus): Promise<Pet | undefined> {
    const change = async (connection: Connection) => {
      await connection.query('UPDATE pets SET status = ? WHERE id = ? AND status = ?', [to, id, from]);
      return connection.query<Row[]>(`${FIND} WHERE id = ?`, [id]);
    };
    const [row] = await this.database.execute(change, { effect: 'idempotent' });
    return row && petFromRow(row);
  }

  async list({ limit, after = 0n, status }: PetQuery): Promise<Pet[]> {
    const { byStatus } = this.database.dialect;
    return status === undefined
      ? this.select('WHERE id > ? ORDER BY id LIMIT ?', [after, limit])
      : this.select(`${byStatus} WHERE status = ? AND id > ? ORDER BY id LIMIT ?`, [status, after, limit]);
  }

  async listNewest({ limit, upTo = INT64_MAX, status }: NewestPetsQuery): Promise<Pet[]> {
    const { byStatus } = this.database.dialect;
    return status === undefined
      ? this.select('WHERE id <= ? ORDER BY id DESC LIMIT ?', [upTo, limit])
      : this.select(`${byStatus} WHERE status = ? AND id <= ? ORDER BY id DESC LIMIT ?`, [status, upTo, limit]);
  }

  /** A server has its own clock. SQLite has that of this machine, with which it cannot see that the clock is wrong. */
  async purgeIdempotencyKeys(before: Date): Promise<void> {
    if (before.getTime() > 1000 * (await readClock(this.database)) - DAY) {
      throw new Error('the clocks of this machine and of the store differ by a day or more; set the wrong one');
    }
    return purgeBefore(this.database, { table: 'idempotency_keys', key: 'pet_id', column: 'first_used_at' }, before);
  }

  /** @param rest the SQL that follows `FROM pets` */
  private async select(rest: string, values: unknown[]): Promise<Pet[]> {
    const rows = await this.database.query<Row[]>(`${FIND} ${rest}`, values, READ);
    return rows.map(petFromRow);
  }

  /** Finds the animals that were added under the keys of these additions, by the `nameOf` of their keys. */
  private async findByKeys(additions: readonly KeyedAddition[]): Promise<Map<string, Pet>> {
    const keys = additions.map(({ idempotency }) => keyValues(idempotency));
    const text = `${FIND_BY_KEYS} (${placesOf(2, keys.length)})`;
    const rows = await this.database.query<KeyRow[]>(text, keys.flat(), READ);
    return new Map(
      rows.map((row) => [nameOf({ accountId: row.account_id, key: row.idempotency_key }), petFromRow(row)]),
    );
  }

  /** Inserts animals and their keys in one transaction. Rejects with `already_exists` if a key was used before. */
  private insertWithKeys(additions: readonly KeyedAddition[]): Promise<bigint[]> {
    const pets = additions.map(({ pet }) => petValues(pet));
    const insertBoth = async (connection: Connection) => {
      const ids = await this.database.dialect.insertInOrder(connection, NEW_PETS, pets);
      const keys = additions.map(({ pet, idempotency }, at) => {
        return [ids[at], ...petValues(pet), ...keyValues(idempotency), stored(idempotency.at)];
      });
      await connection.query(insertInto(IDEMPOTENCY_KEYS, keys.length), keys.flat());
      return ids;
    };
    // Work that was done but whose answer was lost fails with `already_exists` when it is repeated.
    return this.database.transaction(insertBoth, { effect: 'idempotent' });
  }
}

interface KeyRow extends Row {
  readonly account_id: Integer;
  readonly idempotency_key: Buffer;
}

/** Restores an animal from its row. @throws Error for a row that this program never writes */
function petFromRow(row: Row): Pet {
  return restorePet(restore(PET, row));
}

/** Restores an animal that was just inserted. @throws Error without an id */
function petOf(id = 0n, pet: NewPet): Pet {
  return restorePet({ id, ...pet });
}

/** Returns the values of the columns of NEW_PETS. */
function petValues(pet: NewPet): unknown[] {
  return valuesOf<NewPet>(PET_MEMBER_COLUMNS, pet);
}

/**
 * Returns the values of the columns `account_id` and `idempotency_key`. A key is stored as bytes and so compared
 * exactly, because no collation folds its case.
 */
function keyValues({ accountId, key }: Idempotency): unknown[] {
  return [accountId, Buffer.from(key)];
}

/** The name of a key in this program. Keys with the same account and text have the same name. */
function nameOf({ accountId, key }: { readonly accountId: Integer; readonly key: Buffer | string }): string {
  return `${accountId} ${key.toString()}`;
}

/** Returns the element of a list that has one. */
function only<T>([element]: readonly (T | undefined)[]): T {
  if (element === undefined) throw new Error('an addition has no animal');
  return element;
}
