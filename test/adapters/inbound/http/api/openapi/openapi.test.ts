import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { API_STATUS_OF } from '../../../../../../src/adapters/inbound/http/errors.js';
import { openApiDocuments } from '../../../../../../src/adapters/inbound/http/api/openapi/document.js';
import { GET_PET_DEPRECATED, GET_PET_SUNSET } from '../../../../../../src/application/pets/get-pet.js';
import { PAGE_LIMIT } from '../../../../../../src/application/pets/list-pets.js';
import { PET_NAME_MAX_LENGTH, PET_STATUSES } from '../../../../../../src/domain/pet.js';

const { yaml, json } = await openApiDocuments({}, { isRemoved: false })();
// JSON.parse rounds the bounds of int64, which the tests that look at other things do not mind.
const document: unknown = JSON.parse(json);

/** By operationId. */
const OPERATIONS = new Map(
  values(get(document, 'paths'))
    .flatMap(values)
    .map((each) => [String(get(each, 'operationId')), each]),
);
const OWN_STATUSES = new Map([
  ['listPets', ['200']],
  ['createPet', ['201', '413', '415', '422']],
  ['getPet', ['200', '404', '410']],
]);
/** What any operation can give. */
const COMMON_STATUSES = ['400', '401', '406', '408', '429', '431', '500', '503', 'default'];

describe('the OpenAPI document', () => {
  it.each(['yaml', 'json'] as const)('has the bounds of int64 digit for digit in its %s form', (form) => {
    const text = { yaml, json }[form];
    const schemas = get(parse(text, { intAsBigInt: true }), 'components', 'schemas');
    expect(get(schemas, 'CategoryId')).toMatchObject({ minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n });
    expect(get(schemas, 'PetId')).toMatchObject({ minimum: 1n, maximum: 2n ** 63n - 1n });
    expect(text).toMatch(/"?minimum"?: ?-9223372036854775808\b/);
    expect(text.match(/"?maximum"?: ?9223372036854775807\b/g)).toHaveLength(2);
  });

  it('says the same in both forms', () => {
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
      const servers = list(get(parse(text), 'servers'));
      expect(servers.map((server) => get(server, 'url'))).toEqual(urls);
      for (const server of servers) expect(get(server, 'description')).toEqual(expect.stringMatching(/\w/));
    }
  });

  it('has the operations of the specification', () => {
    expect(get(document, 'paths', '/pets', 'get')).toBe(OPERATIONS.get('listPets'));
    expect(get(document, 'paths', '/pets', 'post')).toBe(OPERATIONS.get('createPet'));
    expect(get(document, 'paths', '/pets/{petId}', 'get')).toBe(OPERATIONS.get('getPet'));
  });

  it('marks fetching one animal as deprecated, and nothing else', () => {
    const deprecated = [...OPERATIONS].filter(([, each]) => get(each, 'deprecated') !== undefined);
    expect(deprecated).toEqual([['getPet', expect.objectContaining({ deprecated: true })]]);
  });

  it('dates the deprecation as the service does', () => {
    const headers = get(document, 'components', 'headers');
    expect(get(headers, 'Deprecation', 'schema', 'const')).toBe(`@${GET_PET_DEPRECATED.getTime() / 1000}`);
    expect(get(headers, 'Sunset', 'schema', 'const')).toBe(GET_PET_SUNSET.toUTCString());
  });

  it('asks every operation for a bearer key', () => {
    expect(get(document, 'security')).toEqual([{ apiKey: [] }]);
    expect(get(document, 'components', 'securitySchemes', 'apiKey')).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const each of OPERATIONS.values()) expect(each).not.toHaveProperty('security');
  });

  it('has the bounds, the default and the values that the core has', () => {
    const [limit] = list(get(OPERATIONS.get('listPets'), 'parameters'));
    expect(get(limit, 'schema')).toMatchObject({
      minimum: PAGE_LIMIT.min,
      maximum: PAGE_LIMIT.max,
      default: PAGE_LIMIT.default,
    });
    const schemas = get(document, 'components', 'schemas');
    expect(get(schemas, 'PetName', 'maxLength')).toBe(PET_NAME_MAX_LENGTH);
    expect(get(schemas, 'PetStatus', 'enum')).toEqual(PET_STATUSES);
    expect(get(schemas, 'Pets', 'maxItems')).toBe(PAGE_LIMIT.max);
  });

  it('documents every error code with its status, in the schema, its examples and the table for readers', () => {
    const schema = get(document, 'components', 'schemas', 'Error');
    expect(get(schema, 'properties', 'code', 'examples')).toEqual(Object.keys(API_STATUS_OF));
    expect(get(schema, 'properties', 'code')).not.toHaveProperty('enum'); // clients must accept new codes
    const examples = list(get(schema, 'examples'));
    expect(Object.fromEntries(examples.map((error) => [get(error, 'code'), get(error, 'status')]))).toEqual(
      API_STATUS_OF,
    );
    for (const [code, status] of Object.entries(API_STATUS_OF)) {
      expect(get(document, 'info', 'description')).toContain(`| ${status} | \`${code}\` |`);
    }
  });

  it.each([...OPERATIONS])('describes every status that %s can give, each error with an example', (id, operation) => {
    const responses = get(operation, 'responses');
    const own = keys(responses).filter((status) => !COMMON_STATUSES.includes(status));
    expect(keys(responses)).toEqual([...own, ...COMMON_STATUSES].sort());
    expect(own).toEqual(OWN_STATUSES.get(id) ?? own);
    expect(get(dereferenced(get(responses, 'default')), 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/Error',
    });
    for (const status of keys(responses)
      .map(Number)
      .filter((one) => one >= 400)) {
      const examples = values(
        get(dereferenced(get(responses, `${status}`)), 'content', 'application/json', 'examples'),
      );
      const codes = examples.map((example) => get(example, 'value', 'code'));
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) expect(API_STATUS_OF).toHaveProperty([String(code)], status);
    }
  });

  it.each(['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options', 'Content-Security-Policy'])(
    'promises %s in every response',
    (name) => {
      for (const response of [...OPERATIONS.values()].flatMap((each) => values(get(each, 'responses')))) {
        expect(dereferenced(get(dereferenced(response), 'headers', name))).toHaveProperty('required', true);
      }
    },
  );

  it('is written for generators: a format on every integer, and no `not`', () => {
    const schemas = [...nodes(document)].filter((node) => get(node, 'type') === 'integer');
    expect(schemas.length).toBeGreaterThan(4);
    for (const schema of schemas) expect(get(schema, 'format')).toMatch(/^int(32|64)$/);
    for (const node of nodes(document)) expect(keys(node)).not.toContain('not');
  });

  it('has examples that its schemas accept', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    ajv.addVocabulary(keys(document));
    ajv.addSchema(object(document), 'openapi');
    const examples = [...examplesIn(document, '')];
    expect(examples.length).toBeGreaterThan(60);
    for (const { schema, value, where } of examples) {
      const validate = ajv.compile({ $ref: `openapi#${encodeURI(schema)}` });
      expect({ where, value, errors: validate(value) ? null : validate.errors }).toEqual({
        where,
        value,
        errors: null,
      });
    }
  });
});

/** Every example of a media type, a parameter, a header or a schema, with the pointer to the schema it must obey. */
function* examplesIn(value: unknown, where: string): Generator<{ schema: string; value: unknown; where: string }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const here = `${where}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (name === 'example') {
      yield { schema: `${where}/schema`, value: member, where: here };
    } else if (name === 'examples') {
      const ofSchema = Array.isArray(member);
      for (const example of values(member)) {
        yield {
          schema: ofSchema ? where : `${where}/schema`,
          value: ofSchema ? example : get(example, 'value'),
          where: here,
        };
      }
    } else {
      yield* examplesIn(member, here);
    }
  }
}

/** Every object and list inside a value. */
function* nodes(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const member of values(value)) yield* nodes(member);
}

function dereferenced(value: unknown): unknown {
  const reference = get(value, '$ref');
  return typeof reference === 'string' ? get(document, ...reference.split('/').slice(1)) : value;
}

/** The member at the end of this path; `undefined` where there is none. */
function get(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

function keys(value: unknown): string[] {
  return Object.keys(object(value));
}

function values(value: unknown): unknown[] {
  return Object.values(object(value));
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
