import { setTimeout as sleep } from 'node:timers/promises';
import { addition, eventually, keepCalling, type Caller, type Outcome } from './callers.js';

/** The page is small, so that the reader moves from page to page often. */
const PAGE = 'limit=5';

/** Reads the list as a feed: follows `next`, and requests the last page again until it has one. */
class FeedReader {
  /** The ids in the order of their first appearance. */
  readonly ids = new Set<bigint>();
  private path = `/v1/pets?${PAGE}`;
  private isOver = false;
  private readonly reading: Promise<void>;

  /** @param calls the instances, which are read in turn */
  constructor(calls: readonly Caller[]) {
    this.reading = this.read(calls);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  private async read(calls: readonly Caller[]): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const outcome = await calls[turn % calls.length]?.({ path: this.path });
      if (outcome?.status !== 200) continue;
      for (const [, id] of outcome.text.matchAll(/"id":(\d+)/g)) this.ids.add(BigInt(id ?? 0));
      const [, next] = /<([^>]+)>; rel="next"/.exec(outcome.link ?? '') ?? [];
      if (next === undefined) await sleep(1);
      else this.path = next;
    }
  }
}

/**
 * Runs writers on every instance, half of them with an Idempotency-Key, and one reader of the feed, round after round.
 * @param work what happens in a round while the writers write
 * @returns a line for each round in which the reader missed an acknowledged animal or saw a lower id after a higher one
 */
export async function faultsOfFeed(
  calls: readonly Caller[],
  { rounds, writers = 8, work }: { rounds: number; writers?: number; work: (added: () => number) => Promise<unknown> },
): Promise<string[]> {
  const reader = new FeedReader(calls);
  const faults: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const acknowledged: bigint[] = [];
    const stop = keepCalling(writers, async (writer, turn) => {
      const name = `${round} ${writer} ${turn}`;
      const call = calls[writer % calls.length];
      const isKeyed = writer % (2 * calls.length) < calls.length;
      acknowledged.push(...idIn(await call?.(addition(name, isKeyed ? `feed ${name}` : undefined))));
    });
    const seenBefore = reader.ids.size;
    await work(() => acknowledged.length);
    await stop();
    // The reader has passed all of the round when it sees one more animal, which is added last.
    const last: bigint[] = [];
    await eventually(async () => {
      last.push(...idIn(await calls[0]?.(addition(`${round} last`))));
      return last.length > 0;
    });
    await eventually(() => last.some((id) => reader.ids.has(id)));
    const missed = acknowledged.filter((id) => !reader.ids.has(id)).length;
    const ids = [...reader.ids].slice(Math.max(0, seenBefore - 1));
    const late = ids.filter((id, at) => id < (ids[at - 1] ?? 0n)).length;
    if (missed + late > 0) faults.push(`round ${round}: ${missed} of ${acknowledged.length} missed, ${late} late`);
  }
  await reader.stop();
  return faults;
}

/** Returns the id of the animal that was added, if any. */
function idIn(outcome: Outcome | undefined): bigint[] {
  return outcome?.status === 201 ? [BigInt(/"id":(\d+)/.exec(outcome.text)?.[1] ?? 0)] : [];
}
