import { randomUUID } from 'node:crypto';
import { accountOf } from './browser-session.js';
import { readFormId } from './form.js';
import type { PageRouter, RenderForm } from './page-router.js';
import { AnimalsPage } from './views/animals.js';
import { NewAnimalPage } from './views/new-animal.js';
import { HttpError } from '../errors.js';
import { readQuery } from '../request/query.js';
import type { BrowsePets } from '../../../../application/pets/browse-pets.js';
import type { CreatePet } from '../../../../application/pets/create-pet.js';
import { hasCode, InvalidInput } from '../../../../domain/errors.js';
import { DEFAULT_PET_STATUS, isPetStatus, petViolations } from '../../../../domain/pet.js';
import { INT64_MAX } from '../../../../domain/values.js';

export interface AnimalOptions {
  readonly browsePets: BrowsePets;
  readonly createPet: CreatePet;
}

/** This accepts more digits than an int64 has, so that the rules of the domain report a number out of range. */
const INTEGER = /^-?\d{1,30}$/;

/** `once` identifies the form: however often it is submitted, it adds one animal. */
const FIELDS = { name: 'The name', categoryId: 'The category', status: 'The status', once: 'The form' } as const;

/** Adds the pages that list the animals and add one. */
export function animalRoutes(pages: PageRouter, { browsePets, createPet }: AnimalOptions): void {
  pages.page('/animals', 'signed in', async (ctx) => {
    const { status, number, after } = readListQuery(ctx.querystring);
    const { pets, newer, older } = await browsePets.execute({ status, upTo: number, after });
    const isAdded = ctx.state.flash?.notice === 'animal';
    pages.render(ctx, AnimalsPage, { pets, status, newer, older, added: isAdded ? number : undefined });
  });

  const renderForm: RenderForm<keyof typeof FIELDS> = (ctx, form, violations) => {
    const empty = { name: '', categoryId: '', status: DEFAULT_PET_STATUS, once: randomUUID() };
    pages.render(ctx, NewAnimalPage, { ...empty, ...form, violations });
  };

  pages.form('/animals/new', 'signed in', FIELDS, renderForm, async (ctx, form) => {
    const { name, categoryId, status, once } = form;
    const idempotencyKey = readFormId(once);
    if (!INTEGER.test(categoryId)) {
      const isNumber = { member: 'categoryId', message: 'must be a whole number' };
      throw new InvalidInput([...petViolations({ name, status }), isNumber]);
    }
    const draft = { name, categoryId: BigInt(categoryId), status };
    try {
      const { pet } = await createPet.execute({ draft, accountId: accountOf(ctx).id, idempotencyKey });
      pages.redirect(ctx, `/animals?number=${pet.id}`, { notice: 'animal', about: `${pet.name}, number ${pet.id}` });
    } catch (error) {
      if (!hasCode(error, 'idempotency_key_reused')) throw error;
      const message = 'This form has already added another animal. Submit it again to add this one too.';
      ctx.status = 422;
      await renderForm(ctx, { ...form, once: randomUUID() }, [{ member: 'name', message }]);
    }
  });
}

/** Only these parameters occur in the links and the form of the list. */
const PARAMETERS = new Set(['status', 'number', 'after']);

/** Reads the query of the list. @throws HttpError `invalid_request` for a query that no link or form of a page makes */
function readListQuery(querystring: string) {
  const query = readQuery(querystring);
  const names = [...query.keys()];
  if (new Set(names).size < names.length || names.some((name) => !PARAMETERS.has(name))) {
    throw new HttpError('invalid_request', 'The address has an unknown parameter or a repeated one.');
  }
  const status = query.get('status') ?? undefined;
  if (status !== undefined && !isPetStatus(status)) {
    throw new HttpError('invalid_request', 'The address names a status that no animal can have.');
  }
  return { status, number: readNumber(query.get('number')), after: readNumber(query.get('after')) };
}

/** Reads a number. Returns `undefined` if it is absent or empty, since a form sends an empty text if none was typed. */
function readNumber(text: string | null): bigint | undefined {
  if (text === null || text === '') return undefined;
  if (!/^\d{1,19}$/.test(text)) {
    throw new HttpError('invalid_request', 'The number of an animal has 1 to 19 digits and nothing else.');
  }
  const number = BigInt(text);
  return number < INT64_MAX ? number : INT64_MAX;
}
