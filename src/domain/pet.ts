import { InvalidInput, type Violation } from './errors.js';
import { INT64_MAX, INT64_MIN, isId, isInt64, textViolations } from './values.js';

/** The availability of an animal (specification, section 3): every status that the store may hold. */
const STORED_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof STORED_STATUSES)[number];

/**
 * The statuses that additions and filters accept, in the order of documents and pages. A new status joins them one release after
 * the store may hold it, when every replica can read it (docs/tour.md, "A status").
 */
export const PET_STATUSES: readonly PetStatus[] = ['available', 'pending', 'sold'];

export const DEFAULT_PET_STATUS: PetStatus = 'available';

/** The longest name, in Unicode code points. */
export const PET_NAME_MAX_LENGTH = 255;

/**
 * This member exists in the type only. No object literal has it, so every animal comes from createPet or restorePet.
 */
declare const obeysEveryRule: unique symbol;

/** The members of an animal without its identifier (specification, section 2). */
export interface PetMembers {
  /** The name has 1 to 255 code points and is stored exactly as given. */
  readonly name: string;
  /** The category may be any int64, including zero and negative numbers. */
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** An animal that obeys every rule and has no identifier yet. Only createPet makes one. */
export interface NewPet extends PetMembers {
  readonly [obeysEveryRule]: true;
}

/** An animal of the store. Only restorePet makes one. */
export interface Pet extends NewPet {
  /** The store assigns the id, a positive int64. Ids ascend and are never reused. */
  readonly id: bigint;
}

/** The members of an animal. They have the right types and are not yet checked against the rules. */
export interface PetDraft {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}

type PartialDraft = { readonly [Member in keyof PetDraft]?: PetDraft[Member] | undefined };

/** The rule of each member, an optional one too. Everything that compares, reads or stores animals takes the list of members from here. */
const RULES: {
  readonly [Member in keyof Required<PetMembers>]: (value: NonNullable<PetDraft[Member]>) => Violation[];
} = {
  name: (name) => textViolations('name', name, PET_NAME_MAX_LENGTH),
  categoryId: (categoryId) => {
    const message = `must be between ${INT64_MIN} and ${INT64_MAX}`;
    return isInt64(categoryId) ? [] : [{ member: 'categoryId', message }];
  },
  status: (status) => (isPetStatus(status) ? [] : [statusViolation]),
};

/** The names of the members. The type of RULES ensures that its keys are these. */
export const PET_MEMBERS = Object.keys(RULES) as readonly (keyof PetMembers)[];

/** Whether additions and filters accept this text as a status. */
export function isPetStatus(text: string): text is PetStatus {
  return PET_STATUSES.some((status) => status === text);
}

function isStoredStatus(text: string): text is PetStatus {
  return STORED_STATUSES.some((status) => status === text);
}

export function petViolations(draft: PartialDraft): Violation[] {
  return PET_MEMBERS.flatMap((member) => violationsOf(member, draft[member]));
}

function violationsOf<Member extends keyof PetMembers>(
  member: Member,
  value: PetDraft[Member] | undefined,
): Violation[] {
  return value === undefined ? [] : RULES[member](value);
}

export const statusViolation: Violation = { member: 'status', message: `must be one of ${PET_STATUSES.join(', ')}` };

/**
 * Checks a new animal and adds the default status.
 * @throws DomainError `invalid`, which names every member that breaks a rule
 */
export function createPet(draft: PetDraft): NewPet {
  const violations = petViolations(draft);
  if (violations.length > 0) throw new InvalidInput(violations);
  const { name, categoryId, status = DEFAULT_PET_STATUS } = draft;
  const members: Readonly<Record<keyof PetMembers, unknown>> = { name, categoryId, status };
  return members as unknown as NewPet; // Only this function gives a new animal its brand.
}

/** An animal as the store holds it, before its id and its status are checked. */
export interface StoredPet extends Omit<PetMembers, 'status'> {
  readonly id: bigint;
  readonly status: string;
}

/**
 * Restores an animal that the store holds. It returns the given object.
 * @throws Error for an id or a status that this program never stores
 */
export function restorePet(stored: StoredPet): Pet {
  const { id, status } = stored;
  if (!isId(id)) throw new Error(`${id} is not the id of an animal`);
  if (!isStoredStatus(status)) throw new Error(`animal ${id} has the unknown status ${JSON.stringify(status)}`);
  return stored as Pet; // Only this function gives a stored animal its brand.
}

/**
 * The instant when fetching one animal was deprecated, with version 1.0.0, and the last instant at which it exists
 * (specification, section 9).
 */
export const FETCHING_DEPRECATED = new Date('2026-11-20T00:00:00Z');
export const FETCHING_SUNSET = new Date('2030-12-05T23:59:59Z');

/** Whether one animal can be fetched at this instant, and so has an address of its own. */
export function isFetchable(at: Date): boolean {
  return at <= FETCHING_SUNSET;
}

/** Whether two animals are equal apart from their identifiers. */
export function isSamePet(one: NewPet, other: NewPet): boolean {
  return PET_MEMBERS.every((member) => one[member] === other[member]);
}

/**
 * Reads an identifier: the decimal digits of a positive int64 without sign or leading zero. Returns `undefined` for any
 * other text.
 */
export function parsePetId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}
