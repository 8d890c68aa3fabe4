import { notSent, unexpectedResponse } from './error.js';
import { stringifyJson } from './json.js';
import { targetsOf } from './link.js';
import { roundedIntegers, type Schemas } from './read.js';
import type { RetryOptions } from './retry.js';
import { send, type Answer, type Call } from './send.js';

export type Pet = Schemas['Pet'];
export type NewPet = Schemas['NewPet'];
export type PetStatus = Schemas['PetStatus'];

export interface ClientOptions extends Partial<RetryOptions> {
  /** Ends with `/v1`, such as `https://animals.example.com/v1`; without user, query or fragment. */
  readonly baseUrl: string;
  /** Such as `as_…`. White space around it is removed. */
  readonly apiKey: string;
}

export interface CallOptions {
  /** Ends the call, its waits and its retries. The call throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** Only animals with this status. */
  readonly status?: PetStatus | undefined;
  /** How many animals one request fetches, 1 to 100. Default: 100. */
  readonly pageSize?: number | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. Default: a new UUID for each call. Pass your own to repeat a call safely after your program restarts: for at least 24 hours the same key and animal add the animal once.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Calls the animal store. Methods throw AnimalStoreError, or the reason of an aborted signal. */
export class AnimalStoreClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #retryOptions: RetryOptions;

  /** @throws TypeError for an option that cannot be used */
  constructor({ baseUrl, apiKey, totalMs = 30_000, timeoutMs = 10_000 }: ClientOptions) {
    this.#baseUrl = checkedBaseUrl(baseUrl);
    this.#apiKey = checkedApiKey(apiKey);
    this.#retryOptions = { totalMs: checkedMs('totalMs', totalMs), timeoutMs: checkedMs('timeoutMs', timeoutMs) };
  }

  /**
   * Every animal, or every animal of one status, in ascending order of id. Fetches pages as the loop reaches them.
   * `return()` aborts a request that is under way.
   */
  pets(options: ListOptions = {}): AsyncGenerator<Pet, void, undefined> {
    const left = new AbortController();
    const pets = this.#pets(options, left.signal);
    // A generator queues return() behind a call of next(), which may wait for a page.
    const end = pets.return.bind(pets);
    pets.return = (value) => {
      left.abort();
      return end(value);
    };
    return pets;
  }

  async *#pets(
    { status, pageSize = 100, signal }: ListOptions,
    left: AbortSignal,
  ): AsyncGenerator<Pet, void, undefined> {
    checkSignal(signal);
    const ended = signal === undefined ? left : AbortSignal.any([signal, left]);
    const query = new URLSearchParams({ limit: String(pageSize), ...(status !== undefined && { status }) });
    let last = 0n;
    for (;;) {
      const call = { method: 'GET', path: `/pets?${query.toString()}`, success: 200, schema: 'Pets' } as const;
      const answer = await this.#send(call, ended).catch((error: unknown) => {
        if (left.aborted) return undefined;
        throw error;
      });
      if (answer === undefined) return;

      const { value: page, details } = answer;
      const cursor = nextCursor(answer);
      // A server that repeats a page or a cursor must not keep the loop running.
      if (page.length === 0 && cursor !== undefined)
        throw unexpectedResponse('an empty page links to a next one', details);
      for (const pet of page) {
        if (pet.id <= last) throw unexpectedResponse(`animal ${pet.id} follows animal ${last}`, details);
        last = pet.id;
        yield pet;
      }
      if (cursor === undefined) return;
      query.set('cursor', cursor);
    }
  }

  /** Adds an animal once, however many attempts that takes, and returns it with its id. */
  async createPet(pet: NewPet, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Pet> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': quotedKey(idempotencyKey) };
    const call = { method: 'POST', path: '/pets', success: 201, schema: 'Pet', headers, body: bodyOf(pet) } as const;
    return (await this.#send(call, signal)).value;
  }

  #send<Name extends keyof Schemas>(
    { path, ...call }: Omit<Call<Name>, 'url'> & { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Answer<Schemas[Name]>> {
    checkSignal(signal);
    const headers = { Authorization: `Bearer ${this.#apiKey}`, ...call.headers };
    return send({ ...call, url: this.#baseUrl + path, headers }, this.#retryOptions, signal);
  }
}

/** Does not repeat the URL, which may hold a password. */
function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname.endsWith('/v1');
  if (isBase && url.username === '' && url.password === '' && !/[?#]/.test(text)) return url.origin + url.pathname;
  throw new TypeError('baseUrl must be an http or https URL that ends with /v1, without user, query or fragment');
}

function checkedApiKey(value: unknown): string {
  const key = typeof value === 'string' ? value.trim() : undefined;
  if (key !== undefined && /^[!-~]*$/.test(key)) return key;
  throw new TypeError('apiKey must be text of printable ASCII characters without spaces');
}

function checkedMs(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new TypeError(`${name} must be a number of milliseconds above 0, or Infinity`);
}

/** The key as a structured-field string (RFC 9651, 3.3.3), which HTTP and proxies carry unchanged. */
function quotedKey(value: unknown): string {
  if (typeof value === 'string' && /^[ -~]{1,255}$/.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`;
  throw notSent('idempotencyKey must be 1 to 255 printable ASCII characters');
}

/** The signal of a polyfill is not one that fetch takes. */
function checkSignal(value: unknown): void {
  if (value === undefined || value instanceof AbortSignal) return;
  throw notSent('signal must be an AbortSignal of this runtime');
}

/** @throws AnimalStoreError for an animal that JSON cannot express, or that is not the one which the caller means */
function bodyOf(pet: NewPet): string {
  let body: string;
  let rounded: string[];
  try {
    body = stringifyJson(pet);
    rounded = roundedIntegers('NewPet', pet);
  } catch (cause) {
    throw notSent('the animal cannot be written as JSON', cause);
  }
  if (rounded.length === 0) return body;
  throw notSent(`${rounded.join(', ')} must be a bigint, since JavaScript rounds this number`);
}

/**
 * The cursor of the next page; `undefined` on the last page. A proxy may add links of its own.
 * @throws AnimalStoreError for a link that leads nowhere, since a list that ends there may lack animals
 */
function nextCursor({ link, details }: Answer<unknown>): string | undefined {
  let targets: string[];
  try {
    targets = targetsOf(link ?? '', 'next');
  } catch (cause) {
    throw unexpectedResponse('its Link is not a list of links', { ...details, cause });
  }
  const [cursor, ...others] = new Set(targets.map((target) => cursorOf(target)));
  if (others.length > 0) throw unexpectedResponse('it links to several next pages', details);
  if (cursor === '') throw unexpectedResponse('its link to the next page has no cursor', details);
  return cursor;
}

/** @returns an empty text for a target without a cursor */
function cursorOf(target: string): string {
  const base = 'https://relative.invalid';
  return URL.canParse(target, base) ? (new URL(target, base).searchParams.get('cursor') ?? '') : '';
}
