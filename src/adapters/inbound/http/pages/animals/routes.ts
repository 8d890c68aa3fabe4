import { AnimalsPage, STATUS_OPTIONS, type Outcome, type Place } from './list.js';
import { FormPage, type Fields } from '../components/form-page.js';
import type { Notice } from '../components/layout.js';
import { ownSessionOf } from '../support/browser-session.js';
import { formKey, readInteger } from '../support/form.js';
import { withQuery } from '../support/addresses.js';
import type { PageRouter } from '../support/page-router.js';
import { HttpError } from '../../http-errors.js';
import { readQuery } from '../../request/query.js';
import type { HttpContext } from '../../state.js';
import type { BrowseRequest, PetUseCases } from '../../../../../application/pets.js';
import type { Violation } from '../../../../../domain/errors.js';
import { DEFAULT_PET_STATUS, isPetStatus, parsePetId, type NewPet } from '../../../../../domain/pet.js';
import { INT64_MAX } from '../../../../../domain/values.js';

export interface AnimalOptions {
  readonly pets: PetUseCases;
}

export function animalRoutes(pages: PageRouter, options: AnimalOptions): void {
  listRoutes(pages, options);
  additionRoutes(pages, options);
}

function listRoutes(pages: PageRouter, { pets }: AnimalOptions): void {
  pages.page('/animals', 'signed in', async (ctx) => {
    const place = placeOf(ctx);
    const status = place.status !== undefined && isPetStatus(place.status) ? place.status : undefined;
    const found = await pets.browsePets({ status, from: positionIn(place) });
    const outcome = await outcomeOf(pages.noticeFor(ctx), pets);
    pages.render(ctx, AnimalsPage, { ...found, place, status, outcome });
  });

  pages.action('/animals', 'signed in', ['number', 'shown', 'status'], async (ctx, { number, shown, status }) => {
    const petId = parsePetId(number);
    if (petId === undefined) throw new HttpError('bad_form', 'Go back, reload the page and submit the form again.');
    const { accountId } = ownSessionOf(ctx);
    const { address } = ctx.state.client;
    const pet = await pets.changePetStatus({ petId, from: shown, to: status, accountId, address });
    const notice = pet.status === status ? 'changed' : 'conflict';
    pages.redirect(ctx, withQuery('/animals', placeOf(ctx)), notice, String(petId));
  });
}

async function outcomeOf(notice: Notice | undefined, pets: PetUseCases): Promise<Outcome | undefined> {
  if (notice === undefined) return undefined;
  const id = idIn(notice.detail);
  const pet = id === undefined ? undefined : await pets.findPet(id);
  return pet && { done: notice.name, pet };
}

function placeOf({ querystring }: HttpContext): Place {
  const query = new Map([...readQuery(querystring)].filter(([, text]) => text !== '')); // A form may send an empty text.
  const [status, number] = [query.get('status'), query.get('number')];
  return { status, number, before: query.get('before'), after: query.get('after') };
}

/** A text that is no id counts as absent, so that the page shows the newest animals. */
function positionIn(place: Place): BrowseRequest['from'] {
  const [number, before, after] = [idIn(place.number), idIn(place.before), idIn(place.after)];
  if (after !== undefined) return { after };
  if (before !== undefined) return { before };
  return number === undefined || number === INT64_MAX ? undefined : { before: number + 1n };
}

function idIn(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parsePetId(text);
}

const FIELDS = {
  name: { type: 'text', label: 'Name', hint: 'A name has at most 255 characters.' },
  categoryId: { type: 'integer', label: 'Category', hint: 'Type the number of the category.' },
  status: { type: 'choice', label: 'Status', options: STATUS_OPTIONS, initial: DEFAULT_PET_STATUS },
} as const satisfies Fields & Record<keyof NewPet, unknown>; // The compiler refuses a property without a field.

function additionRoutes(pages: PageRouter, { pets }: AnimalOptions): void {
  pages.form(
    '/animals/new',
    'signed in',
    FIELDS,
    (ctx, form) => {
      const note = 'The name and the category cannot be changed later.';
      pages.render(ctx, FormPage, { form, title: 'Add animal', note, submit: 'Add animal', cancel: '/animals' });
    },
    async (ctx, { name, categoryId, status }) => {
      const unread: Violation[] = [];
      const category = readInteger('categoryId', categoryId, unread);
      const draft = { name, categoryId: category, status } satisfies Record<keyof NewPet, unknown>;
      const { accountId } = ownSessionOf(ctx);
      const { pet } = await pets.createPet({ draft, unread, accountId, idempotencyKey: formKey(ctx) });
      pages.redirect(ctx, withQuery('/animals', { number: pet.id }), 'added', String(pet.id));
    },
  );
}
