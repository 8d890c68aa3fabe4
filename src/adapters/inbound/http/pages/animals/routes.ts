import { ownSessionOf } from '../support/browser-session.js';
import { readFormId } from '../support/form.js';
import { withQuery, type PageRouter, type Query } from '../support/page-router.js';
import { AnimalsPage, STATUS_OPTIONS } from './list.js';
import { FormPage } from '../components/form-page.js';
import { HttpError } from '../../errors.js';
import { readQuery } from '../../request/query.js';
import type { PetUseCases } from '../../../../../application/pets.js';
import { hasCode, InvalidInput } from '../../../../../domain/errors.js';
import { DEFAULT_PET_STATUS, isPetStatus, parsePetId, petViolations, type NewPet } from '../../../../../domain/pet.js';

export interface AnimalOptions {
  readonly pets: PetUseCases;
}

/** Adds the pages that list the animals, with the form that changes a status, and the page that adds an animal. */
export function animalRoutes(pages: PageRouter, options: AnimalOptions): void {
  listRoutes(pages, options);
  additionRoutes(pages, options);
}

function listRoutes(pages: PageRouter, { pets }: AnimalOptions): void {
  pages.page('/animals', 'signed in', async (ctx) => {
    const { status, number, from, after, animal } = readListQuery(ctx.querystring);
    const upTo = numberIn(number) ?? numberIn(from);
    const found = await pets.browsePets({ status, upTo, after: numberIn(after) });
    const id = numberIn(animal);
    const affected = id === undefined ? undefined : await pets.findPet(id);
    const address = (query: Query = {}) => withQuery('/animals', { status, number, from, after, ...query });
    pages.render(ctx, AnimalsPage, { ...found, status, typed: number, affected, address });
  });

  pages.action('/animals', 'signed in', ['number', 'shown', 'status'], async (ctx, form) => {
    const petId = parsePetId(form.number);
    if (petId === undefined) throw new HttpError('bad_form', 'Go back, reload the page and submit the form again.');
    const { accountId } = ownSessionOf(ctx);
    const { address } = ctx.state.client;
    const change = { petId, from: form.shown, to: form.status, accountId, address };
    const pet = await pets.changePetStatus(change);
    const notice = pet.status === form.status ? 'changed' : 'conflict';
    pages.redirect(ctx, '/animals', { ...readListQuery(ctx.querystring), notice, animal: petId });
  });
}

/**
 * Reads the query of the list: its filter, the number that was typed, the place of the page in the list (`from` and
 * `after`), and the animal that a form has added or changed. An address that no page has shows the newest animals.
 */
function readListQuery(querystring: string) {
  const query = readQuery(querystring);
  const textOf = (name: string) => query.getAll(name).find((text) => text !== ''); // A form may send an empty text.
  const status = textOf('status');
  return {
    status: status !== undefined && isPetStatus(status) ? status : undefined,
    number: textOf('number'),
    from: textOf('from'),
    after: textOf('after'),
    animal: textOf('animal'),
  };
}

function numberIn(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parsePetId(text);
}

/** This accepts more digits than an int64 has, so that the rules of the domain report a number out of range. */
const INTEGER = /^-?\d{1,30}$/;

function additionRoutes(pages: PageRouter, { pets }: AnimalOptions): void {
  pages.form(
    '/animals/new',
    'signed in',
    {
      name: { type: 'text', label: 'Name', hint: 'A name has at most 255 characters.' },
      categoryId: { type: 'integer', label: 'Category', hint: 'Type the number of the category.' },
      status: { type: 'choice', label: 'Status', options: STATUS_OPTIONS, initial: DEFAULT_PET_STATUS },
      once: { type: 'id', label: 'Form' },
    },
    (ctx, form) => {
      const back = ['/animals', 'Back to the animals'] as const;
      pages.render(ctx, FormPage, { form, title: 'Add animal', submit: 'Add animal', back });
    },
    async (ctx, { name, categoryId, status, once }) => {
      const idempotencyKey = readFormId(once);
      if (!INTEGER.test(categoryId)) {
        const isNumber = { member: 'categoryId', message: 'must be a whole number' };
        throw new InvalidInput([...petViolations({ name, status }), isNumber]);
      }
      const draft = { name, categoryId: BigInt(categoryId), status } satisfies Record<keyof NewPet, unknown>;
      const { accountId } = ownSessionOf(ctx);
      try {
        const { pet } = await pets.createPet({ draft, accountId, idempotencyKey });
        pages.redirect(ctx, '/animals', { from: pet.id, notice: 'added', animal: pet.id });
      } catch (error) {
        if (!hasCode(error, 'idempotency_key_reused')) throw error;
        const message = 'has already added another animal; submit it again to add this one too';
        throw new InvalidInput([{ member: 'once', message }]);
      }
    },
  );
}
