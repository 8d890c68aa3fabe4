import createClient, { type Client } from 'openapi-fetch';
import { AnimalStoreError } from './error.js';
import { parseJson, stringifyJson } from './json.js';
import type { RetryOptions } from './retry.js';
import type { components, paths } from './schema.js';
import { send } from './send.js';

export type Pet = components['schemas']['Pet'];
export type NewPet = components['schemas']['NewPet'];
export type PetStatus = components['schemas']['PetStatus'];

export interface ClientOptions extends Partial<RetryOptions> {
  /** Ends with `/v1`, such as `https://animals.example.com/v1`. */
  readonly baseUrl: string;
  /** Such as `as_…`. */
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
   * 1 to 255 printable ASCII characters. Default: a new UUID for each call. Pass your own to repeat a call safely after
   * your program restarts: for at least 24 hours the same key and animal add the animal once.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Calls the animal store. Methods throw AnimalStoreError, or the reason of an aborted signal. */
export class AnimalStoreClient {
  readonly #http: Client<paths>;

  /** @throws TypeError for a base URL that does not end with `/v1` */
  constructor({ baseUrl, apiKey, totalMs = 30_000, timeoutMs = 10_000 }: ClientOptions) {
    if (!/^https?:\/\/.+\/v1$/.test(baseUrl)) {
      throw new TypeError(`baseUrl must be an http or https URL that ends with /v1, not ${baseUrl}`);
    }
    this.#http = createClient<paths>({
      baseUrl,
      headers: { Authorization: `Bearer ${apiKey}` },
      redirect: 'manual', // fetch would follow a redirected POST with a GET
      bodySerializer: stringifyJson,
      fetch: (request) => send(request, { totalMs, timeoutMs }),
    });
  }

  /** Every animal, or every animal of one status, in ascending order of id. Fetches pages as the loop reaches them. */
  async *pets({ status, pageSize = 100, signal }: ListOptions = {}): AsyncGenerator<Pet, void, undefined> {
    let cursor: string | undefined;
    let last = 0n;
    do {
      const headers = requestId();
      const { data = '', response } = await this.#http.GET('/pets', {
        params: { query: { status, limit: pageSize, cursor } },
        parseAs: 'text',
        headers,
        signal,
      });
      cursor = nextCursor(response.headers.get('Link'));
      const page = parseJson(data) as Pet[]; // as the OpenAPI document promises
      // A server that repeats a page or a cursor must not keep the loop running.
      if (page.length === 0 && cursor !== undefined) throw unexpected('an empty page has a next one', headers);
      for (const pet of page) {
        if (pet.id <= last) throw unexpected(`animal ${pet.id} follows animal ${last}`, headers);
        last = pet.id;
        yield pet;
      }
    } while (cursor !== undefined);
  }

  /** Adds an animal once, however many attempts that takes, and returns it with its id. */
  async createPet(pet: NewPet, { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {}): Promise<Pet> {
    const { data = '' } = await this.#http.POST('/pets', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: pet,
      parseAs: 'text',
      headers: requestId(),
      signal,
    });
    return parseJson(data) as Pet; // as the OpenAPI document promises
  }
}

/** One id for all attempts of a call, so that the log of the service shows them together. */
function requestId() {
  return { 'X-Request-Id': crypto.randomUUID() };
}

function unexpected(what: string, headers: ReturnType<typeof requestId>): AnimalStoreError {
  const message = `The response is not one of the animal store: ${what}.`;
  return new AnimalStoreError(message, {
    code: 'unexpected_response',
    status: 200,
    requestId: headers['X-Request-Id'],
  });
}

/** The cursor of the next page (RFC 8288); `undefined` on the last page. */
function nextCursor(link: string | null): string | undefined {
  const [, target] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? [];
  if (target === undefined) return undefined;
  return new URL(target, 'https://relative.invalid').searchParams.get('cursor') ?? undefined;
}
