import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { compareNumber, parse, splitNumber } from 'lossless-json';
import { openApiDocument } from '../../src/adapters/inbound/http/api/openapi/document.js';

// The oracle judges requests and responses by the OpenAPI document and by nothing else, so that tests find where server
// and document disagree.

type JsonObject = Record<string, unknown>;
type Headers = ReadonlyMap<string, string>;

const BASE = '/v1';
const JSON_TYPE = 'application/json; charset=utf-8';
/** The headers that HTTP itself adds to a response; the document describes none of them. */
const TRANSPORT_HEADERS = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

const written = exactJson(openApiDocument({}).json);
const targets = new Map<string, unknown>();
const document = dereferenced(written);

/** Returns the value with what references name in their place. */
function dereferenced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dereferenced);
  if (!isObject(value)) return value;
  const { $ref } = value;
  if (typeof $ref !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, dereferenced(part)]));
  }
  if (!targets.has($ref)) targets.set($ref, dereferenced(partOf(written, $ref.slice(1))));
  return targets.get($ref);
}

const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: true, unicodeRegExp: true });
addFormats.default(ajv);
ajv.addKeyword('x-extensible-enum'); // strict mode rejects words that it does not know
// A wrong schema is named once a file, before a response is judged by one that refers to it.
for (const schema of Object.values(object(at('/components/schemas')))) ajv.compile(object(schema));

const [LIST_PETS, CREATE_PET, GET_PET] = ['/paths/~1pets/get', '/paths/~1pets/post', '/paths/~1pets~1{petId}/get'].map(
  (pointer) => object(at(pointer)),
);
const ERROR = object(at('/components/schemas/Error'));

/** The codes and statuses of the table in the text of the document. */
export const ERROR_TABLE = [...String(at('/info/description')).matchAll(/\| (\d{3}) \| `(\w+)` \|/g)].map(
  ([, status, code]) => ({ code, status: Number(status) }),
);
/** This response has the headers that every response has, and no other. */
const ANY_ERROR = object(at('/components/responses/InternalError'));

/** Whether a schema of the document allows a value. */
export function allows(schema: unknown, value: unknown): boolean {
  return ajv.validate(object(schema), value);
}

/** Whether the document allows this text as the body of createPet. */
export function acceptsBody(text: string): boolean {
  const value = strictJson(text);
  return value !== undefined && allows(contentOf(object(CREATE_PET?.requestBody)).schema, value);
}

/** Whether the document allows this `Idempotency-Key`, without the white space around it, for createPet. */
export function acceptsIdempotencyKey(text: string): boolean {
  return allows(parametersOf(CREATE_PET)[0]?.schema, text);
}

/**
 * Whether the document allows this query of listPets. It describes only the form of a cursor.
 * @param parameters the decoded parameters in the order in which they are sent
 */
export function acceptsQuery(parameters: Iterable<readonly [string, string]>): boolean {
  const described = parametersOf(LIST_PETS).filter((parameter) => parameter.in === 'query');
  const given = [...parameters];
  return (
    new Set(given.map(([name]) => name)).size === given.length &&
    given.every(([name, text]) => {
      const parameter = described.find((each) => each.name === name);
      return parameter !== undefined && allowsText(parameter.schema, text);
    })
  );
}

/** An operation of the document, with a request that it accepts. */
export type Operation = ReturnType<typeof operationOf>;

/** Every operation of the document, in its order. */
export const OPERATIONS = Object.entries(object(at('/paths'))).flatMap(([path, methods]) =>
  Object.entries(object(methods)).map(([method, operation]) => operationOf(path, method, object(operation))),
);

function operationOf(path: string, method: string, operation: JsonObject) {
  const target = parametersOf(operation)
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${String(name)}}`, encodeURIComponent(String(example))), path);
  const [body] = operation.requestBody === undefined ? [] : examplesOf(contentOf(object(operation.requestBody)));
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    /** The path under /v1, such as `/pets/{petId}`. */
    path,
    /** The description of the operation. */
    operation,
    /** The path of the request, with the examples of its parameters. */
    target: BASE + target,
    /** The first example of a body; `undefined` for an operation without one. */
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/**
 * Throws if the document does not allow this response: its status, a header that is missing, malformed or undocumented,
 * or its body. A request that matches no operation may only get an Error, or 204 for OPTIONS.
 * @param target the path of the request with its query
 * @param headers the headers by lower-case name
 */
export function checkResponse(method: string, target: string, status: number, headers: Headers, body: string): void {
  const violations = responseViolations(method, target, status, headers, body);
  if (violations.length === 0) return;
  const refusal = `which the OpenAPI document refuses: ${violations.join('; ')}`;
  throw new Error(`${method} ${target} got ${status}, ${refusal}\n${body}`);
}

function responseViolations(method: string, target: string, status: number, headers: Headers, body: string): string[] {
  const operation = matching(method, target);
  const isOptions = operation === undefined && method === 'OPTIONS' && status === 204;
  const response = operation === undefined ? generalResponse(target, status) : responseOf(operation, status);
  if (!isOptions && response === undefined) return ['this status is not described'];

  const allowed = new Map(Object.entries({ ...removalHeaders(target), ...object((response ?? ANY_ERROR).headers) }));
  // The HTTP parser does not know the path, and announces no removal.
  const isOfParser = [400, 408, 431].includes(status) && !headers.has('deprecation');
  if (isOfParser) for (const name of REMOVAL_HEADERS) allowed.delete(name);
  if (isOptions || status === 405) allowed.set('Allow', ALLOW);
  const violations = headerViolations(allowed, headers);
  if (isOptions || method === 'HEAD') return body === '' ? violations : [...violations, 'the response has a body'];

  if (headers.get('content-type') !== JSON_TYPE) violations.push(`Content-Type must be ${JSON_TYPE}`);
  const content = operation === undefined ? { schema: ERROR } : contentOf(response);
  return [...violations, ...bodyFaults(content, status, body)];
}

const ALLOW = { required: true, schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' } };

/** The headers that announce the removal of an operation (RFC 9745, RFC 8594). */
const REMOVAL_HEADERS = ['Deprecation', 'Sunset', 'Link'];

/** Returns the headers that the path of the deprecated operation carries with every method. */
function removalHeaders(target: string): JsonObject {
  if (matching('GET', target) !== GET_PET) return {};
  const headers = object(responseOf(GET_PET, 200)?.headers);
  return Object.fromEntries(REMOVAL_HEADERS.map((name) => [name, headers[name]]));
}

/** Returns a response that any path may give: 404, 405, or an error that adding an animal can also meet. */
function generalResponse(target: string, status: number): JsonObject | undefined {
  if (status === 410 && matching('GET', target) === GET_PET) return responseOf(GET_PET, 410);
  const described = status < 400 ? undefined : responseOf(CREATE_PET, status);
  return described ?? (status === 404 || status === 405 ? ANY_ERROR : undefined);
}

/** The headers of every response, by lower-case name, as the table of the document gives them. */
const CONSTANT_HEADERS = constantHeaders();

function constantHeaders(): ReadonlyMap<string, string> {
  const [, table = ''] = /\n## Headers of every response\n([^]*?)\n## /.exec(String(at('/info/description'))) ?? [];
  const rows = [...table.matchAll(/^\| `(.+?)` \| `(.+?)` \|$/gm)];
  if (rows.length === 0) throw new Error('the OpenAPI document has no table of the headers of every response');
  return new Map(rows.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

/** @param allowed the description of each header that the response may have */
function headerViolations(allowed: ReadonlyMap<string, unknown>, headers: Headers): string[] {
  const violations: string[] = [];
  for (const [name, value] of CONSTANT_HEADERS) {
    if (headers.get(name) !== value) violations.push(`the header ${name} must be ${value}`);
  }
  const known = new Set([...TRANSPORT_HEADERS, ...CONSTANT_HEADERS.keys()]);
  for (const [name, description] of allowed) {
    const { required, schema } = object(description);
    const value = headers.get(name.toLowerCase());
    known.add(name.toLowerCase());
    if (value === undefined && required === true) violations.push(`the header ${name} is missing`);
    if (value !== undefined && !allowsText(schema, value)) {
      violations.push(`the header ${name} must not be ${JSON.stringify(value)}`);
    }
  }
  for (const name of headers.keys()) if (!known.has(name)) violations.push(`the header ${name} is not described`);
  return violations;
}

function bodyFaults(content: JsonObject, status: number, text: string): string[] {
  const value = strictJson(text);
  if (value === undefined) return ['the body is no strict JSON'];
  if (!allows(content.schema, value))
    return [`the body is refused: ${ajv.errorsText(ajv.errors, { dataVar: 'body' })}`];
  if (status < 400) return [];

  // The schema of Error has every code and every status; examples and the table say which of them belong together.
  const { code, status: stated } = object(value);
  const documented = 'examples' in content ? examplesOf(content) : ERROR_TABLE;
  const goTogether = documented.map(object).some((error) => error.code === code && error.status === status);
  return goTogether && stated === status
    ? []
    : [`the code ${String(code)} with the status ${String(stated)} is not described here`];
}

/** Returns the operation of a request; `undefined` if it matches none. */
function matching(method: string, target: string): JsonObject | undefined {
  const [path = ''] = target.split('?');
  const wanted = method === 'HEAD' ? 'GET' : method;
  const isSame = (template: string) => new RegExp(`^${BASE}${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return OPERATIONS.find((each) => each.method === wanted && isSame(each.path))?.operation;
}

function parametersOf(operation: JsonObject | undefined): JsonObject[] {
  return list(operation?.parameters ?? []).map(object);
}

function responseOf(operation: JsonObject | undefined, status: number): JsonObject | undefined {
  const response = object(operation?.responses)[status];
  return response === undefined ? undefined : object(response);
}

/** Returns the content of a request or a response: its schema and its examples. */
export function contentOf(message: JsonObject | undefined): JsonObject {
  return object(object(message?.content)['application/json']);
}

export function examplesOf({ examples }: JsonObject): unknown[] {
  return Object.values(object(examples)).map((example) => object(example).value);
}

/** Whether a schema allows the value of a parameter or header: an integer if the text is decimal digits, else the text. */
function allowsText(schema: unknown, text: string): boolean {
  const isInteger = object(schema).type === 'integer' && /^(0|[1-9]\d*)$/.test(text);
  return allows(schema, isInteger ? comparable(text) : text);
}

/** Returns the part of the document at a JSON Pointer (RFC 6901). References are replaced by what they name. */
export function at(pointer: string): unknown {
  return partOf(document, pointer);
}

function partOf(whole: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, token) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined), whole);
}

/**
 * Returns the value of a JSON text without unpaired surrogates, in which no property has two values, as the document requires
 * of a body. Returns `undefined` for any other text.
 */
function strictJson(text: string): unknown {
  try {
    JSON.parse(text, (name, value: unknown) => {
      const isWellFormed = name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
      if (!isWellFormed) throw new SyntaxError('an unpaired surrogate');
      return value;
    });
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** Throws for a property that has two values. */
function exactJson(text: string): unknown {
  return parse(text, null, comparable);
}

/**
 * A number that every schema of the document judges as it would judge the one that `text` stands for, digit for digit.
 *
 * Ajv compares doubles, which are exact up to 2^53 only: rounded, 2^63 would pass as 2^63 - 1. All bounds in the
 * document are either of safe size or the bounds of int64, so beyond the safe integers all that matters is the side of
 * the int64 bounds: inside becomes the largest safe integer, outside becomes 2^64, each with its sign. The document's
 * own bounds come through here as well. A number that is not an integer becomes 0.5.
 * As in JSON Schema, `1.0` and `1e2` are integers.
 */
function comparable(text: string): number {
  const { digits, exponent } = splitNumber(text);
  if (exponent < digits.length - 1) return 0.5;
  if (compareNumber(text, '-9223372036854775808') < 0) return -(2 ** 64);
  if (compareNumber(text, '9223372036854775807') > 0) return 2 ** 64;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: unknown): JsonObject {
  if (!isObject(value))
    throw new Error(`the OpenAPI document has ${JSON.stringify(value)} where an object was expected`);
  return value;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new Error(`the OpenAPI document has ${JSON.stringify(value)} where a list was expected`);
  return value;
}
