import { InvalidInput, type Violation } from './errors.js';
import { INT64_MAX, INT64_MIN, isInt64, textViolations } from './values.js';

/** The availability of an animal (specification, section 3), in the order of documents and pages. */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

export const DEFAULT_PET_STATUS: PetStatus = 'available';

/** The longest name, in Unicode code points. */
export const PET_NAME_MAX_LENGTH = 255;

/**
 * An animal without its identifier (specification, section 2). A property that may be absent has the type
 * `… | undefined` and no `?`, so that the compiler finds every place that forgets it.
 */
export interface NewPet {
  /** The name has 1 to 255 code points and is stored exactly as given. */
  readonly name: string;
  /** The category may be any int64, including zero and negative numbers. */
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

export interface Pet extends NewPet {
  /** The store assigns the id, a positive int64. Ids ascend and are never reused. */
  readonly id: bigint;
}

/** An animal as a client sends it, before the rules are checked. A property is absent if it could not be read. */
export interface PetDraft {
  readonly name?: string | undefined;
  readonly categoryId?: bigint | undefined;
  readonly status?: string | undefined;
}

const STATUSES: ReadonlySet<string> = new Set(PET_STATUSES);

export function isPetStatus(text: string): text is PetStatus {
  return STATUSES.has(text);
}

const statusViolation: Violation = { property: 'status', message: `must be one of ${PET_STATUSES.join(', ')}` };

/** Reads a status. @throws InvalidInput */
export function readPetStatus(text: string): PetStatus {
  if (!isPetStatus(text)) throw new InvalidInput([statusViolation]);
  return text;
}

/**
 * Checks a new animal and adds the default status.
 * @param unread what is wrong with properties that could not be read
 * @throws InvalidInput, which names these and every property that breaks a rule
 */
export function newPet(draft: PetDraft, unread: readonly Violation[] = []): NewPet {
  const { name, categoryId, status = DEFAULT_PET_STATUS, ...others } = draft;
  others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the line above leaves out.
  const violations: Violation[] = [];
  if (name === undefined) violations.push(...absence('name', unread));
  else violations.push(...textViolations('name', name, PET_NAME_MAX_LENGTH));
  if (categoryId === undefined) violations.push(...absence('categoryId', unread));
  else if (!isInt64(categoryId)) {
    violations.push({ property: 'categoryId', message: `must be between ${INT64_MIN} and ${INT64_MAX}` });
  }
  if (!isPetStatus(status)) violations.push(statusViolation);
  violations.push(...unread);
  if (violations.length > 0 || name === undefined || categoryId === undefined || !isPetStatus(status)) {
    throw new InvalidInput(violations);
  }
  return { name, categoryId, status };
}

/** Returns what is wrong with a required property that is absent, unless it was given and could not be read. */
function absence(property: keyof PetDraft, unread: readonly Violation[]): Violation[] {
  return unread.some((each) => each.property === property) ? [] : [{ property, message: 'is required' }];
}

/** Whether two animals are equal apart from their identifiers. */
export function isSamePet({ name, categoryId, status, ...others }: NewPet, other: NewPet): boolean {
  others satisfies Readonly<Record<string, never>>; // The compiler refuses a property that the parameters leave out.
  return name === other.name && categoryId === other.categoryId && status === other.status;
}

/** Fetching one animal: deprecated with version 1.0.0, and its last instant (specification, section 9). */
export const FETCHING_DEPRECATED = new Date('2026-11-20T00:00:00Z');
export const FETCHING_SUNSET = new Date('2030-12-05T23:59:59Z');

/** The bounds of a page's size, both inclusive (specification, section 8). */
export const PAGE_LIMIT = { min: 1, max: 100, default: 20 } as const;

/** Returns the rules that a page limit breaks. `NaN` stands for a text that is not a number. */
export function pageLimitViolations(limit: number): Violation[] {
  const { min, max } = PAGE_LIMIT;
  return Number.isInteger(limit) && limit >= min && limit <= max
    ? []
    : [{ property: 'limit', message: `must be a whole number from ${min} to ${max}` }];
}

/** Reads the decimal digits of a positive int64 without sign or leading zero; `undefined` for any other text. */
export function parsePetId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}
