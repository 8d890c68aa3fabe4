import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import { compose } from '../../src/infrastructure/container/compose.js';
import { TIMEOUT_MS } from './eventually.js';
import { testConfig } from './config.js';

export { eventually } from './eventually.js';

// Many calls to a service while its parts fail. A lost connection and a missing answer are outcomes here, not
// exceptions.

export type Outcome = Awaited<ReturnType<Caller>>;

export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Caller = ReturnType<typeof callerOf>;

/**
 * @param url the address of the service; a function is called before each request, because a restarted service has
 * another port
 */
export function callerOf(url: string | (() => string), key: string) {
  return async ({ method = 'GET', path = '/v1/pets', headers, body }: Call = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(new URL(path, typeof url === 'string' ? url : url()), {
        method,
        headers: { authorization: `Bearer ${key}`, ...type, ...headers },
        body: body ?? null,
        signal,
      });
      const [retryAfter, link] = ['retry-after', 'link'].map((name) => response.headers.get(name) ?? undefined);
      return { status: response.status, retryAfter, link, text: await response.text() };
    } catch (error) {
      // The status is 0 when the connection broke, and -1 when no answer came within the time limit.
      return { status: signal.aborted ? -1 : 0, retryAfter: undefined, link: undefined, text: String(error) };
    }
  };
}

/** Adds an animal of this name. */
export function addition(name: string, idempotencyKey?: string): Call {
  return {
    method: 'POST',
    body: JSON.stringify({ name, categoryId: 1 }),
    // As a structured-field string it may have a comma.
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': JSON.stringify(idempotencyKey) },
  };
}

/** Repeats `turn`, `callers` at a time, until the returned function is called. */
export function keepCalling(
  callers: number,
  turn: (caller: number, turn: number) => Promise<void>,
): () => Promise<void> {
  let isOver = false;
  const done = Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let count = 0; !isOver && count < 1_000_000; count++) await turn(caller, count);
    }),
  );
  return async () => {
    isOver = true;
    await done;
  };
}

/** Migrates the schema, creates an account, and returns an API key of it. */
export async function newKeyIn(url: string): Promise<string> {
  const { storage, services, close } = await compose(testConfig({ storage: parseStorageUrl(url) }));
  const { accounts, apiKeys } = services;
  await storage.connect();
  await storage.schema.migrate();
  const email = `${Math.random()}@example.com`;
  await accounts.createAccount(email);
  const { key } = await apiKeys.createApiKey({ email });
  await close();
  return key;
}

/** Returns the names of all animals in the order of their ids. */
export async function namesIn(url: string): Promise<string[]> {
  const storage = await parseStorageUrl(url).open();
  await storage.connect();
  const pets = await storage.pets.list({ limit: 1_000_000 });
  await storage.close();
  return pets.map(({ name }) => name);
}
