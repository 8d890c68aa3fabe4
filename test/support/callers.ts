import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseOptions, newDatabase } from './new-database.js';
import { compose } from '../../src/infrastructure/container.js';
import { testConfig } from './server.js';
import { targetOf } from './targets.js';

// Many calls of a service that is being broken: what they get is told, and an answer that never comes is an outcome too.

export interface Outcome {
  /** 0 where the connection broke, -1 where nothing came within the caller's patience. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** In milliseconds. */
  readonly time: number;
}

export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Caller = (call?: Call) => Promise<Outcome>;

/** How long a caller waits unless told, in milliseconds: longer than any answer may take. */
const PATIENCE = 15_000;

/** @param url of the service; asked for before each call, since a service that starts again has another port */
export function callerOf(url: string | (() => string), key: string, patience = PATIENCE): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  return ({ method = 'GET', path = '/v1/pets', headers = {}, body }: Call = {}) =>
    new Promise((resolve) => {
      const start = performance.now();
      const end = (status: number, retryAfter?: string, text = '') =>
        resolve({ status, retryAfter, text, time: performance.now() - start });
      const all = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const asked = request(new URL(path, typeof url === 'string' ? url : url()), {
        method,
        agent,
        headers: { ...all, ...headers },
      });
      asked.setTimeout(patience, () => {
        end(-1);
        asked.destroy();
      });
      asked.on('error', () => end(0));
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', () => end(0));
        response.on('end', () => end(response.statusCode ?? 0, response.headers['retry-after'], text));
      });
      asked.end(body);
    });
}

/** Adds an animal of this name. */
export function addition(name: string, idempotencyKey?: string): Call {
  return {
    method: 'POST',
    body: JSON.stringify({ name, categoryId: 1 }),
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  };
}

/** Does `turn` again and again, `callers` at a time, until it is told to stop. */
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

/** Brings the schema up to date and makes an account; gives a key of it. */
export async function newKeyIn(options: DatabaseOptions): Promise<string> {
  const { storage, services, close } = await compose(testConfig({ storage: targetOf(options) }));
  const { store, createAccount, issueApiKey } = services;
  await storage.connect();
  await store.migrate();
  const email = `${Math.random()}@example.com`;
  await createAccount.execute(email);
  const { key } = await issueApiKey.execute({ email });
  await close();
  return key;
}

/** Rows of a statement, by a connection of its own. */
export async function rowsOf(options: DatabaseOptions, statement: string): Promise<Record<string, unknown>[]> {
  const database = newDatabase(options);
  await database.connect();
  const rows = await database.run((manager) => manager.query<Record<string, unknown>[]>(statement));
  await database.close();
  return rows;
}

/** Asks until it is so. @param patience in milliseconds */
export async function eventually(condition: () => Promise<boolean>, patience: number): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > patience) throw new Error(`It was not so within ${patience} ms.`);
    await sleep(20);
  }
  return performance.now() - start;
}
