import { JsonNumber, type JsonObject } from '../../request/strict-json.js';
import { unknownNames } from '../../request/violations.js';
import type { CreatePetRequest } from '../../../../../application/pets.js';
import type { Violation } from '../../../../../domain/errors.js';
import type { NewPet, Pet } from '../../../../../domain/pet.js';
import { INT64_MAX, INT64_MIN } from '../../../../../domain/values.js';

/**
 * Returns the animal as JSON, in the form of the schema Pet in openapi.yaml. The text is built by hand because
 * JSON.stringify throws for a BigInt.
 */
export function writePet({ id, name, categoryId, status, ...others }: Pet): string {
  others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the parameters leave out.
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}

export function writePets(pets: readonly Pet[]): string {
  return `[${pets.map(writePet).join(',')}]`;
}

/**
 * Reads a body as the schema NewPet in openapi.yaml. This checks names and types, and the use case checks the values, so
 * that the client learns every fault at once.
 */
export function readPetDraft(body: JsonObject): Pick<CreatePetRequest, 'draft' | 'unread'> {
  const unread: Violation[] = [];

  function read<T>(property: keyof NewPet, kind: string, typed: (value: unknown) => T | undefined): T | undefined {
    const value = body.get(property);
    const result = typed(value);
    if (value !== undefined && result === undefined) unread.push({ property, message: `must be ${kind}` });
    return result;
  }

  const asString = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const draft = {
    name: read('name', 'a string', asString),
    categoryId: read('categoryId', 'an integer', asInteger),
    status: read('status', 'a string', asString),
  } satisfies Readonly<Record<keyof NewPet, unknown>>;
  if (body.has('id')) unread.push({ property: 'id', message: 'must not be sent, since the service assigns it' });
  const unknown = [...body.keys()].filter((name) => name !== 'id' && !Object.hasOwn(draft, name));
  if (unknown.length > 0) unread.push(unknownNames(unknown, 'property'));
  return { draft, unread };
}

/**
 * Reads an integer in JSON Schema's sense, in which `1.0` and `1e2` are integers. A huge number such as `1e999999999`
 * is not written out: the result is then just outside int64.
 */
export function asInteger(value: unknown): bigint | undefined {
  if (!(value instanceof JsonNumber)) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.slice(0, endOfSignificant(digits));
  if (significant === '') return 0n;
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0) return undefined;
  if (significant.length + zeros > INT64_MAX.toString().length) return sign === '-' ? INT64_MIN - 1n : INT64_MAX + 1n;
  return BigInt(sign + significant + '0'.repeat(zeros));
}

/**
 * Returns the index at which the trailing zeros begin. This is a loop because the regular expression /0+$/ takes
 * quadratic time for a long run of zeros that another digit follows.
 */
function endOfSignificant(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end;
}
