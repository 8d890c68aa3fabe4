import { restorePet, type NewPet, type Pet } from '../../../domain/pet.js';
import type { Idempotency, PetBatches, PetQuery, PetRepository } from '../../../domain/ports/pet-repository.js';
import { READ, type Database, type ExecuteOptions } from './database.js';
import { DuplicateError, unavailable } from '../support/errors.js';
import { additionFromRow, additionToRow, keyBytes, type IdempotencyKeyRow } from './idempotency-key-schema.js';
import { petFromRow, petToRow, type PetRow } from './pet-schema.js';

/** How many idempotency keys one statement deletes, so that none holds its locks for long. */
const PURGE_BATCH_SIZE = 500;

const INTO_PETS = 'INSERT INTO pets (name, category_id, status)';

const INSERT_PET = `${INTO_PETS} VALUES (?, ?, ?)`;

const INSERT_KEY = `INSERT INTO idempotency_keys
  (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at) VALUES (?, ?, ?, ?, ?, ?, ?)`;

const FIND_ADDITION = `SELECT pet_id, name, category_id, status FROM idempotency_keys
  WHERE account_id = ? AND idempotency_key = ?`;

const COLUMNS = 'SELECT id, name, category_id, status';

const FIND_PET = `${COLUMNS} FROM pets WHERE id = ?`;

const EXPIRED_KEYS = 'SELECT pet_id FROM idempotency_keys WHERE first_used_at < ? ORDER BY first_used_at LIMIT ?';

/** An addition that was done although its answer was lost fails with DuplicateError when it is done again. */
const IDEMPOTENT: ExecuteOptions = { effect: 'idempotent' };

/**
 * Animals in the tables `pets` and `idempotency_keys`. Statements are written out and rows mapped by hand, since these
 * are the service's hot paths; their texts never vary, so that an engine may keep them prepared.
 */
export class TypeormPetRepository implements PetRepository, PetBatches {
  constructor(private readonly database: Database) {}

  add(pet: NewPet): Promise<Pet> {
    return this.insert((text, values) => this.database.query(text, values), pet);
  }

  addAll(pets: readonly NewPet[]): Promise<Pet[]> {
    const rows = pets.map(petToRow).map((row) => [row.name, row.category_id, row.status]);
    return this.database.execute(async (connection) => {
      const ids = await this.database.dialect.insertAll(connection, INTO_PETS, rows);
      return pets.map(({ name, categoryId, status }, at) => restorePet(ids[at] ?? 0n, name, categoryId, status));
    });
  }

  async addOnce(pet: NewPet, idempotency: Idempotency): Promise<{ pet: Pet; replayed: boolean }> {
    const earlier = await this.findAddition(idempotency);
    if (earlier !== undefined) return { pet: earlier, replayed: true };
    try {
      return { pet: await this.insertOnce(pet, idempotency), replayed: false };
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error;
      const winner = await this.findAddition(idempotency);
      // After a failover another server may answer, which has not caught up yet.
      if (winner === undefined) throw unavailable(new Error('the animal of this key cannot be read yet'));
      return { pet: winner, replayed: true };
    }
  }

  async find(id: bigint): Promise<Pet | undefined> {
    const [row] = await this.database.query<PetRow[]>(FIND_PET, [id], READ);
    return row && petFromRow(row);
  }

  async findAll(ids: readonly bigint[]): Promise<Pet[]> {
    const places = ids.map(() => '?').join(', ');
    const rows = await this.database.query<PetRow[]>(`${COLUMNS} FROM pets WHERE id IN (${places})`, [...ids], READ);
    return rows.map(petFromRow);
  }

  async list(query: PetQuery): Promise<Pet[]> {
    const { text, values } = this.selection(query, COLUMNS);
    return (await this.database.query<PetRow[]>(text, values, READ)).map(petFromRow);
  }

  async listAll(queries: readonly PetQuery[]): Promise<Pet[][]> {
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
    return lists.map((list) => list.sort(byId));
  }

  async purgeIdempotencyKeys(before: Date): Promise<void> {
    let found: number;
    do {
      const rows = await this.database.query<Pick<IdempotencyKeyRow, 'pet_id'>[]>(
        EXPIRED_KEYS,
        [BigInt(before.getTime()), PURGE_BATCH_SIZE],
        READ,
      );
      found = rows.length;
      if (found > 0) await this.deleteKeys(rows.map(({ pet_id }) => pet_id));
    } while (found === PURGE_BATCH_SIZE);
  }

  private selection({ limit, after = 0n, status }: PetQuery, columns: string): { text: string; values: unknown[] } {
    return status === undefined
      ? { text: `${columns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`, values: [after, limit] }
      : {
          text: `${columns} FROM pets ${this.database.dialect.byStatus} WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
          values: [status, after, limit],
        };
  }

  /** Rejects with DuplicateError and adds nothing if the key exists. */
  private insertOnce(pet: NewPet, idempotency: Idempotency): Promise<Pet> {
    return this.database.transaction(async (connection) => {
      const added = await this.insert((text, values) => connection.query(text, values), pet);
      const row = additionToRow(added.id, pet, idempotency);
      await connection.query(INSERT_KEY, [
        row.pet_id,
        row.name,
        row.category_id,
        row.status,
        row.account_id,
        row.idempotency_key,
        row.first_used_at,
      ]);
      return added;
    }, IDEMPOTENT);
  }

  private async insert(send: (text: string, values: unknown[]) => Promise<unknown>, pet: NewPet): Promise<Pet> {
    const { name, categoryId, status } = pet;
    const row = petToRow(pet);
    const result = await send(INSERT_PET, [row.name, row.category_id, row.status]);
    return restorePet(this.database.dialect.insertedId(result), name, categoryId, status);
  }

  private async findAddition({ accountId, key }: Idempotency): Promise<Pet | undefined> {
    const [row] = await this.database.query<
      Omit<IdempotencyKeyRow, 'account_id' | 'idempotency_key' | 'first_used_at'>[]
    >(FIND_ADDITION, [accountId, keyBytes(key)], READ);
    return row && additionFromRow(row);
  }

  private async deleteKeys(petIds: readonly (bigint | number | string)[]): Promise<void> {
    const places = petIds.map(() => '?').join(', ');
    await this.database.query(`DELETE FROM idempotency_keys WHERE pet_id IN (${places})`, [...petIds]);
  }
}

function byId(one: Pet, other: Pet): number {
  return one.id < other.id ? -1 : 1;
}
