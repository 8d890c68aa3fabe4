import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { AnimalStoreClient, AnimalStoreError, type ClientOptions, type Pet } from 'animal-store-client';
import { spawnService, startService, type Service } from './support/service.ts';
import { startProxy, type Fault, type Proxy } from './support/unreliable-proxy.ts';

const INT64_MAX = 9223372036854775807n;

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

function newClient(options: Partial<ClientOptions> = {}): AnimalStoreClient {
  return new AnimalStoreClient({ baseUrl: `${service.url}/v1`, apiKey: service.apiKey, ...options });
}

/** Runs `use` with a client behind a proxy with these faults. */
async function throughProxy<T>(
  faults: readonly Fault[],
  use: (client: AnimalStoreClient, proxy: Proxy) => Promise<T>,
  options?: Partial<ClientOptions>,
) {
  const proxy = await startProxy(service.url, faults);
  try {
    return { result: await use(newClient({ baseUrl: `${proxy.url}/v1`, ...options }), proxy), ...proxy };
  } finally {
    await proxy.stop();
  }
}

/** Waits until the condition holds. */
function until(test: TestContext, condition: () => boolean): Promise<void> {
  return test.waitFor(() => assert.ok(condition()), { timeout: 60_000 });
}

/** The error of a call that must fail. */
async function errorOf(call: Promise<unknown>): Promise<AnimalStoreError> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AnimalStoreError, String(error));
  return error;
}

async function named(name: string): Promise<Pet[]> {
  return (await Array.fromAsync(newClient().pets())).filter((pet) => pet.name === name);
}

const unavailable: Fault = { status: 503, headers: { 'retry-after': '0' } };

describe('an animal', () => {
  it('keeps every digit of its category on the way in and out', async () => {
    for (const categoryId of [INT64_MAX, -INT64_MAX - 1n, 2n ** 53n + 1n, 0n]) {
      const added = await newClient().createPet({ name: 'Zoë', categoryId, status: 'pending' });
      assert.deepEqual(added, { id: added.id, name: 'Zoë', categoryId, status: 'pending' });
      assert.equal(typeof added.id, 'bigint');
      assert.deepEqual((await Array.fromAsync(newClient().pets({ status: 'pending' }))).at(-1), added);
    }
  });

  it('is available if the status is left out', async () => {
    assert.equal((await newClient().createPet({ name: 'Milo', categoryId: 3n })).status, 'available');
    assert.equal(
      (await newClient().createPet({ name: 'Milo', categoryId: 3n, status: undefined })).status,
      'available',
    );
  });
});

describe('pets', () => {
  it('yields every animal of a status exactly once, across all pages', async () => {
    const ids: bigint[] = [];
    for (let count = 0; count < 7; count++) {
      ids.push((await newClient().createPet({ name: 'Rex', categoryId: 1n, status: 'sold' })).id);
    }
    const { result, requests } = await throughProxy([], (client) =>
      Array.fromAsync(client.pets({ status: 'sold', pageSize: 3 })),
    );
    assert.deepEqual(
      result.map(({ id }) => id),
      ids,
    );
    assert.equal(requests.length, 3);
  });

  it('fetches no page that the loop does not reach', async () => {
    const { requests } = await throughProxy([], async (client) => {
      for await (const pet of client.pets({ pageSize: 1 })) return pet;
      return undefined;
    });
    assert.equal(requests.length, 1);
  });
});

describe('a loop over pets that the program leaves early', () => {
  it('aborts the request that is under way', async (test) => {
    const proxy = await startProxy(service.url, ['never answer']);
    test.after(() => proxy.stop());
    const pets = newClient({ baseUrl: `${proxy.url}/v1`, timeoutMs: 200_000, totalMs: 200_000 }).pets();
    const next = pets.next();
    await until(test, () => proxy.requests.length > 0);
    await pets.return();
    assert.deepEqual(await next, { done: true, value: undefined });
    await until(test, () => proxy.abandoned() > 0);
    assert.deepEqual([(await pets.next()).done, proxy.requests.length], [true, 1]);
  });
});

describe('a server that is not the animal store', () => {
  const json = { 'content-type': 'application/json' };
  const again = { ...json, link: '</v1/pets?cursor=AAAA>; rel="next"' };
  const page = '[{"id":1,"name":"A","categoryId":1,"status":"sold"}]';
  const cases: readonly [what: string, fault: Fault][] = [
    ['repeats one page and one cursor', { status: 200, headers: again, body: page }],
    ['sends empty pages without end', { status: 200, headers: again, body: '[]' }],
    ['sends a body without end', 'never end the response'],
  ];
  for (const [what, fault] of cases) {
    it(`gets no further request when it ${what}`, async () => {
      const faults = Array.from({ length: 100 }, () => fault);
      const { result, requests } = await throughProxy(faults, (client) => errorOf(Array.fromAsync(client.pets())));
      assert.deepEqual([result.code, result.status], ['unexpected_response', 200]);
      assert.match(result.requestId, /^[0-9a-f-]{36}$/);
      assert.ok(requests.length <= 2);
    });
  }
});

describe('a service that is killed', () => {
  it('is called again until it is back, and adds the animal once', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-client-'));
    test.after(() => rm(folder, { recursive: true }));
    const variables = { DATABASE_URL: `sqlite:${folder}/a.sqlite` };
    const first = await startService(variables);
    await first.stop('SIGKILL');

    const client = newClient({ apiKey: first.apiKey, baseUrl: `${first.url}/v1` });
    const call = client.createPet({ name: 'Phoenix', categoryId: 1n });
    await delay(10_000); // the subject: a restart that is longer than the first waits of the client
    const back = spawnService({ ...variables, PORT: new URL(first.url).port });
    test.after(() => back.stop());
    const added = await call;
    assert.deepEqual(await Array.fromAsync(client.pets()), [added]);
  });
});

describe('the options of a client', () => {
  const wrong: readonly [name: string, values: readonly unknown[]][] = [
    ['totalMs', [NaN, -Infinity, -1, 0, '100', null, 100n]],
    ['timeoutMs', [NaN, -Infinity, -1, 0, '100', null, 100n]],
    ['apiKey', [undefined, null, 7, 'a b', 'ä']],
    ['baseUrl', [undefined, null, 7, 'http://127.0.0.1:99999/v1']],
  ];
  for (const [name, values] of wrong) {
    it(`have no ${name} that cannot be used`, () => {
      for (const value of values) {
        assert.throws(() => newClient({ [name]: value }), {
          name: 'TypeError',
          message: new RegExp(`^${name} must be`),
        });
      }
    });
  }

  for (const ms of [10_000.5, 2 ** 31, 2 ** 32, Number.MAX_VALUE, Infinity]) {
    it(`have times of ${ms} milliseconds`, async () => {
      const { requests } = await throughProxy(
        [unavailable],
        (client) => client.createPet({ name: 'Patient', categoryId: 1n }, { signal: AbortSignal.timeout(60_000) }),
        { totalMs: ms, timeoutMs: ms },
      );
      assert.equal(requests.length, 2);
    });
  }
});

describe('an option of a call that cannot be used', () => {
  const pet = { name: 'A', categoryId: 1n };
  const wrong: readonly unknown[] = [null, {}, { aborted: false, throwIfAborted: () => undefined }];

  it('sends nothing', async () => {
    const { requests } = await throughProxy([], async (client) => {
      for (const value of wrong) {
        const signal = value as AbortSignal; // what a program without types may pass
        const idempotencyKey = value as string;
        for (const call of [
          client.createPet(pet, { signal }),
          client.pets({ signal }).next(),
          client.createPet(pet, { idempotencyKey }),
        ]) {
          const { code, status, message } = await errorOf(call);
          assert.deepEqual([code, status], ['invalid_request', undefined]);
          assert.match(message, /^The request was not sent: (signal|idempotencyKey) must be /);
        }
      }
    });
    assert.equal(requests.length, 0);
  });
});

describe('a number that JavaScript has rounded', () => {
  it('is not sent as an integer', async () => {
    const { requests } = await throughProxy([], async (client) => {
      for (const value of [2 ** 53, -(2 ** 60), 1.5, NaN, Infinity]) {
        const categoryId = value as unknown as bigint; // what a program without types may pass
        const { code, status, message } = await errorOf(client.createPet({ name: 'Rounded', categoryId }));
        assert.deepEqual([code, status], ['invalid_request', undefined]);
        assert.match(message, /^The request was not sent: categoryId must be a bigint, /);
      }
    });
    assert.equal(requests.length, 0);
  });

  it('is sent if it is a safe integer', async () => {
    const categoryId = Number.MAX_SAFE_INTEGER as unknown as bigint;
    const pet = await newClient().createPet({ name: 'Safe', categoryId });
    assert.equal(pet.categoryId, 9007199254740991n);
  });
});

describe('an Idempotency-Key', () => {
  it('is the one that was given, whatever characters it has', async () => {
    for (const idempotencyKey of ['a, b', '"', '\\', ' a ', '"quoted"', 'x'.repeat(255)]) {
      const pet = { name: 'Keyed', categoryId: 1n };
      const first = await newClient().createPet(pet, { idempotencyKey });
      assert.deepEqual(await newClient().createPet(pet, { idempotencyKey }), first);
    }
    const ids = new Set((await named('Keyed')).map(({ id }) => id));
    assert.equal(ids.size, 6);
  });
});

describe('a call that meets a fault', () => {
  const limited: Fault = { status: 429, headers: { 'retry-after': 'Sat, 21 Nov 2026 00:00:00 GMT' } };
  const faults: readonly Fault[] = ['drop the request', 'lose the response', 'cut the response', unavailable, limited];

  it('adds the animal once, with the same Idempotency-Key and X-Request-Id in every attempt', async () => {
    const { result, requests } = await throughProxy(faults, (client) =>
      client.createPet({ name: 'Once', categoryId: INT64_MAX }),
    );
    assert.deepEqual(await named('Once'), [result]);
    assert.equal(requests.length, 6);
    for (const header of ['idempotency-key', 'x-request-id']) {
      assert.equal(new Set(requests.map((headers) => headers[header])).size, 1);
    }
  });

  it('uses a new Idempotency-Key for the next animal, unless the caller gives one', async () => {
    const { requests } = await throughProxy([], async (client) => {
      await client.createPet({ name: 'A', categoryId: 1n });
      await client.createPet({ name: 'A', categoryId: 1n });
      await client.createPet({ name: 'B', categoryId: 1n }, { idempotencyKey: 'mine' });
    });
    const keys = requests.map((headers) => headers['idempotency-key']);
    assert.equal(new Set(keys).size, 3);
    assert.equal(keys[2], '"mine"');
  });

  it('still lists every animal', async () => {
    const { result } = await throughProxy(faults, (client) => Array.fromAsync(client.pets()));
    assert.deepEqual(result, await Array.fromAsync(newClient().pets()));
  });

  it('sends a request again if it gets no answer in time', async () => {
    const { requests } = await throughProxy(['never answer'], (client) => client.pets().next(), { timeoutMs: 1_000 });
    assert.equal(requests.length, 2);
  });

  it('waits as long as the rate limit of the service requires', async (test) => {
    const limitedService = await startService({ RATE_LIMIT: '1/2s' });
    test.after(() => limitedService.stop());
    const proxy = await startProxy(limitedService.url);
    test.after(() => proxy.stop());
    const client = newClient({ baseUrl: `${proxy.url}/v1`, apiKey: limitedService.apiKey });
    for (let count = 0; count < 3; count++) await client.createPet({ name: 'Slow', categoryId: 1n });
    const refusals = proxy.statuses.filter((status) => status === 429).length;
    assert.ok(refusals >= 1 && refusals <= 2, `${refusals} refusals`); // at most one a call that has to wait
  });

  it('gives up at its time limit', async () => {
    const faults = Array.from({ length: 100 }, () => unavailable);
    const { result, requests } = await throughProxy(faults, (client) => errorOf(client.pets().next()), {
      totalMs: 1_000,
    });
    assert.equal(result.status, 503);
    assert.ok(requests.length > 1);
  });

  it('gives up with the last error if the program was busy until after the time limit', async (test) => {
    const { signal } = new AbortController();
    // A call listens to its signal while it waits for its next attempt. The program is busy from then on.
    const beBusy = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    test.mock.method(signal, 'addEventListener', beBusy);
    const add = (client: AnimalStoreClient) => errorOf(client.createPet({ name: 'A', categoryId: 1n }, { signal }));
    const { result, requests } = await throughProxy([unavailable], add, { totalMs: 500 });
    assert.deepEqual([result.status, requests.length], [503, 1]);
  });

  it('gives up at once if Retry-After is longer than its time limit', async () => {
    const fault: Fault = { status: 429, headers: { 'retry-after': '3600' } };
    const error = await errorOf(throughProxy([fault], (client) => client.pets().next()));
    assert.equal(error.retryAfterMs, 3_600_000);
  });

  it('waits for a Retry-After that is longer than a timer can be', async () => {
    const controller = new AbortController();
    const faults = Array.from({ length: 1000 }, (): Fault => ({ status: 429, headers: { 'retry-after': '3000000' } }));
    const { requests } = await throughProxy(
      faults,
      async (client) => {
        const waiting = client.createPet({ name: 'A', categoryId: 1n }, { signal: controller.signal });
        // Another call waits twice meanwhile.
        await throughProxy([unavailable, unavailable], (other) => other.pets().next());
        controller.abort();
        await assert.rejects(waiting, { name: 'AbortError' });
      },
      { totalMs: Infinity },
    );
    assert.equal(requests.length, 1);
  });

  const dates: readonly [retryAfter: string, asks: boolean][] = [
    ['Sun, 06 Nov 1994 08:49:37 GMT', true],
    ['Sunday, 06-Nov-94 08:49:37 GMT', true],
    ['Sun Nov  6 08:49:37 1994', true],
    ['-3', false],
    ['1.5', false],
    ['+5', false],
    ['soon', false],
    ['3600, 3600', false],
  ];
  for (const [retryAfter, asks] of dates) {
    it(`reads ${retryAfter} as ${asks ? 'a date' : 'no'} Retry-After`, async () => {
      const fault: Fault = { status: 403, headers: { 'retry-after': retryAfter } };
      const { result } = await throughProxy([fault], (client) => errorOf(client.pets().next()));
      assert.equal(result.retryAfterMs, asks ? 0 : undefined);
    });
  }
});

describe('an error', () => {
  it('has the code, the message and the status of the service, and the request id', async () => {
    const error = await errorOf(newClient().createPet({ name: '', categoryId: 1n }));
    assert.equal(error.name, 'AnimalStoreError');
    assert.equal(error.code, 'invalid_request');
    assert.equal(error.status, 400);
    assert.match(error.message, /name/);
    assert.match(error.requestId, /^[0-9a-f-]{36}$/);
  });

  it('is thrown at once if no retry can succeed', async () => {
    const { result, requests } = await throughProxy([], (client) => errorOf(client.pets().next()), {
      apiKey: 'as_wrong',
    });
    assert.equal(result.code, 'api_key_invalid');
    assert.equal(requests.length, 1);
  });

  it('says that the Idempotency-Key was used for another animal', async () => {
    await newClient().createPet({ name: 'A', categoryId: 1n }, { idempotencyKey: 'again' });
    const error = await errorOf(newClient().createPet({ name: 'B', categoryId: 1n }, { idempotencyKey: 'again' }));
    assert.deepEqual([error.code, error.status], ['idempotency_key_reused', 422]);
  });

  it('says that the connection was lost, and why', async () => {
    const { result } = await throughProxy(
      Array.from({ length: 100 }, (): Fault => 'drop the request'),
      (client) => errorOf(client.createPet({ name: 'A', categoryId: 1n })),
      { totalMs: 1_000 },
    );
    assert.deepEqual([result.code, result.status], ['connection_lost', undefined]);
    assert.ok(result.cause instanceof Error);
  });

  it('shows no API key', async () => {
    const error = await errorOf(newClient({ apiKey: 'as_secret' }).pets().next());
    assert.doesNotMatch(JSON.stringify(error) + String(error.stack), /as_secret/);
  });
});

describe('an animal that cannot be written as JSON', () => {
  it('is not sent', async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const { result, requests } = await throughProxy([], (client) =>
      errorOf(client.createPet({ name: 'A', categoryId: 1n, ...{ cycle } })),
    );
    assert.deepEqual([result.code, result.status, requests.length], ['invalid_request', undefined, 0]);
  });
});

describe('an aborted signal', () => {
  const reason = new Error('the user left');

  it('ends a call that waits for its next attempt', async (test) => {
    const controller = new AbortController();
    const listen = test.mock.method(controller.signal, 'addEventListener'); // which a call does while it waits
    const fault: Fault = { status: 503, headers: { 'retry-after': '20' } };
    await throughProxy([fault], async (client) => {
      const call = client.createPet({ name: 'A', categoryId: 1n }, { signal: controller.signal });
      await until(test, () => listen.mock.callCount() > 0);
      controller.abort(reason);
      await assert.rejects(call, reason);
    });
  });

  it('ends a call that waits for an answer', async (test) => {
    const controller = new AbortController();
    await throughProxy(['never answer'], async (client, proxy) => {
      const call = client.pets({ signal: controller.signal }).next();
      await until(test, () => proxy.requests.length > 0);
      controller.abort(reason);
      await assert.rejects(call, reason);
    });
  });

  it('prevents the request if it was aborted before the call', async () => {
    const { requests } = await throughProxy([], async (client) => {
      await assert.rejects(client.pets({ signal: AbortSignal.abort(reason) }).next(), reason);
    });
    assert.equal(requests.length, 0);
  });
});
