import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { writeCursor } from '../../../../../../src/adapters/inbound/http/api/pets/page-query.js';
import { INT64_MAX } from '../../../../../../src/domain/values.js';
import { PET_STATUSES } from '../../../../../../src/domain/pet.js';
import { anyJsonText, newPetArbitrary, petPropertyTexts } from '../../../../../support/pet-properties.js';
import type { Answer } from '../../../../../support/http-client.js';
import { IS_LONG } from '../../../../../support/long.js';
import { acceptsBody, acceptsIdempotencyKey, acceptsQuery } from '../../../../../support/openapi-oracle.js';
import { startTestServer } from '../../../../../support/server.js';

const server = await startTestServer();
const { get, post } = server;

const memberText = fc
  .oneof(
    fc.tuple(fc.constantFrom('id', 'age', '__proto__', 'Name', '', 'toString', 'name', 'status'), anyJsonText),
    fc.tuple(fc.string(), anyJsonText),
  )
  .map(([name, value]): [string, string] => [JSON.stringify(name), value]);

/** Bodies of every kind: mostly the right properties, mostly once, in any order, with white space; now and then damaged. */
const bodyText = fc
  .record({
    properties: fc.record(petPropertyTexts),
    more: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(memberText, { maxLength: 2 })),
    space: fc.constantFrom('', '', ' ', '\r\n\t'),
    order: fc.boolean(),
    damage: fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', '}', '1', '\u0000')), { freq: 12 }),
  })
  .map(({ properties, more, space, order, damage }) => {
    const all = [...Object.entries(properties).map(([name, value]) => [JSON.stringify(name), value]), ...more];
    const present = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}${space}:${space}${value}`]));
    const text = `${space}{${space}${(order ? present : present.reverse()).join(`${space},`)}}${space}`;
    if (damage === null) return text;
    const at = damage[0] % text.length;
    return (text.slice(0, at) + damage[1] + text.slice(at + 1)).toWellFormed(); // a cut through a pair leaves half of it
  });

const queryValue = {
  limit: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -2, max: 104 }).map(String) },
    fc.constantFrom('', '05', '5.0', '1e1', '+5', ' 5', '5 ', '٥', '0x5', '100.0', '99999999999999999999'),
    fc.string(),
  ),
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PET_STATUSES) },
    fc.constantFrom('', 'Sold', ' sold'),
    fc.string(),
  ),
  cursor: fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.bigInt({ min: 0n, max: INT64_MAX }), fc.constantFrom(undefined, ...PET_STATUSES))
        .map(([after, status]) => writeCursor({ after, status })),
    },
    fc.string(),
    fc.stringMatching(/^[A-Za-z0-9_-]{17,19}$/),
  ),
};
const parameter = (name: keyof typeof queryValue) => queryValue[name].map((value): [string, string] => [name, value]);
const unknownParameter = fc.tuple(fc.oneof(fc.constantFrom('staus', 'Limit', 'limit[]', ''), fc.string()), fc.string());
/** Queries of every kind: each parameter once or not at all, and now and then one more. */
const queryPairs = fc
  .tuple(
    fc.option(parameter('limit'), { freq: 3 }),
    fc.option(parameter('status'), { freq: 3 }),
    fc.option(fc.oneof(parameter('cursor'), parameter('limit'), parameter('status'), unknownParameter), { freq: 2 }),
  )
  .map((pairs) => pairs.filter((pair) => pair !== null));

/** Keys of every kind, bare and quoted, of characters that a header can carry. */
const idempotencyKey = fc
  .oneof(
    fc.string({ unit: fc.constantFrom('"', '\\', ' ', "'", '#', 'a', '~', ',', '-', '\t', '\u00e9'), maxLength: 6 }),
    fc
      .string({ unit: fc.constantFrom('a', ' ', '~', '[', ',', '\\"', '\\\\'), maxLength: 6 })
      .map((inner) => `"${inner}"`),
    fc
      .tuple(fc.constantFrom('x', '\\"', '"'), fc.integer({ min: 253, max: 258 }), fc.boolean())
      .map(([unit, count, isQuoted]) => (isQuoted ? `"${unit.repeat(count)}"` : unit.repeat(count))),
  )
  .map((key) => key.trim());

/** Sends many requests, and compares the status of each response with those that the document allows. */
async function expectAgreement<Request>(
  requests: fc.Arbitrary<Request>,
  send: (request: Request) => Promise<Answer>,
  allowed: (request: Request) => readonly number[],
): Promise<void> {
  const statuses: number[] = [];
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { status } = await send(request);
      expect(allowed(request)).toContain(status);
      statuses.push(status);
    }),
    { numRuns: IS_LONG ? 400 : 100, seed: 1 },
  );
  const refused = statuses.filter((status) => status >= 400).length;
  expect(refused).toBeGreaterThan(statuses.length / 10);
  expect(statuses.length - refused).toBeGreaterThan(statuses.length / 10);
}

describe('The server and its OpenAPI document agree', () => {
  it('on every body', () =>
    expectAgreement(
      // The more properties an animal has, the fewer bodies of any kind are accepted.
      fc.oneof(
        bodyText,
        newPetArbitrary.map((pet) => stringify(pet) ?? ''),
      ),
      (body) => post(body),
      (body) => [acceptsBody(body) ? 201 : 400],
    ));

  it('on every query, except for the content of a cursor', () =>
    expectAgreement(
      queryPairs,
      (pairs) => get(`/v1/pets?${new URLSearchParams(pairs).toString()}`),
      (pairs) => {
        if (!acceptsQuery(pairs)) return [400];
        return pairs.some(([name]) => name === 'cursor') ? [200, 400] : [200];
      },
    ));

  it('on every Idempotency-Key', () =>
    expectAgreement(
      idempotencyKey,
      (key) => post('{"name":"Rex","categoryId":1}', { 'idempotency-key': key }),
      (key) => [acceptsIdempotencyKey(key) ? 201 : 400],
    ));

  // RFC 9110, section 13.1
  it.each(['/v1/pets?limit=1', '/v1/pets/1', '/v1/pets/0', '/openapi.json'])(
    'that no answer depends on a precondition: %s',
    async (target) => {
      const { status, text } = await get(target);
      for (const headers of [
        { 'if-none-match': '*', range: 'bytes=0-1' },
        { 'if-match': '"x"', 'if-range': '"x"', range: 'bytes=0-1' },
        { 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
        { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      ]) {
        expect(await get(target, headers)).toMatchObject({ status, text });
        expect((await post('{"name":"Rex","categoryId":1}', headers)).status).toBe(201);
      }
    },
  );
});
