import type { JsonObject } from '../../request/strict-json.js';
import { unknownNames } from '../../request/violations.js';
import type { CreatePetRequest } from '../../../../../application/pets.js';
import type { Violation } from '../../../../../domain/errors.js';
import type { NewPet, Pet } from '../../../../../domain/pet.js';

/** The text is built by hand, because JSON.stringify throws for a BigInt. */
export function writePet({ id, name, categoryId, status, ...others }: Pet): string {
  others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the parameters leave out.
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}

export function writePets(pets: readonly Pet[]): string {
  return `[${pets.map(writePet).join(',')}]`;
}

/** Checks names and types. The use case checks the values, so that the client learns every fault at once. */
export function readPetDraft(body: JsonObject): Pick<CreatePetRequest, 'draft' | 'unread'> {
  const unread: Violation[] = [];

  function read<T>(property: keyof NewPet, kind: string, typed: (value: unknown) => T | undefined): T | undefined {
    const value = body.get(property);
    const result = typed(value);
    if (value !== undefined && result === undefined) unread.push({ property, message: `must be ${kind}` });
    return result;
  }

  const asString = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const asInteger = (value: unknown) => (typeof value === 'bigint' ? value : undefined);
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
