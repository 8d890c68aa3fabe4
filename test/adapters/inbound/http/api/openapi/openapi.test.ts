import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { API_STATUS_OF } from '../../../../../../src/adapters/inbound/http/http-errors.js';
import { openApiDocument } from '../../../../../../src/adapters/inbound/http/api/openapi/document.js';
import { PAGE_LIMIT } from '../../../../../../src/domain/pet.js';
import { textViolations } from '../../../../../../src/domain/values.js';
import { PET_NAME_MAX_LENGTH, PET_STATUSES } from '../../../../../../src/domain/pet.js';
import {
  allows,
  at,
  contentOf,
  ERROR_TABLE,
  examplesOf,
  isObject,
  object,
  OPERATIONS,
} from '../../../../../support/openapi-oracle.js';

const { yaml, json } = openApiDocument({});
const contents = {
  yaml: parse(yaml, { intAsBigInt: true }) as unknown,
  json: parse(json, { intAsBigInt: true }) as unknown,
};

/** The statuses of every operation. Tests get every other one, and fail if the document does not have it. */
const COMMON_STATUSES = ['400', '401', '406', '408', '414', '429', '431', '500', '503', 'default'];

describe('the OpenAPI document', () => {
  it.each(['yaml', 'json'] as const)('has the exact bounds of int64 in its %s form', (form) => {
    const text = { yaml, json }[form];
    expect(contents[form]).toMatchObject({
      components: {
        schemas: {
          CategoryId: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
          PetId: { minimum: 1n, maximum: 2n ** 63n - 1n },
        },
      },
    });
    expect(text).toMatch(/"?minimum"?: ?-9223372036854775808\b/);
    expect(text).toMatch(/"?maximum"?: ?9223372036854775807\b/);
    expect(text).not.toContain('9223372036854776'); // as JSON.stringify would write a bound
  });

  it('has the same content in JSON and in YAML', () => {
    expect(contents.yaml).toEqual(contents.json);
  });

  it('names the configured servers', () => {
    const [publicBaseUrl, stagingBaseUrl] = ['https://animals.example/v1', 'https://staging.example/v1'];
    const urlsOf = (text: string) => (parse(text) as { servers: { url: string }[] }).servers.map(({ url }) => url);
    const here = { url: '/v1', description: expect.stringContaining('PUBLIC_BASE_URL') };
    expect(contents.yaml).toMatchObject({ servers: [here] });
    const served = openApiDocument({ publicBaseUrl, stagingBaseUrl });
    for (const text of [served.yaml, served.json]) expect(urlsOf(text)).toEqual([publicBaseUrl, stagingBaseUrl]);
  });

  it('has the operations of the specification, of which only fetching one animal is deprecated', () => {
    expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(['listPets', 'createPet', 'getPet']));
    const deprecated = OPERATIONS.filter(({ operation }) => operation.deprecated === true);
    expect(deprecated.map(({ id }) => id)).toEqual(['getPet']);
  });

  it('requires a bearer key for every operation', () => {
    expect(at('/security')).toEqual([{ apiKey: [] }]);
    for (const { operation } of OPERATIONS) expect(operation).not.toHaveProperty('security');
  });

  it('has the bounds, the default and the values of the domain', () => {
    const { min: minimum, max: maximum, default: preset } = PAGE_LIMIT;
    expect(at('/paths/~1pets/get/parameters/0/schema')).toMatchObject({ minimum, maximum, default: preset });
    expect(at('/components/schemas/PetName/maxLength')).toBe(PET_NAME_MAX_LENGTH);
    expect(at('/components/schemas/PetStatus/enum')).toEqual(PET_STATUSES);
    expect(at('/components/schemas/Pets/maxItems')).toBe(PAGE_LIMIT.max);
  });

  it('documents every error code, with its status in the table, and leaves the examples to the responses', () => {
    const code = '/components/schemas/Error/properties/code';
    for (const list of ['examples', 'x-extensible-enum']) {
      expect(at(`${code}/${list}`)).toEqual(Object.keys(API_STATUS_OF));
    }
    expect(at(code)).not.toHaveProperty('enum'); // clients must accept new codes
    expect(Object.fromEntries(ERROR_TABLE.map(({ code, status }) => [code, status]))).toEqual(API_STATUS_OF);
    // A mock server would give its first example for every error.
    expect(at('/components/schemas/Error')).not.toHaveProperty('examples');
  });

  it.each(OPERATIONS)('describes every status that $id can return, each error with an example', ({ operation }) => {
    const responses = Object.entries(object(operation.responses));
    expect(responses.map(([status]) => status)).toEqual(expect.arrayContaining(COMMON_STATUSES));
    for (const [status, response] of responses.filter(([each]) => each === 'default' || Number(each) >= 400)) {
      const content = contentOf(object(response));
      expect(content.schema).toEqual(at('/components/schemas/Error'));
      if (status === 'default') continue;
      const codes = examplesOf(content).map((example) => object(example).code);
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(API_STATUS_OF).toHaveProperty([String(code)], Number(status));
    }
  });

  it('announces the removal on every response to a deprecated operation, except those of the HTTP parser', () => {
    for (const { operation } of OPERATIONS.filter((each) => each.operation.deprecated === true)) {
      const others = Object.entries(object(operation.responses)).filter(([, response]) =>
        ['Deprecation', 'Sunset', 'Link'].some((name) => !Object.hasOwn(object(object(response).headers), name)),
      );
      expect(others.map(([status]) => status)).toEqual(['408', '431', 'default']);
    }
  });

  it('has a pattern of names that means the rule of the domain', () => {
    const pattern = String(at('/components/schemas/PetName/pattern'));
    expect(pattern).not.toMatch(/\\[^xs]/); // \S and \p differ between languages, and not every one has \u
    // The Basic Multilingual Plane has every character that some engine takes for white space.
    const names = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code));
    const wellFormed = names.filter((name) => name.isWellFormed());
    const valid = new Set(wellFormed.filter((name) => textViolations('name', name, 1).length === 0));
    expect(valid.size).toBeGreaterThan(60_000);
    for (const flags of ['', 'u', 'v']) {
      const engine = new RegExp(pattern, flags);
      expect(wellFormed.filter((name) => engine.test(name) !== valid.has(name))).toEqual([]);
      expect([...valid].filter((name) => !engine.test(`\u00a0${name} `))).toEqual([]);
    }
  });

  // Generators copy patterns into the source code of programs, and the mock server Prism into a header.
  it('has patterns of printable ASCII without quote characters', () => {
    const patterns = [...nodesIn(at(''))].flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /["'`]|[^ -~]|\\u/.test(pattern))).toEqual([]);
  });

  const all = [...nodesIn(at(''))].map(([pointer, node]) => ({ pointer, node }));

  // Clients that keep every digit read each integer of a success as a bigint, regardless of its schema.
  it('gives every integer in a response body 64 bits, so that generated types match what clients read', () => {
    const received = all.filter(({ pointer }) =>
      /^\/(components\/schemas\/(?!Error\/)|paths\/.*\/responses\/2)/.test(pointer),
    );
    const integers = received.filter(({ pointer, node }) => node.type === 'integer' && !pointer.includes('/headers/'));
    expect(integers.map(({ node }) => node.format)).toContain('int64');
    expect(integers.filter(({ node }) => node.format !== 'int64')).toEqual([]);
  });

  // Redocly compares all other examples with their schemas (npm run lint).
  it('has examples of headers that match their schemas', () => {
    const examples = all.filter(({ node }) => 'example' in node && 'schema' in node);
    expect(examples.length).toBeGreaterThan(10);
    const refused = examples.filter(({ node }) => !allows(node.schema, node.example));
    expect(refused).toEqual([]);
  });
});

/** Every object in a part of the document, with the names that lead to it. */
function* nodesIn(value: unknown, place = ''): Generator<[string, Record<string, unknown>]> {
  if (isObject(value)) yield [place, value];
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [name, part] of Object.entries(value)) yield* nodesIn(part, `${place}/${name}`);
}
