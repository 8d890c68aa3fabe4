import { hasCode } from '../../../../domain/errors.js';
import { isPetStatus, type NewPet, type Pet, type PetStatus } from '../../../../domain/pet.js';
import type {
  Added,
  Idempotency,
  NewestPetsQuery,
  PetQuery,
  PetRepository,
} from '../../../../domain/ports/repositories.js';
import { INT64_MAX, isId } from '../../../../domain/values.js';
import { Batcher } from '../../../support/batcher.js';
import { BATCHES, READ, type Statements } from '../execution/database.js';
import type { Connection } from '../execution/dialect.js';
import { insertInto, millisecondsOf, type Integer } from '../schema/entities.js';
import { DatabaseUnavailable, driverErrorOf, kindOf } from '../execution/failures.js';
import { purgeBefore } from '../maintenance/purge.js';

/** The columns of an animal in both of its tables, besides its id. */
const PET_COLUMNS = ['name', 'category_id', 'status'];
const NEW_PETS = { name: 'pets', columns: PET_COLUMNS };
const FIRST_USES = {
  name: 'idempotency_keys',
  columns: ['pet_id', ...PET_COLUMNS, 'account_id', 'idempotency_key', 'first_used_at'],
};

const FIND = `SELECT id, ${PET_COLUMNS.join(', ')} FROM pets`;
const FIND_BY_KEYS = `SELECT pet_id AS id, ${PET_COLUMNS.join(', ')}, account_id, idempotency_key FROM idempotency_keys WHERE`;
/** For `(account_id, idempotency_key) IN`, MariaDB would compare accounts as doubles, which the driver gives as texts. */
const HAS_KEY = '(account_id = ? AND idempotency_key = ?)';

interface Row {
  readonly id: Integer;
  readonly name: string;
  readonly category_id: Integer;
  readonly status: string;
}

interface KeyRow extends Row {
  readonly account_id: Integer;
  readonly idempotency_key: Buffer;
}

/** @throws DatabaseUnavailable for a row that this program never writes, and that people or a later version can make */
function petOf(row: Row): Pet {
  const { name, status } = row;
  const id = BigInt(row.id);
  if (!isId(id)) throw unknownRow(`${id} is not the id of an animal`);
  if (!isPetStatus(status)) throw unknownRow(`an animal has the unknown status ${JSON.stringify(status)}`);
  return { id, name, categoryId: BigInt(row.category_id), status };
}

function valuesOf({ name, categoryId, status, ...others }: NewPet): unknown[] {
  others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the parameters leave out.
  return [name, categoryId, status];
}

interface KeyedAddition {
  readonly pet: NewPet;
  readonly idempotency: Idempotency;
}

/**
 * Keeps the animals in the tables `pets` and `idempotency_keys`.
 *
 * Additions that arrive together, or while another one is running, share the next statement. One commit, which waits for
 * the disk, then serves many callers. If a batch fails, so does each of its additions: the reason is a fault of the
 * database, because the domain lets no animal through that the database would refuse.
 *
 * A batch whose outcome is unknown can be repeated only if all its additions have a key, so additions without one are
 * batched apart.
 */
export class SqlPetRepository implements PetRepository {
  private readonly additions = new Batcher((pets: readonly NewPet[]) => this.addAll(pets), BATCHES);
  private readonly keyedAdditions = new Batcher(
    (additions: readonly KeyedAddition[]) => this.addAllOnce(additions),
    BATCHES,
  );

  constructor(private readonly database: Statements) {}

  add(pet: NewPet): Promise<Pet> {
    return this.additions.load(pet);
  }

  addOnce(pet: NewPet, idempotency: Idempotency): Promise<Added> {
    return this.keyedAdditions.load({ pet, idempotency });
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
    return row && petOf(row);
  }

  async list({ limit, after = 0n, status }: PetQuery): Promise<Pet[]> {
    const { byStatus } = this.database.dialect.sql;
    return status === undefined
      ? this.select('WHERE id > ? ORDER BY id LIMIT ?', [after, limit])
      : this.select(`${byStatus} WHERE status = ? AND id > ? ORDER BY id LIMIT ?`, [status, after, limit]);
  }

  /** The statements include their bound, because SQLite takes no number above INT64_MAX. */
  async listNewest({ limit, before = INT64_MAX + 1n, status }: NewestPetsQuery): Promise<Pet[]> {
    const { byStatus } = this.database.dialect.sql;
    return status === undefined
      ? this.select('WHERE id <= ? ORDER BY id DESC LIMIT ?', [before - 1n, limit])
      : this.select(`${byStatus} WHERE status = ? AND id <= ? ORDER BY id DESC LIMIT ?`, [status, before - 1n, limit]);
  }

  purgeIdempotencyKeys(before: Date): Promise<void> {
    return purgeBefore(this.database, 'idempotency_keys', 'first_used_at', before);
  }

  /** A batch without keys is one statement, which a server answers in one round trip (ADR 20). */
  private addAll(pets: readonly NewPet[]): Promise<Pet[]> {
    return this.database.execute((connection) => this.insert(connection, pets));
  }

  /**
   * Looks the keys up first, so that a replay writes nothing, and adds only animals whose key is new. If several
   * additions have one key, the first one adds.
   */
  private async addAllOnce(additions: readonly KeyedAddition[]): Promise<Added[]> {
    let known = -1;
    for (;;) {
      const pets = await this.findByKeys(additions);
      // After a failover another server may answer that has not caught up yet.
      if (pets.size <= known) throw new DatabaseUnavailable(new Error('the animal of this key cannot be read yet'));
      known = pets.size;
      const fresh = new Map<string, KeyedAddition>();
      for (const addition of additions) {
        const name = nameOf(addition.idempotency);
        if (!pets.has(name) && !fresh.has(name)) fresh.set(name, addition);
      }
      try {
        if (fresh.size > 0) {
          const added = await this.insertWithKeys([...fresh.values()]);
          for (const [at, name] of [...fresh.keys()].entries()) pets.set(name, elementOf(added, at));
        }
      } catch (error) {
        // Another batch or instance, or an attempt whose answer was lost, used a key after the lookup.
        if (hasCode(error, 'already_exists')) continue;
        throw error;
      }
      return additions.map((addition) => {
        const name = nameOf(addition.idempotency);
        const pet = pets.get(name);
        if (pet === undefined) throw new Error('an addition has no animal');
        return { pet: { ...pet }, replayed: fresh.get(name) !== addition };
      });
    }
  }

  private async select(rest: string, values: unknown[]): Promise<Pet[]> {
    const rows = await this.database.query<Row[]>(`${FIND} ${rest}`, values, READ);
    return rows.map(petOf);
  }

  private async findByKeys(additions: readonly KeyedAddition[]): Promise<Map<string, Pet>> {
    const keys = additions.map(({ idempotency }) => [idempotency.accountId, Buffer.from(idempotency.key)]);
    const text = `${FIND_BY_KEYS} ${keys.map(() => HAS_KEY).join(' OR ')}`;
    const rows = await this.database.query<KeyRow[]>(text, keys.flat(), READ);
    const nameOfRow = (row: KeyRow) => nameOf({ accountId: BigInt(row.account_id), key: row.idempotency_key });
    return new Map(rows.map((row) => [nameOfRow(row), petOf(row)]));
  }

  /** Inserts animals and their keys in one transaction. Rejects with `already_exists` if a key was used before. */
  private insertWithKeys(additions: readonly KeyedAddition[]): Promise<Pet[]> {
    const insertBoth = async (connection: Connection) => {
      const pets = await this.insert(
        connection,
        additions.map(({ pet }) => pet),
      );
      const uses = additions.map(({ idempotency: { accountId, key, at } }, index) => {
        const { id, ...pet } = elementOf(pets, index);
        return [id, ...valuesOf(pet), accountId, Buffer.from(key), millisecondsOf(at)];
      });
      await this.insertUses(connection, uses);
      return pets;
    };
    // Work that was done but whose answer was lost fails with `already_exists` when it is repeated.
    return this.database.transaction(insertBoth, { effect: 'idempotent' });
  }

  /** Inserts animals, whose ids the database reports. */
  private async insert(connection: Connection, pets: readonly NewPet[]): Promise<Pet[]> {
    const inserting = this.database.dialect.sql.insertInOrder(connection, NEW_PETS, pets.map(valuesOf));
    const ids = await inserting.catch((error: unknown) => this.refuse(error));
    requireAll(ids.filter(isId).length, pets.length);
    return pets.map((pet, at) => ({ id: elementOf(ids, at), ...pet }));
  }

  /** Inserts keys, one for each animal. Rejects with `already_exists` if a key was used before. */
  private async insertUses(connection: Connection, uses: readonly unknown[][]): Promise<void> {
    const { sql } = this.database.dialect;
    const text = insertInto(FIRST_USES, uses.length);
    const result = await connection.query(text, uses.flat()).catch((error: unknown) => {
      if (sql.repeatsPrimaryKey(driverErrorOf(error))) this.refuse(error);
      throw error;
    });
    requireAll(sql.countInserted(result), uses.length);
  }

  /** Throws an error of the database, in which a repeated value is a fault of the database. */
  private refuse(error: unknown): never {
    if (kindOf(driverErrorOf(error), this.database.dialect.errors.kinds).means !== 'duplicate') throw error;
    const remedy = 'raise the counter as after a restore (docs/operations/README.md), or remove the index';
    throw refusal(`it gave an id again, or has a unique index that this program did not make; ${remedy}`);
  }
}

/** Throws unless the database reports every row. Without a transaction, the rows that it did insert stay. */
function requireAll(reported: number, rows: number): void {
  if (reported === rows) return;
  const remedy = 'remove the trigger that drops rows or sets ids';
  throw refusal(`it reports ${reported} of ${rows} rows; ${remedy}`).withUnknownOutcome();
}

function refusal(reason: string): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error(`The database does not add animals as it should: ${reason}`), 'failing');
}

function unknownRow(reason: string): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error(reason), 'failing');
}

/** The name of a key in this program. Keys with the same account and text have the same name. */
function nameOf({ accountId, key }: { readonly accountId: bigint; readonly key: Buffer | string }): string {
  return `${accountId} ${key.toString()}`;
}

function elementOf<T>(list: readonly T[], at: number): T {
  const element = list[at];
  if (element === undefined) throw new Error('an addition has no animal');
  return element;
}
