import { AnimalsPage, STATUS_OPTIONS, type Outcome, type Place } from './list.js';
import { FormPage, type Fields } from '../components/form-page.js';
import type { Notice } from '../components/layout.js';
import { ownSessionOf } from '../support/browser-session.js';
import { readFormId, readInteger } from '../support/form.js';
import { withQuery } from '../support/addresses.js';
import type { PageRouter } from '../support/page-router.js';
import { HttpError } from '../../http-errors.js';
import { readQuery } from '../../request/query.js';
import type { BrowseRequest, PetUseCases } from '../../../../../application/pets.js';
import { hasCode, InvalidInput, type Violation } from '../../../../../domain/errors.js';
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
    const { place, number, animal } = readListQuery(ctx.querystring);
    if (number !== undefined) {
      const query = { status: place.status, before: aboveId(idIn(number)), animal: number };
      pages.redirect(ctx, withQuery('/animals', query));
      return;
    }
    const status = place.status !== undefined && isPetStatus(place.status) ? place.status : undefined;
    const found = await pets.browsePets({ status, from: positionIn(place) });
    const outcome = await outcomeOf(pages.noticeFor(ctx), pets);
    const sought = animal === undefined ? undefined : String(idIn(animal) ?? '');
    pages.render(ctx, AnimalsPage, { ...found, place, status, sought, outcome });
  });

  pages.action('/animals', 'signed in', ['number', 'shown', 'status'], async (ctx, { number, shown, status }) => {
    const petId = parsePetId(number);
    if (petId === undefined) throw new HttpError('bad_form', 'Go back, reload the page and submit the form again.');
    const { accountId } = ownSessionOf(ctx);
    const { address } = ctx.state.client;
    const pet = await pets.changePetStatus({ petId, from: shown, to: status, accountId, address });
    const done = shown === status ? 'unchanged' : 'changed';
    const notice = pet.status === status ? done : 'conflict';
    const { place } = readListQuery(ctx.querystring);
    pages.redirect(ctx, withQuery('/animals', place), notice, String(petId));
  });
}

async function outcomeOf(notice: Notice | undefined, pets: PetUseCases): Promise<Outcome | undefined> {
  if (notice === undefined) return undefined;
  const id = idIn(notice.detail);
  const pet = id === undefined ? undefined : await pets.findPet(id);
  return pet && { done: notice.name, pet };
}

/**
 * Reads the query of the list: its filter and its place (`before` and `after`), the number that was typed, and the animal
 * that has this number, at whose page the list then begins.
 */
function readListQuery(querystring: string) {
  const query = readQuery(querystring);
  const textOf = (name: string) => query.getAll(name).find((text) => text !== ''); // A form may send an empty text.
  return {
    place: { status: textOf('status'), before: textOf('before'), after: textOf('after') },
    number: textOf('number'),
    animal: textOf('animal'),
  };
}

/** Reads an id from an address. Any other text counts as absent, so that the page shows the newest animals. */
function idIn(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : parsePetId(text);
}

function positionIn(place: Place): BrowseRequest['from'] {
  const [before, after] = [idIn(place.before), idIn(place.after)];
  if (after !== undefined) return { after };
  return before === undefined ? undefined : { before };
}

/** Returns the `before` of the page that begins with this animal. No id is above the greatest one. */
function aboveId(id: bigint | undefined): bigint | undefined {
  return id === undefined || id === INT64_MAX ? undefined : id + 1n;
}

const FIELDS = {
  name: { type: 'text', label: 'Name', hint: 'A name has at most 255 characters.' },
  categoryId: { type: 'integer', label: 'Category', hint: 'Type the number of the category.' },
  status: { type: 'choice', label: 'Status', options: STATUS_OPTIONS, initial: DEFAULT_PET_STATUS },
  once: { type: 'id', label: 'Form' },
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
    async (ctx, { name, categoryId, status, once }) => {
      const idempotencyKey = readFormId(once);
      const unread: Violation[] = [];
      const category = readInteger('categoryId', categoryId, unread);
      const draft = { name, categoryId: category, status } satisfies Record<keyof NewPet, unknown>;
      const { accountId } = ownSessionOf(ctx);
      try {
        const { pet } = await pets.createPet({ draft, unread, accountId, idempotencyKey });
        pages.redirect(ctx, withQuery('/animals', { before: aboveId(pet.id) }), 'added', String(pet.id));
      } catch (error) {
        if (!hasCode(error, 'idempotency_key_reused')) throw error;
        const message = 'has already added another animal; submit it again to add this one too';
        throw new InvalidInput([{ property: 'once', message }]);
      }
    },
  );
}
