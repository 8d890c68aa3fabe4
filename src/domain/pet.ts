import { rejectViolations } from './errors.js';
import { INT64_MAX, INT64_MIN, isInt64 } from './int64.js';
import { textViolations } from './text.js';

/** Availability of an animal (specification, section 3). */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

/** The status of an animal that was added without one. */
const DEFAULT_PET_STATUS: PetStatus = 'available';

/** The longest name, in Unicode code points. */
export const PET_NAME_MAX_LENGTH = 255;

/** An animal that obeys every rule and has no identifier yet (specification, section 2). */
export interface NewPet {
  /** 1 to 255 code points, kept exactly as given. */
  readonly name: string;
  /** Any int64, zero and negatives included. */
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

/** An animal of the store. */
export interface Pet extends NewPet {
  /** Positive int64, assigned by the store, ascending, never reused. */
  readonly id: bigint;
}

/** What somebody proposes as an animal: the right shape, not yet checked against the rules. */
export interface PetDraft {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string;
}

export function isPetStatus(text: string): text is PetStatus {
  return (PET_STATUSES as readonly string[]).includes(text);
}

/** Every rule that the members present break, each as a sentence that starts with the member's name. */
export function petViolations({ name, categoryId, status }: Partial<PetDraft>): string[] {
  const faults: string[] = [];
  if (name !== undefined) faults.push(...textViolations(name, PET_NAME_MAX_LENGTH).map((fault) => `name ${fault}`));
  if (categoryId !== undefined && !isInt64(categoryId)) {
    faults.push(`categoryId must be between ${INT64_MIN} and ${INT64_MAX}`);
  }
  if (status !== undefined && !isPetStatus(status)) faults.push(statusViolation);
  return faults;
}

/** What to say of a status that is none: the same words for an animal and for a filter. */
export const statusViolation = `status must be one of ${PET_STATUSES.join(', ')}`;

/** The door for something new. @throws DomainError `invalid`, naming every member that breaks a rule. */
export function createPet(draft: PetDraft): NewPet {
  rejectViolations(petViolations(draft));
  const { name, categoryId, status = DEFAULT_PET_STATUS } = draft;
  return { name, categoryId, status: status as PetStatus }; // petViolations has just refused every other text
}

/** The door for what the store holds. @throws Error where the store holds what this program never wrote. */
export function restorePet(id: bigint, name: string, categoryId: bigint, status: string): Pet {
  if (!isPetStatus(status)) throw new Error(`animal ${id} has the unknown status ${JSON.stringify(status)}`);
  return { id, name, categoryId, status };
}

/** Whether two animals say the same, identifiers aside. */
export function isSamePet(one: NewPet, other: NewPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}

/** Reads an identifier: decimal digits of a positive int64, no sign, no leading zero; `undefined` for anything else. */
export function parsePetId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined;
  const id = BigInt(text);
  return isInt64(id) ? id : undefined;
}
