import { JsonNumber, type JsonObject, type JsonValue } from '../../request/strict-json.js';
import { unknownNames } from '../../request/violations.js';
import { InvalidInput, type Violation } from '../../../../../domain/errors.js';
import { petViolations, type Pet, type PetDraft } from '../../../../../domain/pet.js';
import { INT64_MAX, INT64_MIN } from '../../../../../domain/values.js';

/** The animal as the specification's Pet. Written by hand, since JSON.stringify refuses a BigInt. */
export function writePet({ id, name, categoryId, status }: Pet): string {
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}

export function writePets(pets: readonly Pet[]): string {
  return `[${pets.map(writePet).join(',')}]`;
}

/** Reads the specification's NewPet. @throws InvalidInput, naming every member of a wrong type or against the domain's rules */
export function readPetDraft(body: JsonObject): PetDraft {
  const violations: Violation[] = [];

  function read<T>(member: string, kind: string, required: boolean, typed: (value: JsonValue) => T | undefined) {
    const value = body.get(member);
    const result = value === undefined ? undefined : typed(value);
    if (value !== undefined && result === undefined) violations.push({ member, message: `must be ${kind}` });
    if (value === undefined && required) violations.push({ member, message: 'is required' });
    return result;
  }

  const asString = (value: JsonValue) => (typeof value === 'string' ? value : undefined);
  const name = read('name', 'a string', true, asString);
  const categoryId = read('categoryId', 'an integer', true, asInteger);
  const status = read('status', 'a string', false, asString);
  violations.push(...petViolations({ name, categoryId, status }));
  if (body.has('id')) violations.push({ member: 'id', message: 'must not be sent, since the store assigns it' });
  const unknown = [...body.keys()].filter((member) => !MEMBERS.includes(member));
  if (unknown.length > 0) violations.push(unknownNames(unknown, 'member of an animal'));
  if (violations.length > 0 || name === undefined || categoryId === undefined) throw new InvalidInput(violations);
  return { name, categoryId, ...(status !== undefined && { status }) };
}

const MEMBERS = ['id', 'name', 'categoryId', 'status'];

/** In JSON Schema's sense: `1.0` and `1e2` are integers. `1e999999999` comes back just outside int64, and costs nothing. */
export function asInteger(value: JsonValue): bigint | undefined {
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

/** Where the zeros at the end begin. A loop, since the expression /0+$/ takes time quadratic in the zeros before another digit. */
function endOfSignificant(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end;
}
