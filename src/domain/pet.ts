import { rejectViolations, type Violation } from './errors.js';
import { INT64_MAX, INT64_MIN, isInt64, textViolations } from './values.js';

/** Availability of an animal (specification, section 3). */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

export const DEFAULT_PET_STATUS: PetStatus = 'available';

/** The longest name, in Unicode code points. */
export const PET_NAME_MAX_LENGTH = 255;

/** Exists in the type only: an object literal does not have it, so every animal comes from createPet or restorePet. */
declare const obeysEveryRule: unique symbol;

/** An animal that obeys every rule and has no identifier yet (specification, section 2). Made by createPet. */
export interface NewPet {
  readonly [obeysEveryRule]: true;
  /** 1 to 255 code points, stored exactly as given. */
  readonly name: string;
  /** Any int64, zero and negatives included. */
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** An animal of the store. Made by restorePet. */
export interface Pet extends NewPet {
  /** Positive int64, assigned by the store, ascending, never reused. */
  readonly id: bigint;
}

/** The members of an animal with the right types, not yet checked against the rules. */
export interface PetDraft {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string;
}

type PartialDraft = { readonly [Member in keyof PetDraft]?: PetDraft[Member] | undefined };

export function isPetStatus(text: string): text is PetStatus {
  return (PET_STATUSES as readonly string[]).includes(text);
}

export function petViolations({ name, categoryId, status }: PartialDraft): Violation[] {
  const violations: Violation[] = [];
  if (name !== undefined) {
    violations.push(...textViolations('name', name, PET_NAME_MAX_LENGTH));
  }
  if (categoryId !== undefined && !isInt64(categoryId)) {
    violations.push({ member: 'categoryId', message: `must be between ${INT64_MIN} and ${INT64_MAX}` });
  }
  if (status !== undefined && !isPetStatus(status)) violations.push(statusViolation);
  return violations;
}

export const statusViolation: Violation = { member: 'status', message: `must be one of ${PET_STATUSES.join(', ')}` };

/** Checks a new animal and adds the default status. @throws DomainError `invalid`, naming every member that breaks a rule */
export function createPet(draft: PetDraft): NewPet {
  rejectViolations(petViolations(draft));
  const { name, categoryId, status = DEFAULT_PET_STATUS } = draft;
  return { name, categoryId, status } as NewPet; // the only place where a new animal gets its brand
}

/** An animal as the store holds it. @throws Error for an id or a status that this program never stores */
export function restorePet(id: bigint, name: string, categoryId: bigint, status: string): Pet {
  if (id < 1n || id > INT64_MAX) throw new Error(`${id} is not the id of an animal`);
  if (!isPetStatus(status)) throw new Error(`animal ${id} has the unknown status ${JSON.stringify(status)}`);
  return { id, name, categoryId, status } as Pet; // the only place where a stored animal gets its brand
}

/** Whether two animals are equal apart from their identifiers. */
export function isSamePet(one: NewPet, other: NewPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}

/** Reads an identifier: decimal digits of a positive int64, no sign, no leading zero; `undefined` for anything else. */
export function parsePetId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}
