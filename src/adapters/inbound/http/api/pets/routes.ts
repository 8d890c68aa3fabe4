import type Router from '@koa/router';
import { readIdempotencyKey } from './idempotency-key.js';
import { acceptJson } from '../../request/accept.js';
import { readPageQuery, writePageQuery } from './page-query.js';
import { readPetDraft, writePet, writePets } from './pet-json.js';
import { reply } from '../reply.js';
import { readJsonBody } from '../../request/body.js';
import type { State } from '../../state.js';
import { parseStrictJson } from '../../request/strict-json.js';
import type { CreatePet } from '../../../../../application/pets/create-pet.js';
import type { GetPet } from '../../../../../application/pets/get-pet.js';
import type { ListPets, PetPage } from '../../../../../application/pets/list-pets.js';

export interface PetOperations {
  readonly listPets: ListPets;
  readonly createPet: CreatePet;
  readonly getPet: GetPet;
}

/** The operations of the specification, section 4. */
export function petRoutes(router: Router<State>, { listPets, createPet, getPet }: PetOperations): void {
  const bodies = new WeakMap<PetPage, Buffer>();

  /** Written once where several callers are given the page. */
  function bodyOf(page: PetPage): string | Buffer {
    const written = bodies.get(page);
    if (written !== undefined) return written;
    const body = writePets(page.pets);
    if (!Object.isFrozen(page)) return body;
    const bytes = Buffer.from(body);
    bodies.set(page, bytes);
    return bytes;
  }

  router.get('/v1/pets', async (ctx) => {
    acceptJson(ctx.req);
    const request = readPageQuery(ctx.querystring);
    const page = await listPets.execute(request);
    const { next } = page;
    // RFC 8288
    const link = next === undefined ? [] : ['Link', `</v1/pets?${writePageQuery(request, next)}>; rel="next"`];
    reply(ctx, 200, bodyOf(page), link);
  });

  router.post('/v1/pets', async (ctx) => {
    acceptJson(ctx.req);
    const idempotencyKey = readIdempotencyKey(ctx.req);
    const body = readJsonBody(ctx.req);
    const draft = readPetDraft(parseStrictJson(await (ctx.state.work?.whileReceiving(body) ?? body)));
    const { pet, replayed } = await createPet.execute({ draft, accountId: accountOf(ctx.state), idempotencyKey });
    const location = ['Location', `/v1/pets/${pet.id}`];
    reply(ctx, 201, writePet(pet), replayed ? [...location, 'Idempotent-Replayed', 'true'] : location);
  });

  router.get('/v1/pets/:petId', async (ctx) => {
    acceptJson(ctx.req);
    // As it was written: the parameter has its percent-encoding undone, and /v1/pets/%31 is not /v1/pets/1.
    const [petId = ''] = ctx.captures ?? [];
    reply(ctx, 200, writePet(await getPet.execute(petId)));
  });
}

function accountOf({ caller }: State): bigint {
  if (caller === undefined) throw new Error('a route under /v1 was reached without authentication');
  return caller.accountId;
}
