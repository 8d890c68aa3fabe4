import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
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

const document = object(exactJson(openApiDocument({}).json));
const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: true, unicodeRegExp: true });
addFormats.default(ajv);
ajv.addVocabulary([...Object.keys(document), 'x-extensible-enum']); // strict mode rejects words that it does not know
ajv.addSchema(document, 'openapi');
// A wrong schema is named once a file, before a response is judged by one that refers to it.
for (const name of Object.keys(object(at('/components/schemas')))) validator(`/components/schemas/${name}`);

/** Whether the document allows this text as the body of createPet. */
export function acceptsBody(text: string): boolean {
  const value = iJson(text);
  return value !== undefined && validator('/paths/~1pets/post/requestBody/content/application~1json/schema')(value);
}

/** Whether the document allows this `Idempotency-Key`, without the white space around it, for createPet. */
export function acceptsIdempotencyKey(text: string): boolean {
  return validator('/paths/~1pets/post/parameters/0/schema')(text);
}

/**
 * Whether the document allows this query of listPets. It describes only the form of a cursor.
 * @param parameters the decoded parameters in the order in which they are sent
 */
export function acceptsQuery(parameters: Iterable<readonly [string, string]>): boolean {
  const described = list(at('/paths/~1pets/get/parameters')).map(object);
  const given = [...parameters];
  return (
    new Set(given.map(([name]) => name)).size === given.length &&
    given.every(([name, text]) => {
      const index = described.findIndex((parameter) => parameter.name === name && parameter.in === 'query');
      const pointer = `/paths/~1pets/get/parameters/${index}/schema`;
      return index >= 0 && validator(pointer)(deserialised(pointer, text));
    })
  );
}

/** An operation of the document, with a request that it accepts. */
export type Operation = ReturnType<typeof operationOf>;

/** Every operation of the document, in its order. */
export const OPERATIONS = Object.entries(object(at('/paths'))).flatMap(([path, methods]) =>
  Object.keys(object(methods)).map((method) => operationOf(path, method)),
);

function operationOf(path: string, method: string) {
  const pointer = `/paths/${escaped(path)}/${method}`;
  const { operationId, parameters = [], requestBody } = object(at(pointer));
  const target = list(parameters)
    .map(object)
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${String(name)}}`, encodeURIComponent(String(example))), path);
  const [body] =
    requestBody === undefined ? [] : exampleValues(object(at(`${pointer}/requestBody/content/application~1json`)));
  return {
    id: String(operationId),
    method: method.toUpperCase(),
    /** The path under /v1, such as `/pets/{petId}`. */
    path,
    /** The JSON Pointer of the operation. */
    pointer,
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
  const operation = operationPointer(method, target);
  const isOptions = operation === undefined && method === 'OPTIONS' && status === 204;
  const response =
    operation === undefined ? generalResponse(target, status) : resolved(`${operation}/responses/${status}`);
  if (!isOptions && response === undefined) return ['this status is not described'];

  const described = describedHeaders(response ?? ANY_ERROR);
  const all = operation === GET_PET ? described : { ...described, ...deprecationHeaders(target) };
  const allowed = isOfParser(status, headers) ? withoutDeprecation(all) : all;
  const violations = headerViolations(isOptions || status === 405 ? { ...allowed, Allow: ALLOW } : allowed, headers);
  if (!isOptions && headers.get('content-type') !== JSON_TYPE) violations.push(`Content-Type must be ${JSON_TYPE}`);
  if (!isOptions && method !== 'HEAD')
    violations.push(
      ...bodyFaults(operation === undefined ? ERROR : `${response}/content/application~1json`, status, body),
    );
  else if (body !== '') violations.push(`a response to ${method} has no body`);
  return violations;
}

const ALLOW = 'Allow';
const ERROR = '/components/schemas/Error';
/** This response has the headers that every response has, and no other. */
const ANY_ERROR = '/components/responses/InternalError';

const GET_PET = '/paths/~1pets~1{petId}/get';

function isDeprecated(target: string): boolean {
  return operationPointer('GET', target) === GET_PET;
}

/** The headers that announce the removal of an operation (RFC 9745, RFC 8594). */
const DEPRECATION = ['Deprecation', 'Sunset', 'Link'];

/** Whether the HTTP parser may have sent this response. It does not know the path, and announces no removal. */
function isOfParser(status: number, headers: Headers): boolean {
  return [400, 408, 431].includes(status) && !headers.has('deprecation');
}

function withoutDeprecation(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DEPRECATION.includes(name)));
}

/** Returns the headers that the deprecated path carries with every method. */
function deprecationHeaders(target: string): Record<string, string> {
  if (!isDeprecated(target)) return {};
  const { Deprecation = '', Sunset = '', Link = '' } = describedHeaders(`${GET_PET}/responses/200`);
  return { Deprecation, Sunset, Link };
}

/** Returns a response that any path may give: 404, 405, or an error that adding an animal can also meet. */
function generalResponse(target: string, status: number): string | undefined {
  if (status === 410 && isDeprecated(target)) return resolved(`${GET_PET}/responses/410`);
  const described = status < 400 ? undefined : resolved(`/paths/~1pets/post/responses/${status}`);
  if (described !== undefined) return described;
  return status === 404 || status === 405 ? ANY_ERROR : undefined;
}

/** Returns the pointer to the description of each header of a response. */
function describedHeaders(response: string): Record<string, string> {
  const pointers: Record<string, string> = {};
  for (const name of Object.keys(object(at(`${response}/headers`)))) {
    pointers[name] = resolved(`${response}/headers/${escaped(name)}`) ?? '';
  }
  return pointers;
}

/** The headers of every response, by lower-case name, as the table of the document gives them. */
const CONSTANT_HEADERS = constantHeaders();

function constantHeaders(): ReadonlyMap<string, string> {
  const [, table = ''] = /\n## Headers of every response\n([^]*?)\n## /.exec(String(at('/info/description'))) ?? [];
  const rows = [...table.matchAll(/^\| `(.+?)` \| `(.+?)` \|$/gm)];
  if (rows.length === 0) throw new Error('the OpenAPI document has no table of the headers of every response');
  return new Map(rows.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

/** @param allowed the pointer to the description of each header that the response may have */
function headerViolations(allowed: Readonly<Record<string, string>>, headers: Headers): string[] {
  const violations: string[] = [];
  for (const [name, value] of CONSTANT_HEADERS) {
    if (headers.get(name) !== value) violations.push(`the header ${name} must be ${value}`);
  }
  for (const [name, pointer] of Object.entries(allowed)) {
    const value = headers.get(name.toLowerCase());
    if (pointer === ALLOW) {
      if (!/^[A-Z]+(, [A-Z]+)*$/.test(value ?? '')) violations.push('Allow must list the methods');
    } else if (value === undefined) {
      if (object(at(pointer)).required === true) violations.push(`the header ${name} is missing`);
    } else if (!validator(`${pointer}/schema`)(deserialised(`${pointer}/schema`, value))) {
      violations.push(`the header ${name} must not be ${JSON.stringify(value)}`);
    }
  }
  const described = Object.keys(allowed).map((name) => name.toLowerCase());
  const known = new Set([...TRANSPORT_HEADERS, ...CONSTANT_HEADERS.keys(), ...described]);
  for (const name of headers.keys()) if (!known.has(name)) violations.push(`the header ${name} is not described`);
  return violations;
}

/** @param pointer the pointer to a media type or to a schema */
function bodyFaults(pointer: string, status: number, text: string): string[] {
  const value = iJson(text);
  if (value === undefined) return ['the body is not I-JSON'];
  const mediaType = at(`${pointer}/schema`) === undefined ? undefined : object(at(pointer));
  const validate = validator(mediaType === undefined ? pointer : `${pointer}/schema`);
  if (!validate(value)) return [`the body is refused: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`];
  if (status < 400) return [];

  // The schema of Error lists every code and every status; the examples say which of them belong together.
  const { code, status: stated } = object(value);
  const documented = mediaType === undefined ? list(at(`${ERROR}/examples`)) : exampleValues(mediaType);
  const goTogether = documented.map(object).some((error) => error.code === code && error.status === status);
  return goTogether && stated === status
    ? []
    : [`the code ${String(code)} with the status ${String(stated)} is not described here`];
}

function exampleValues(mediaType: JsonObject): unknown[] {
  return Object.values(object(mediaType.examples)).map((example) => object(example).value);
}

/** Returns the pointer to the operation of a request; `undefined` if it matches none. */
function operationPointer(method: string, target: string): string | undefined {
  const [path = ''] = target.split('?');
  const template = Object.keys(object(at('/paths'))).find((candidate) => {
    const pattern = candidate.replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${BASE}${pattern}$`).test(path);
  });
  if (template === undefined) return undefined;
  const pointer = `/paths/${escaped(template)}/${(method === 'HEAD' ? 'GET' : method).toLowerCase()}`;
  return at(pointer) === undefined ? undefined : pointer;
}

/**
 * Converts a parameter or header to the value of its text: an integer if the text is decimal digits, and otherwise the
 * text.
 */
function deserialised(pointer: string, text: string): unknown {
  const { type } = object(at(pointer));
  return type === 'integer' && /^(0|[1-9]\d*)$/.test(text) ? comparable(text) : text;
}

export function validator(pointer: string): ValidateFunction {
  let validate: ValidateFunction | undefined;
  try {
    validate = ajv.getSchema(`openapi#${encodeURI(pointer)}`);
  } catch (error) {
    throw new Error(`the schema at ${pointer} of the OpenAPI document is wrong: ${String(error)}`, { cause: error });
  }
  if (validate === undefined) throw new Error(`the OpenAPI document has no schema at ${pointer}`);
  return validate;
}

/** Returns the part of the document at a JSON Pointer (RFC 6901). */
export function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, token) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, token) : undefined),
      document,
    );
}

/**
 * Returns the pointer to which a reference at `pointer` leads, or `pointer` itself; `undefined` if there is nothing.
 */
export function resolved(pointer: string): string | undefined {
  const value = at(pointer);
  if (!isObject(value)) return undefined;
  const reference = value.$ref;
  return typeof reference === 'string' ? resolved(reference.slice(1)) : pointer;
}

export function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Returns the value of an I-JSON text (RFC 7493), which the document requires of a body: JSON without duplicate properties
 * and without unpaired surrogates. Returns `undefined` for any other text.
 */
function iJson(text: string): unknown {
  const found = { properties: -1, isWellFormed: true }; // the first property is the whole value
  try {
    JSON.parse(text, function (this: unknown, name, value: unknown) {
      if (!Array.isArray(this)) found.properties++;
      found.isWellFormed &&= name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
      return value;
    });
    // Outside strings a colon stands once for every property, and parsing keeps only one of two properties with the same name.
    const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
    return colons === found.properties && found.isWellFormed ? exactJson(text) : undefined;
  } catch {
    return undefined;
  }
}

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

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new Error(`the OpenAPI document has ${JSON.stringify(value)} where a list was expected`);
  return value;
}
