import { randomUUID } from 'node:crypto';
import { accountOf } from './browser-session.js';
import type { PageRouter, RenderForm } from './page-router.js';
import { HttpError } from '../errors.js';
import { readPageQuery, writePageQuery } from '../request/query.js';
import type { CreatePet } from '../../../../application/pets/create-pet.js';
import type { ListPets } from '../../../../application/pets/list-pets.js';
import { hasCode, InvalidInput } from '../../../../domain/errors.js';
import { DEFAULT_PET_STATUS, petViolations } from '../../../../domain/pet.js';

export interface AnimalOptions {
  readonly listPets: ListPets;
  readonly createPet: CreatePet;
}

/** More digits than an int64 has: the rules of the domain report a number out of range. */
const INTEGER = /^-?\d{1,30}$/;

const FORM_ID = /^[\da-f-]{36}$/;

/** `once` identifies the form: however often it is submitted, it adds one animal. */
const FIELDS = ['name', 'categoryId', 'status', 'once'] as const;

export function animalRoutes(pages: PageRouter, { listPets, createPet }: AnimalOptions): void {
  pages.page('/animals', 'signed in', async (ctx) => {
    const request = readPageQuery(ctx.querystring);
    const { pets, next } = await listPets.execute(request);
    const { status, after } = request;
    const nextQuery = next === undefined ? undefined : writePageQuery(request, next);
    pages.render(ctx, 'animals', { pets, status, isFirst: after === undefined, nextQuery });
  });

  const renderForm: RenderForm<(typeof FIELDS)[number]> = (ctx, form, violations) => {
    const empty = { name: '', categoryId: '', status: DEFAULT_PET_STATUS, once: randomUUID() };
    pages.render(ctx, 'new-animal', { ...empty, ...form, violations });
  };

  pages.form('/animals/new', 'signed in', FIELDS, renderForm, async (ctx, form) => {
    const { name, categoryId, status, once } = form;
    if (!FORM_ID.test(once)) throw new HttpError('bad_form', 'Open the page of the form again.');
    if (!INTEGER.test(categoryId)) {
      const isNumber = { member: 'categoryId', message: 'must be a whole number' };
      throw new InvalidInput([...petViolations({ name, status }), isNumber]);
    }
    const draft = { name, categoryId: BigInt(categoryId), status };
    try {
      const idempotencyKey = `form ${once}`;
      const { pet } = await createPet.execute({ draft, accountId: accountOf(ctx).id, idempotencyKey });
      pages.redirect(ctx, '/animals', { notice: 'animal', about: `${pet.name}, number ${pet.id}` });
    } catch (error) {
      if (!hasCode(error, 'idempotency_key_reused')) throw error;
      const message = 'This form has added another animal already. Submit it again to add this one too.';
      ctx.status = 422;
      await renderForm(ctx, { ...form, once: randomUUID() }, [{ member: 'name', message }]);
    }
  });
}
