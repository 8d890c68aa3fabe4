import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DeadlineExceeded, Overloaded } from '../../../../../src/adapters/inbound/http/http-errors.js';
import { requireDeadline } from '../../../../../src/adapters/support/deadline.js';
import { DomainError } from '../../../../../src/domain/errors.js';
import { eventually } from '../../../../support/eventually.js';
import { outcome } from '../../../../support/http-client.js';
import { lines, open } from '../../../../support/raw-sockets.js';
import { holdLists, startTestServer, type TestServer, type TestServerOptions } from '../../../../support/server.js';

const BUSY: unknown = expect.stringMatching(/^503 unavailable: .*overloaded/);
const LATE: unknown = expect.stringMatching(/^503 unavailable: (?!.*taken effect).*in time/);
const PET = '{"name":"Rex","categoryId":1}';

/** A request waits for a permit for a tenth of its deadline, which no test reaches. */
const PATIENT = { requestDeadline: 600_000 };

/** As many requests wait for one permit. */
const LINE = 64;

let server: TestServer;
afterEach(() => void jest.restoreAllMocks());

const start = async (options: TestServerOptions) => (server = await startTestServer(options));

/** Starts with one permit, and holds it until `release` is called. */
async function startBusy(options: TestServerOptions): Promise<{ release: () => void }> {
  await start({ maxInFlight: 1, ...options });
  expect(server.permits.tryAcquire()).toBe(true);
  return { release: () => server.permits.release() };
}

describe('Requests above the concurrency limit', () => {
  it('are refused with Retry-After, and accepted again after others have ended', async () => {
    const { release } = await startBusy(PATIENT);
    const waiting = Array.from({ length: LINE }, () => server.get('/v1/pets'));
    await eventually(() => server.permits.waiting === LINE);
    for (const call of [server.get('/v1/pets'), server.post(PET), server.get('/v1/pets/1')]) {
      const answer = await call;
      expect([outcome(answer), answer.headers['retry-after']]).toEqual([BUSY, '1']);
    }
    const page = await fetch(`${server.url}/account/sign-in`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
      503,
      '1',
      expect.stringContaining('Temporarily unavailable'),
    ]);
    expect([server.permits.busy, server.records.length]).toEqual([1, 4]);
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(LINE).fill(200));
    expect((await server.post(PET)).status).toBe(201);
    const refused = server.records.filter(({ error }) => error instanceof Overloaded);
    expect([server.permits.busy, refused.length]).toEqual([0, 4]);
  });

  it('do not delay requests for probes, and those that are refused', async () => {
    const { release } = await startBusy(PATIENT);
    const keyless = { authorization: undefined };
    for (const [path, headers, status] of [
      ['/livez', {}, 200],
      ['/readyz?from=balancer', {}, 200],
      ['/nowhere', {}, 404],
      ['/v1/pets', keyless, 401],
      ['/v1/pets', { host: 'a b' }, 400],
    ] as const)
      expect((await server.get(path, headers)).status).toBe(status);
    release();
  });
});

describe('A request that waits for its permit', () => {
  it('is refused if it has waited too long', async () => {
    const { release } = await startBusy({ requestDeadline: 5_000 });
    expect(outcome(await server.get('/v1/pets'))).toEqual(BUSY);
    expect(server.permits.waiting).toBe(0);
    release();
    await eventually(async () => (await server.get('/v1/pets')).status === 200);
    expect(server.permits.busy).toBe(0);
  });

  it('gives up its place if its client leaves', async () => {
    const { release } = await startBusy(PATIENT);
    const socket = await open(server.port);
    const head = ['POST /v1/pets HTTP/1.1', 'Host: a', `Authorization: Bearer ${server.key}`];
    socket.write(lines(...head, 'Content-Type: application/json', `Content-Length: ${PET.length}`) + PET);
    await eventually(() => server.permits.waiting === 1);
    socket.resetAndDestroy();
    await eventually(() => server.permits.waiting === 0);
    await eventually(() => server.records.length === 1);
    expect(server.records).toEqual([expect.objectContaining({ aborted: true, status: undefined })]);
    release();
    expect((await server.get('/v1/pets/1')).status).toBe(404); // the animal was not added
    expect(server.permits.busy).toBe(0);
  });
});

describe('The deadline of a request', () => {
  it('counts as exceeded also if the database gives up first', async () => {
    await start({ requestDeadline: 300 });
    const gaveUp = () => new DomainError('unavailable', 'The database did not answer in time.');
    jest
      .spyOn(server.services.pets, 'listPets')
      .mockImplementation(() => requireDeadline().race(new Promise(() => {}), gaveUp));
    expect(outcome(await server.get('/v1/pets'))).toMatch(/^503 unavailable: The database/);
    expect(server.records).toEqual([expect.objectContaining({ isLate: true })]);
  });

  it('ends a request whose work takes longer with 503 and Retry-After, and releases its permit once', async () => {
    await start({ requestDeadline: 1500, maxInFlight: 2 });
    const { release } = holdLists(server);
    const answer = await server.get('/v1/pets');
    expect([outcome(answer), answer.headers['retry-after']]).toEqual([LATE, '1']);
    const late = { status: 503, error: expect.any(DeadlineExceeded), isLate: true };
    expect(server.records).toEqual([expect.objectContaining(late)]);
    release();
    await eventually(async () => (await server.get('/v1/pets')).status === 200);
    expect(server.permits.busy).toBe(0);
  });

  it('says of a request that may have changed something that it may have taken effect', async () => {
    await start({ requestDeadline: 100 });
    const { promise: added, resolve: end } = Promise.withResolvers<never>();
    jest.spyOn(server.services.pets, 'createPet').mockReturnValue(added);
    expect(outcome(await server.post(PET))).toMatch(/^503 unavailable: .*may have taken effect\.$/);
    end(undefined as never);
  });
});

it('The lookup of a session holds no permit', async () => {
  await start({ maxInFlight: 1 });
  const { promise: found, resolve: answer } = Promise.withResolvers<undefined>();
  const find = jest.spyOn(server.ports.sessions, 'find').mockReturnValue(found);
  const page = server.get('/animals', {
    authorization: undefined,
    cookie: `animal-store-session=${'x'.repeat(43)}`,
  });
  await eventually(() => find.mock.calls.length > 0);
  expect(server.permits.busy).toBe(0);
  expect((await server.get('/v1/pets')).status).toBe(200);
  answer(undefined);
  expect((await page).status).toBe(303);
});

describe('A form with a password', () => {
  const FORM = 'email=jane%40example.com&password=a+quiet+river+bend';
  const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  /** Signs in from the network with this number. */
  async function signIn(network: number): Promise<number> {
    const headers = { ...HEADERS, 'x-forwarded-for': `10.0.${Math.floor(network / 256)}.${network % 256}` };
    return (await fetch(`${server.url}/account/sign-in`, { method: 'POST', headers, body: FORM })).status;
  }

  /** Counts the passwords that are being checked, and lets them wait for `release`. */
  function holdPasswords() {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const verify = jest.spyOn(server.ports.hasher, 'verify').mockReturnValue(promise);
    return { begun: () => verify.mock.calls.length, release: () => resolve(false) };
  }

  it('holds no permit of the API, and waits while two others are checked', async () => {
    await start({ ...PATIENT, trustProxy: 1, maxInFlight: 1 });
    const { begun, release } = holdPasswords();
    const forms = Array.from({ length: 3 }, (_, network) => signIn(network));
    void Promise.allSettled(forms);
    await eventually(() => begun() === 2);
    expect((await server.get('/v1/pets')).status).toBe(200);
    expect([server.permits.busy, begun()]).toEqual([0, 2]);
    release();
    expect(await Promise.all(forms)).toEqual([403, 403, 403]);
  });

  it('is refused with 503 when too many wait', async () => {
    await start({ ...PATIENT, trustProxy: 1 });
    const { begun, release } = holdPasswords();
    const [working, waiting, refused] = [2, 256, 3];
    const statuses: number[] = [];
    const forms = Array.from({ length: working + waiting + refused }, async (_, network) =>
      statuses.push(await signIn(network)),
    );
    const all = Promise.allSettled(forms);
    await eventually(() => statuses.length >= refused && begun() === working);
    release();
    await all;
    expect(statuses.slice(0, refused)).toEqual([503, 503, 503]);
    expect(statuses.filter((status) => status === 503)).toHaveLength(refused);
  });

  it('takes turns with those of other networks, so that a flood from one keeps no other waiting', async () => {
    await start({ ...PATIENT, trustProxy: 1 });
    const { begun, release } = holdPasswords();
    const [flooding, other] = [1, 2];
    const statuses: number[] = [];
    const flood = Array.from({ length: 100 }, async () => statuses.push(await signIn(flooding)));
    await eventually(() => statuses.length === 82 && begun() === 2); // Two are worked on, and 16 wait.
    const holder = signIn(other);
    release();
    expect(await holder).toBe(403);
    await Promise.all(flood);
    // What was refused because too many waited has used up the attempts of the network for those that waited.
    expect(statuses.filter((status) => status === 403)).toHaveLength(2);
    expect(await signIn(flooding)).toBe(429);
    expect(await signIn(other)).toBe(403);
  });
});
