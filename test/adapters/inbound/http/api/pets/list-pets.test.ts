import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../../support/eventually.js';
import { outcome, type Answer } from '../../../../../support/http-client.js';
import { holdLists, startTestServer } from '../../../../../support/server.js';

const server = await startTestServer();
const { get, post } = server;
afterEach(() => void jest.restoreAllMocks());

const STATUSES = ['available', 'pending', 'sold'];
for (let each = 0; each < 45; each++) {
  await post(`{"name":"pet ${each}","categoryId":${each},"status":"${STATUSES[each % 3]}"}`);
}

function idsOf({ json }: Answer): bigint[] {
  if (!Array.isArray(json)) throw new Error('a page must be an array');
  return json.map((pet: unknown) => (pet as { id: bigint }).id);
}

function nextOf({ headers }: Answer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1];
}

async function nextCursor(query: string): Promise<string> {
  const next = nextOf(await get(`/v1/pets?${query}`)) ?? '';
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? '';
}

async function walk(query: string): Promise<bigint[][]> {
  const pages: bigint[][] = [];
  for (let next: string | undefined = `/v1/pets${query}`; next !== undefined;) {
    const page = await get(next);
    pages.push(idsOf(page));
    next = nextOf(page);
  }
  return pages;
}

const ALL = Array.from({ length: 45 }, (_, each) => BigInt(each + 1));
const PENDING = ALL.filter((id) => id % 3n === 2n);

it('A page is a bare array of 20 animals by default, oldest first', async () => {
  const page = await get('/v1/pets');
  expect(idsOf(page)).toEqual(ALL.slice(0, 20));
  expect(page.text.startsWith('[{"id":1,"name":"pet 0","categoryId":0,"status":"available"},')).toBe(true);
});

describe('A query', () => {
  it.each([1, 46, 100])('with the limit %d gets at most that many animals', async (limit) => {
    expect(idsOf(await get(`/v1/pets?limit=${limit}`))).toEqual(ALL.slice(0, limit));
  });

  it.each([
    ['limit=5&status=sold&%6cimit=5', /^400 invalid_request: limit .*once/],
    ['__proto__=1', /^400 invalid_request: .*"__proto__"/],
    ['?limit=5', /^400 invalid_request: .*"\?limit"/],
  ])('%s is refused', async (query, refusal) => {
    expect(outcome(await get(`/v1/pets?${query}`))).toMatch(refusal);
  });

  it('gets a message with all its violations at once', async () => {
    expect(outcome(await get('/v1/pets?staus=sold&limit=0&status=lost&cursor=x&offset=1'))).toMatch(
      /: limit .*; status .*; cursor .*; Unknown parameters "staus", "offset"\.$/,
    );
  });
});

describe('cursor', () => {
  const DAMAGED = /^400 invalid_request: cursor .*damaged/;
  const OTHER = /^400 invalid_request: cursor .*another status/;

  it.each(['', 'AAAAAAAAAAAAAAAAAA', 'ÿ'])('is refused if it is "%s"', async (cursor) => {
    expect(outcome(await get(`/v1/pets?cursor=${encodeURI(cursor)}`))).toMatch(DAMAGED);
  });

  it.each([
    ['status=sold&', ''],
    ['status=sold&', 'status=pending&'],
    ['', 'status=sold&'],
  ])('of a page with "%s" is refused in a query with "%s"', async (before, after) => {
    const cursor = await nextCursor(`${before}limit=2`);
    expect(outcome(await get(`/v1/pets?${after}cursor=${cursor}`))).toMatch(OTHER);
  });
});

describe('Link', () => {
  it('is relative, and does not repeat the Host header', async () => {
    const { headers } = await get('/v1/pets?status=sold&limit=2', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect(headers.link).toMatch(/^<\/v1\/pets\?limit=2&status=sold&cursor=[A-Za-z0-9_-]{18}>; rel="next"$/);
  });

  it('leads to the end, with each animal exactly once', async () => {
    expect((await walk('')).map((page) => page.length)).toEqual([20, 20, 5]);
    expect((await walk('?limit=7')).flat()).toEqual(ALL);
    expect((await walk('?status=pending&limit=4')).flat()).toEqual(PENDING);
  });

  it('lets the limit change between pages', async () => {
    const next = nextOf(await get('/v1/pets?limit=3')) ?? '';
    expect(idsOf(await get(next.replace('limit=3', 'limit=5')))).toEqual(ALL.slice(3, 8));
    expect(idsOf(await get(next.replace('limit=3&', '')))).toEqual(ALL.slice(3, 23));
  });
});

it('Requests that arrive in one turn of the event loop share one page if their queries are equal', async () => {
  const queries = ['limit=3', 'limit=3', 'limit=2', 'limit=1'];
  await Promise.all(queries.map(() => get('/livez'))); // opens the connections
  const list = jest.spyOn(server.services.pets, 'listPets');
  const answers = await Promise.all(queries.map((query) => get(`/v1/pets?${query}`)));
  expect(answers.map((answer) => idsOf(answer).length)).toEqual([3, 3, 2, 1]);
  expect(list).toHaveBeenCalledTimes(3);
});

it('A request that arrives later gets a page of its own, also while an equal one is read', async () => {
  const { begun, release } = holdLists(server);
  const first = get('/v1/pets?limit=3');
  await eventually(() => begun() === 1);
  const second = get('/v1/pets?limit=3');
  await eventually(() => begun() === 2);
  release();
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
});
