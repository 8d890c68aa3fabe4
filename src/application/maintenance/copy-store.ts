import { DomainError } from '../../domain/errors.js';
import type { Secrets } from '../../domain/ports/security.js';
import type { Collection, Row, Snapshot, Transfer, Transfers, Value } from '../../domain/ports/transfer.js';

/** A summary of one collection. It is the same in both stores when their checksums are equal. */
interface Summary {
  readonly rows: number;
  /** The SHA-256 of all rows in their order, in hexadecimal digits. */
  readonly sha256: string;
}

/** Called before the first batch and after each one. `done` and `total` count the rows of all collections. */
export type OnCopyProgress = (phase: 'copying' | 'verifying', done: number, total: number) => void;

/** Copies all data of one store to an empty one and compares both. It holds only one batch in memory. */
export class CopyStore {
  constructor(
    private readonly transfers: Transfers,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Resolves to a summary for the name of each collection. Once rows are written, the target is unusable until a copy
   * into it succeeds.
   * @throws DomainError `already_exists` when the target holds data, which stays, or when another program fills it;
   * `invalid` for a URL that names no store, and when the comparison finds a difference; `unavailable`.
   */
  async execute(from: string, to: string, onProgress: OnCopyProgress): Promise<ReadonlyMap<string, Summary>> {
    const { source, target, close } = await this.transfers.open(from, to);
    return this.copy(source, target, onProgress).finally(close);
  }

  private async copy(source: Transfer, target: Transfer, onProgress: OnCopyProgress) {
    const occupied = await target.begin();
    if (occupied.length > 0) {
      throw new DomainError('already_exists', `The target holds data: ${occupied.join(', ')}. Name an empty store.`);
    }
    const { collections } = source;
    try {
      const written = await source.read(async (snapshot) => {
        const summaries = await this.readAll(collections, snapshot, 'copying', onProgress, target);
        for (const collection of collections) {
          if (collection.isGenerated) await target.reserveIds(collection, await snapshot.lastId(collection));
        }
        return summaries;
      });
      const arrived = await target.read((snapshot) => this.readAll(collections, snapshot, 'verifying', onProgress));
      rejectDifferences(written, arrived);
      await target.finish();
      return written;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'already_exists')
        throw new DomainError(error.code, 'Another program writes to the target; stop it, and copy again.');
      const message = `${error.message} The target is unusable until a copy into it succeeds.`;
      throw new DomainError(error.code, message, { cause: error.cause });
    }
  }

  /** @param target receives each batch; when it is absent, the rows are only summarised */
  private async readAll(
    collections: readonly Collection[],
    snapshot: Snapshot,
    phase: 'copying' | 'verifying',
    onProgress: OnCopyProgress,
    target?: Transfer,
  ): Promise<Map<string, Summary>> {
    let total = 0;
    for (const collection of collections) total += await snapshot.count(collection);
    let done = 0;
    onProgress(phase, done, total);
    const summaries = new Map<string, Summary>();
    for (const collection of collections) {
      const checksum = this.secrets.startSha256();
      let count = 0;
      for await (const rows of snapshot.rows(collection)) {
        await target?.write(collection, rows);
        checksum.add(rows.map(lineOf).join(''));
        count += rows.length;
        done += rows.length;
        onProgress(phase, done, total);
      }
      summaries.set(collection.name, { rows: count, sha256: checksum.digest() });
    }
    return summaries;
  }
}

/** Each row becomes one line of JSON, so that neither the size of a batch nor the engine changes the checksum. */
function lineOf(row: Row): string {
  return `${JSON.stringify(row.map(jsonOf))}\n`;
}

function jsonOf(value: Value): string | null {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'bigint' ? String(value) : value;
}

function rejectDifferences(written: ReadonlyMap<string, Summary>, arrived: ReadonlyMap<string, Summary>): void {
  const different = [...written].filter(([name, { sha256 }]) => arrived.get(name)?.sha256 !== sha256);
  if (different.length === 0) return;
  const names = different.map(([name]) => name).join(', ');
  throw new DomainError('invalid', `The target differs from the source: ${names}.`);
}
