import { AnimalStoreClient, AnimalStoreError, type Pet } from 'animal-store-client';

// Runs in Node.js, Bun, Deno and Chromium.

/** A call of the client, and where. */
export interface Task {
  readonly call: 'add' | 'list' | 'leave' | 'add with a broken key' | 'construct';
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Default: 15 seconds. */
  readonly totalMs?: number | undefined;
}

/** How each call ends: the animals, or the kind of the error, its status and its message. */
export function outcomesOf(tasks: readonly Task[]): Promise<string[]> {
  return Promise.all(tasks.map((task) => outcomeOf(task)));
}

async function outcomeOf(task: Task): Promise<string> {
  try {
    return (await run(task)).map(({ id, name, categoryId, status }) => `${id} ${name} ${categoryId} ${status}`).join();
  } catch (error) {
    if (error instanceof AnimalStoreError) return `${error.code} ${String(error.status)} ${error.message}`;
    return String(error);
  }
}

async function run({ call, baseUrl, apiKey, totalMs = 15_000 }: Task): Promise<Pet[]> {
  const client = new AnimalStoreClient({ baseUrl, apiKey, totalMs: call === 'leave' ? 600_000 : totalMs });
  const zoe = { name: 'Zoë', categoryId: 9223372036854775807n, status: 'sold' } as const;
  switch (call) {
    case 'add':
      return [await client.createPet(zoe)];
    case 'add with a broken key':
      return [await client.createPet(zoe, { idempotencyKey: 'sec\nret' })];
    case 'list': {
      const pets: Pet[] = [];
      for await (const pet of client.pets({ pageSize: 2 })) pets.push(pet);
      return pets;
    }
    case 'leave': {
      const pets = client.pets();
      const next = pets.next();
      await pets.return();
      const { done, value } = await next;
      return done === true ? [] : [value];
    }
    case 'construct':
      return [];
  }
}
