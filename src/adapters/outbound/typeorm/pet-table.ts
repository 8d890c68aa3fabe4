import { restorePet, type NewPet, type Pet } from '../../../domain/pet.js';
import type { Addition as Added, Idempotency, PetQuery } from '../../../domain/ports/repositories.js';
import { DuplicateError, unavailable } from '../support/errors.js';
import { READ, type Database } from './database.js';
import { placesOf } from './statements.js';
import type { Integer } from './entities.js';
import { purgeBefore } from './purge.js';

const INTO_PETS = 'INSERT INTO pets (name, category_id, status)';

const INTO_KEYS = `INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at)`;

const COLUMNS = 'SELECT id, name, category_id, status';

const FIND_ADDITIONS = `SELECT pet_id AS id, name, category_id, status, account_id, idempotency_key FROM idempotency_keys
  WHERE (account_id, idempotency_key) IN`;

/** An animal to add, and the key under which it is added once. */
export interface Addition {
  readonly pet: NewPet;
  readonly once?: Idempotency;
}

/** The tables `pets` and `idempotency_keys`, in SQL by hand: the hot paths (ADR 4). Methods reject as those of PetRepository. */
export class PetTable {
  constructor(private readonly database: Database) {}

  /** Adds the animals that are not there yet, in one transaction, with ascending ids; of those under one key, the first. */
  async addAll(additions: readonly Addition[]): Promise<Added[]> {
    let earlier = new Map<unknown, Pet>();
    for (;;) {
      try {
        return await this.addNew(additions, earlier);
      } catch (error) {
        if (!(error instanceof DuplicateError)) throw error;
      }
      // A key was used before. Rare, so that keys are looked up only now.
      const found = await this.findEarlier(additions);
      // After a failover another server may answer, which has not caught up yet.
      if (found.size <= earlier.size) throw unavailable(new Error('the animal of this key cannot be read yet'));
      earlier = found;
    }
  }

  /** The animal of each id, at least one, in its place; `undefined` where none has it. */
  async findAll(ids: readonly bigint[]): Promise<(Pet | undefined)[]> {
    const text = `${COLUMNS} FROM pets WHERE id IN ${placesOf([ids])}`;
    const found = await this.database.query<PetRow[]>(text, [...ids], READ);
    const rows = new Map(found.map((row) => [BigInt(row.id), row]));
    return ids.map((id) => {
      const row = rows.get(id);
      return row && petFromRow(row);
    });
  }

  /** The list of each query, at least one, in their order. */
  async listAll(queries: readonly PetQuery[]): Promise<Pet[][]> {
    const [only] = queries;
    if (only !== undefined && queries.length === 1) {
      const { text, values } = this.selection(only, COLUMNS);
      return [(await this.database.query<PetRow[]>(text, values, READ)).map(petFromRow)];
    }
    const selections = queries.map((query, part) => this.selection(query, `${COLUMNS}, ${part} AS part`));
    const parts = selections.map(({ text }) => this.database.dialect.inUnion(text));
    const rows = await this.database.query<(PetRow & { readonly part: bigint | number })[]>(
      parts.join(' UNION ALL '),
      selections.flatMap(({ values }) => values),
      READ,
    );
    const lists = queries.map((): Pet[] => []);
    for (const row of rows) lists[Number(row.part)]?.push(petFromRow(row));
    // No engine promises the order of a union, though both keep it. Sorted by an engine, lists of 100 take a quarter longer.
    return lists.map((list) => list.sort((one, other) => (one.id < other.id ? -1 : 1)));
  }

  purgeIdempotencyKeys(before: Date): Promise<void> {
    return purgeBefore(this.database, { table: 'idempotency_keys', key: 'pet_id', column: 'first_used_at' }, before);
  }

  private selection({ limit, after = 0n, status }: PetQuery, columns: string): { text: string; values: unknown[] } {
    return status === undefined
      ? { text: `${columns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`, values: [after, limit] }
      : {
          text: `${columns} FROM pets ${this.database.dialect.byStatus} WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
          values: [status, after, limit],
        };
  }

  /** @param earlier the additions under some of the keys. Rejects with DuplicateError where another key was used before. */
  private async addNew(additions: readonly Addition[], earlier: ReadonlyMap<unknown, Pet>): Promise<Added[]> {
    const fresh = new Map<unknown, Addition>();
    for (const addition of additions) {
      const name = nameOf(addition);
      if (!earlier.has(name) && !fresh.has(name)) fresh.set(name, addition);
    }
    const pets = new Map([...earlier, ...(await this.insert(fresh))]);
    return additions.map((addition) => {
      const pet = pets.get(nameOf(addition));
      if (pet === undefined) throw new Error('an addition has no animal');
      return { pet: { ...pet }, replayed: fresh.get(nameOf(addition)) !== addition };
    });
  }

  private async insert(fresh: ReadonlyMap<unknown, Addition>): Promise<[unknown, Pet][]> {
    if (fresh.size === 0) return [];
    const additions = [...fresh.values()];
    const rows = additions.map(({ pet }) => petValues(pet));
    const keys = rows.flatMap((values, row) => {
      const once = additions[row]?.once;
      return once ? [{ row, values: [...values, ...keyOf(once), BigInt(once.at.getTime())] }] : [];
    });
    const references = keys.length === 0 ? undefined : { into: INTO_KEYS, rows: keys };
    const ids = await this.database.execute(
      (connection) => this.database.dialect.insertAll(connection, { into: INTO_PETS, rows }, references),
      // What was done although its answer was lost fails with DuplicateError when it is done again.
      keys.length === rows.length ? { effect: 'idempotent' } : {},
    );
    return [...fresh].map(([name, { pet }], at) => {
      return [name, restorePet(ids[at] ?? 0n, pet.name, pet.categoryId, pet.status)];
    });
  }

  private async findEarlier(additions: readonly Addition[]): Promise<Map<unknown, Pet>> {
    const keys = additions.flatMap(({ once }) => (once ? [keyOf(once)] : []));
    if (keys.length === 0) return new Map();
    const text = `${FIND_ADDITIONS} (${placesOf(keys)})`;
    const rows = await this.database.query<IdempotencyKeyRow[]>(text, keys.flat(), READ);
    return new Map(rows.map((row) => [keyName(row.account_id, row.idempotency_key), petFromRow(row)]));
  }
}

/** An animal as both tables hold it. */
interface PetRow {
  readonly id: Integer;
  readonly name: string;
  readonly category_id: Integer;
  readonly status: string;
}

interface IdempotencyKeyRow extends PetRow {
  readonly account_id: Integer;
  readonly idempotency_key: Buffer;
}

/** @throws Error for a row that this program never writes. */
function petFromRow({ id, name, category_id, status }: PetRow): Pet {
  return restorePet(BigInt(id), name, BigInt(category_id), status);
}

/** The columns of INTO_PETS. @throws Error for a name that UTF-8 cannot hold: engines would keep another without a word */
function petValues({ name, categoryId, status }: NewPet): unknown[] {
  if (!name.isWellFormed()) throw new Error('an animal whose name has an unpaired surrogate reached the store');
  return [name, categoryId, status];
}

/** The columns `account_id` and `idempotency_key`. As bytes a key is compared exactly: no collation folds its case. */
function keyOf({ accountId, key }: Idempotency): unknown[] {
  return [accountId, Buffer.from(key)];
}

/** The same for additions under one key, and another one for every other. */
function nameOf(addition: Addition): unknown {
  return addition.once ? keyName(addition.once.accountId, addition.once.key) : addition;
}

function keyName(accountId: Integer, key: Buffer | string): string {
  return `${accountId} ${key.toString()}`;
}
