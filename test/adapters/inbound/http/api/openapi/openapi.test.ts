import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { API_STATUS_OF } from '../../../../../../src/adapters/inbound/http/errors.js';
import { openApiDocuments } from '../../../../../../src/adapters/inbound/http/api/openapi/document.js';
import { PAGE_LIMIT } from '../../../../../../src/application/pets/list-pets.js';
import { PET_NAME_MAX_LENGTH, PET_STATUSES } from '../../../../../../src/domain/pet.js';
import { at, escaped, isObject, list, object, resolved, validator } from '../../../../../support/openapi-oracle.js';

const { yaml, json } = await openApiDocuments({}, { isRemoved: false })();

const OPERATIONS = [
  ['listPets', '/paths/~1pets/get', ['200']],
  ['createPet', '/paths/~1pets/post', ['201', '413', '415', '422']],
  ['getPet', '/paths/~1pets~1{petId}/get', ['200', '404', '410']],
] as const;
/** What any operation can give. */
const COMMON_STATUSES = ['400', '401', '406', '408', '429', '431', '500', '503', 'default'];

describe('the OpenAPI document', () => {
  it.each(['yaml', 'json'] as const)('has the bounds of int64 digit for digit in its %s form', (form) => {
    const text = { yaml, json }[form];
    expect(parse(text, { intAsBigInt: true })).toMatchObject({
      components: {
        schemas: {
          CategoryId: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
          PetId: { minimum: 1n, maximum: 2n ** 63n - 1n },
        },
      },
    });
    expect(text).toMatch(/"?minimum"?: ?-9223372036854775808\b/);
    expect(text.match(/"?maximum"?: ?9223372036854775807\b/g)).toHaveLength(2);
  });

  it('has the same content in JSON and in YAML', () => {
    expect(parse(yaml, { intAsBigInt: true })).toEqual(parse(json, { intAsBigInt: true }));
  });

  it.each([
    [{}, ['/v1']],
    [{ publicBaseUrl: 'https://animals.example/v1' }, ['https://animals.example/v1']],
    [{ stagingBaseUrl: 'https://staging.example/v1' }, ['/v1', 'https://staging.example/v1']],
    [
      { publicBaseUrl: 'https://animals.example/v1', stagingBaseUrl: 'https://staging.example/v1' },
      ['https://animals.example/v1', 'https://staging.example/v1'],
    ],
  ])('names the configured servers: %j', async (configured, urls) => {
    const served = await openApiDocuments(configured, { isRemoved: false })();
    for (const text of [served.yaml, served.json]) {
      const described = urls.map((url) => ({ url, description: expect.stringMatching(/\w/) }));
      expect(parse(text)).toMatchObject({ servers: described });
    }
  });

  it('has the operations of the specification', () => {
    const paths = Object.values(object(at('/paths'))).flatMap((path) => Object.values(object(path)));
    expect(paths).toEqual(OPERATIONS.map(([operationId, pointer]) => ({ ...object(at(pointer)), operationId })));
  });

  it('marks fetching one animal as deprecated, and nothing else', () => {
    const deprecated = OPERATIONS.filter(([, pointer]) => at(`${pointer}/deprecated`) !== undefined);
    expect(deprecated.map(([operationId]) => operationId)).toEqual(['getPet']);
    expect(at('/paths/~1pets~1{petId}/get/deprecated')).toBe(true);
  });

  it('asks every operation for a bearer key', () => {
    expect(at('/security')).toEqual([{ apiKey: [] }]);
    expect(at('/components/securitySchemes/apiKey')).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const [, pointer] of OPERATIONS) expect(at(pointer)).not.toHaveProperty('security');
  });

  it('has the bounds, the default and the values that the core has', () => {
    const { min: minimum, max: maximum, default: preset } = PAGE_LIMIT;
    expect(at('/paths/~1pets/get/parameters/0/schema')).toMatchObject({ minimum, maximum, default: preset });
    expect(at('/components/schemas/PetName/maxLength')).toBe(PET_NAME_MAX_LENGTH);
    expect(at('/components/schemas/PetStatus/enum')).toEqual(PET_STATUSES);
    expect(at('/components/schemas/Pets/maxItems')).toBe(PAGE_LIMIT.max);
  });

  it('documents every error code with its status, in the schema, its examples and the table for readers', () => {
    const code = '/components/schemas/Error/properties/code';
    expect(at(`${code}/examples`)).toEqual(Object.keys(API_STATUS_OF));
    expect(at(code)).not.toHaveProperty('enum'); // clients must accept new codes
    const examples = list(at('/components/schemas/Error/examples')).map(object);
    expect(Object.fromEntries(examples.map((error) => [error.code, error.status]))).toEqual(API_STATUS_OF);
    for (const [code, status] of Object.entries(API_STATUS_OF)) {
      expect(at('/info/description')).toContain(`| ${status} | \`${code}\` |`);
    }
  });

  it.each(OPERATIONS)('describes every status that %s can give, each error with an example', (_, pointer, own) => {
    const statuses = Object.keys(object(at(`${pointer}/responses`)));
    expect(statuses).toEqual([...own, ...COMMON_STATUSES].sort());
    const contentOf = (status: string) => `${resolved(`${pointer}/responses/${status}`)}/content/application~1json`;
    expect(at(`${contentOf('default')}/schema`)).toEqual({ $ref: '#/components/schemas/Error' });
    for (const status of statuses.filter((each) => Number(each) >= 400)) {
      const examples = Object.values(object(at(`${contentOf(status)}/examples`)));
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const { code } = object(object(example).value);
        expect(API_STATUS_OF).toHaveProperty([String(code)], Number(status));
      }
    }
  });

  it.each(['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options', 'Content-Security-Policy'])(
    'promises %s in every response',
    (name) => {
      for (const [, pointer] of OPERATIONS) {
        for (const status of Object.keys(object(at(`${pointer}/responses`)))) {
          const header = resolved(`${resolved(`${pointer}/responses/${status}`)}/headers/${name}`);
          expect(at(`${header}/required`)).toBe(true);
        }
      }
    },
  );

  const all = [...nodesAt('')].map(([pointer, node]) => ({ pointer, node }));

  it('is written for generators: a format on every integer, and no `not`', () => {
    const integers = all.filter(({ node }) => node.type === 'integer');
    expect(integers.length).toBeGreaterThan(4);
    for (const { node } of integers) expect(node.format).toMatch(/^int(32|64)$/);
    for (const { node } of all) expect(node).not.toHaveProperty('not');
  });

  // Redocly compares all other examples with their schemas (npm run lint).
  it('has examples of headers that their schemas accept', () => {
    const examples = all.filter(({ node }) => 'example' in node && 'schema' in node);
    expect(examples.length).toBeGreaterThan(15);
    const refused = examples.filter(({ pointer, node }) => !validator(`${pointer}/schema`)(node.example));
    expect(refused).toEqual([]);
  });
});

/** Every object at and below a JSON Pointer, with its pointer. */
function* nodesAt(pointer: string): Generator<[string, Record<string, unknown>]> {
  const value = at(pointer);
  if (isObject(value)) yield [pointer, value];
  if (isObject(value) || Array.isArray(value)) {
    for (const name of Object.keys(value)) yield* nodesAt(`${pointer}/${escaped(name)}`);
  }
}
