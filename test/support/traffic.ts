import { setTimeout as sleep } from 'node:timers/promises';
import { addition, keepCalling, type Caller, type Outcome } from './callers.js';

/** The pause of a caller between two calls, in milliseconds. It bounds the load. */
const PAUSE_MS = 20;

interface Call extends Outcome {
  readonly kind: 'add' | 'add once' | 'list';
  /** The instant of the outcome, in milliseconds since the process started. */
  readonly at: number;
}

/** Callers of several replicas that add and list animals without a break. */
export class Traffic {
  readonly calls: Call[] = [];
  /** The names whose addition got the response 201. */
  readonly acknowledged = new Set<string>();
  private readonly stopCalling: () => Promise<void>;

  /** @param prefix the start of every name, which distinguishes the traffic of several tests */
  constructor(
    replicas: readonly Caller[],
    private readonly prefix: string,
  ) {
    const kinds = replicas.flatMap((call) => [
      (name: string) => this.add(call, name),
      (name: string) => this.addOnce(call, name),
      (name: string) => this.addOnce(call, name),
      () => this.record('list', call({ path: '/v1/pets?limit=5' })),
    ]);
    this.stopCalling = keepCalling(kinds.length, async (caller, turn) => {
      await kinds[caller]?.(`${prefix} ${caller} ${turn}`);
      await sleep(PAUSE_MS);
    });
  }

  /**
   * Returns the calls of this kind that ended after the instant, which is in milliseconds since the process started.
   */
  since(instant: number, kind?: Call['kind']): Call[] {
    return this.calls.filter((call) => call.at > instant && (kind === undefined || call.kind === kind));
  }

  async stop(): Promise<void> {
    await this.stopCalling();
  }

  get statuses(): Set<number> {
    return new Set(this.calls.map(({ status }) => status));
  }

  /** @param names the names of the animals in the store, each as often as it occurs */
  lostOrDoubled(names: readonly string[]): string[] {
    const kept = new Map<string, number>();
    for (const name of names) if (name.startsWith(`${this.prefix} `)) kept.set(name, (kept.get(name) ?? 0) + 1);
    const lost = [...this.acknowledged].filter((name) => !kept.has(name)).map((name) => `lost: ${name}`);
    const doubled = [...kept].filter(([, count]) => count > 1).map(([name]) => `doubled: ${name}`);
    return [...lost, ...doubled];
  }

  private async add(call: Caller, name: string): Promise<void> {
    const { status } = await this.record('add', call(addition(name)));
    if (status === 201) this.acknowledged.add(name);
  }

  /** Repeats the request until the response is 201, as a client does. */
  private async addOnce(call: Caller, name: string): Promise<void> {
    for (let attempt = 0; attempt < 1000; attempt++) {
      const { status } = await this.record('add once', call(addition(name, name)));
      if (status !== 503) {
        if (status === 201) this.acknowledged.add(name);
        return;
      }
      await sleep(PAUSE_MS);
    }
  }

  private async record(kind: Call['kind'], call: Promise<Outcome>): Promise<Outcome> {
    const outcome = await call;
    this.calls.push({ ...outcome, kind, at: performance.now() });
    return outcome;
  }
}
