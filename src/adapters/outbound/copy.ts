import { createHash, type Hash } from 'node:crypto';
import { DomainError } from '../../domain/errors.js';
import { InvalidStorageUrl, type Storage, type StorageTarget } from './storage.js';
import { parseStorageUrl } from './storages.js';
import { DuplicateError } from './support/errors.js';
import {
  COLLECTIONS,
  type Collection,
  type Row,
  type Snapshot,
  type Transfer,
  type Value,
} from './support/transfer.js';

/** For one batch of rows. */
const TIMEOUT_MS = 60_000;

/** What one collection held: the same in both stores when their checksums are equal. */
interface Summary {
  readonly rows: number;
  /** SHA-256 over all rows in their order, in hexadecimal digits. */
  readonly sha256: string;
}

export type CopyPhase = 'copying' | 'verifying';

/** Called before the first batch and after each. `done` and `total` count rows of all collections. */
export type OnProgress = (phase: CopyPhase, done: number, total: number) => void;

/**
 * Copies all data of the store at one URL to the empty one at another, which it migrates first. Rejects as `copyStore`
 * does; a message begins with the option or the store that it is about.
 */
export async function copy(from: string, to: string, onProgress: OnProgress): Promise<ReadonlyMap<string, Summary>> {
  const [fromUrl, toUrl] = [parse('--from', from), parse('--to', to)];
  const source = await fromUrl.open({ timeoutMs: TIMEOUT_MS, create: false });
  const target = await toUrl.open({ timeoutMs: TIMEOUT_MS });
  try {
    if (source.transfer === undefined) throw unreachable('--from', fromUrl);
    if (target.transfer === undefined) throw unreachable('--to', toUrl);
    await prepare('source', source, () => source.store.check());
    await prepare('target', target, () => target.store.migrate());
    return await copyStore(source.transfer, target.transfer, onProgress);
  } finally {
    await source.close();
    await target.close();
  }
}

function parse(option: string, url: string): StorageTarget {
  try {
    return parseStorageUrl(url);
  } catch (error) {
    throw error instanceof InvalidStorageUrl ? new DomainError('invalid', `${option} ${error.message}.`) : error;
  }
}

function unreachable(option: string, { name }: StorageTarget): DomainError {
  return new DomainError('invalid', `${option} names ${name}, which no other process can reach; name another store.`);
}

async function prepare(role: string, storage: Storage, work: () => Promise<unknown>): Promise<void> {
  try {
    await storage.connect();
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, `The ${role}: ${error.message}`, { cause: error.cause });
  }
}

/**
 * Copies all data to an empty store, and compares what arrived. Memory stays bounded by one batch.
 * Rejects with DomainError: `already_exists` when the target holds data, which stays as it is, or when another program
 * fills it; `unavailable` when a store cannot be reached; `invalid` when the comparison finds a difference. After the
 * last two the target is unusable until a copy into it succeeds.
 * @returns a summary for the name of each collection
 */
export async function copyStore(
  source: Transfer,
  target: Transfer,
  onProgress: OnProgress,
): Promise<ReadonlyMap<string, Summary>> {
  const occupied = await target.begin();
  if (occupied.length > 0) {
    throw new DomainError('already_exists', `The target holds data: ${occupied.join(', ')}. Name an empty store.`);
  }
  try {
    const written = await source.read((snapshot) => writeAll(snapshot, target, onProgress));
    const arrived = await target.read((snapshot) => readAll(snapshot, 'verifying', onProgress));
    rejectDifferences(written, arrived);
    await target.finish();
    return written;
  } catch (error) {
    if (error instanceof DuplicateError) throw new DomainError('already_exists', 'Another program fills the target.');
    if (!(error instanceof DomainError)) throw error;
    const message = `${error.message} The target is unusable until a copy into it succeeds.`;
    throw new DomainError(error.code, message, { cause: error.cause });
  }
}

async function writeAll(snapshot: Snapshot, target: Transfer, onProgress: OnProgress) {
  const summaries = await readAll(snapshot, 'copying', onProgress, (collection, rows) =>
    target.write(collection, rows),
  );
  for (const collection of COLLECTIONS) {
    if (collection.isGenerated) await target.reserveIds(collection, await snapshot.lastId(collection));
  }
  return summaries;
}

async function readAll(
  snapshot: Snapshot,
  phase: CopyPhase,
  onProgress: OnProgress,
  write?: (collection: Collection, rows: readonly Row[]) => Promise<void>,
): Promise<Map<string, Summary>> {
  let total = 0;
  for (const collection of COLLECTIONS) total += await snapshot.count(collection);
  let done = 0;
  onProgress(phase, done, total);
  const summaries = new Map<string, Summary>();
  for (const collection of COLLECTIONS) {
    const hash = createHash('sha256');
    let count = 0;
    for await (const rows of snapshot.rows(collection)) {
      await write?.(collection, rows);
      update(hash, rows);
      count += rows.length;
      done += rows.length;
      onProgress(phase, done, total);
    }
    summaries.set(collection.name, { rows: count, sha256: hash.digest('hex') });
  }
  return summaries;
}

/** Every row is a line of JSON, so that neither the size of a batch nor the engine makes a difference. */
function update(hash: Hash, rows: readonly Row[]): void {
  hash.update(rows.map((row) => `${JSON.stringify(row.map(jsonOf))}\n`).join(''));
}

function jsonOf(value: Value): string | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' ? String(value) : value;
}

function rejectDifferences(written: ReadonlyMap<string, Summary>, arrived: ReadonlyMap<string, Summary>): void {
  const different = [...written].filter(([name, { rows, sha256 }]) => {
    const other = arrived.get(name);
    return other?.rows !== rows || other.sha256 !== sha256;
  });
  if (different.length === 0) return;
  const names = different.map(([name]) => name).join(', ');
  throw new DomainError('invalid', `What the target holds differs from the source: ${names}.`);
}
