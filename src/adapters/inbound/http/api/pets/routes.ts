import { Coalescer } from './coalescer.js';
import { readPageQuery, writePageQuery } from './page-query.js';
import { readPetDraft, writePet, writePets } from './pet-json.js';
import { receiveBody } from '../../middleware/admission.js';
import { sendJson } from '../../middleware/response.js';
import { readJsonBody } from '../../request/body.js';
import { acceptJson, readIdempotencyKey } from '../../request/headers.js';
import { readQuery } from '../../request/query.js';
import type { HttpRouter, State } from '../../state.js';
import { pathPrefix } from '../path-prefix.js';
import { parseStrictJson } from '../../request/strict-json.js';
import type { CreatePet } from '../../../../../application/pets/create-pet.js';
import type { GetPet } from '../../../../../application/pets/get-pet.js';
import type { ListPets } from '../../../../../application/pets/list-pets.js';

export interface PetOptions {
  readonly listPets: ListPets;
  readonly createPet: CreatePet;
  readonly getPet: GetPet;
  /** Its path before `/v1` also begins the links to animals and pages. */
  readonly publicBaseUrl?: string | undefined;
}

/** The operations of the specification, section 4. */
export function petRoutes(router: HttpRouter, { listPets, createPet, getPet, publicBaseUrl }: PetOptions): void {
  const collection = `${pathPrefix(publicBaseUrl)}/v1/pets`;
  const pages = new Coalescer<{ readonly json: Buffer; readonly link?: string }>();

  async function readPage(query: URLSearchParams) {
    const request = readPageQuery(query);
    const { pets, next } = await listPets.execute(request);
    const json = Buffer.from(writePets(pets)); // encoded once: a tenth of a list of 100
    if (next === undefined) return { json };
    return { json, link: `<${collection}?${writePageQuery(request, next)}>; rel="next"` }; // RFC 8288
  }

  router.get('/v1/pets', async (ctx) => {
    acceptJson(ctx.req);
    const { json, link } = await pages.call(ctx.querystring, () => readPage(readQuery(ctx)));
    if (link !== undefined) ctx.set('Link', link);
    sendJson(ctx, json);
  });

  router.post('/v1/pets', async (ctx) => {
    acceptJson(ctx.req);
    const idempotencyKey = readIdempotencyKey(ctx.req);
    const draft = readPetDraft(parseStrictJson(await receiveBody(ctx, readJsonBody(ctx.req))));
    const { pet, replayed } = await createPet.execute({ draft, accountId: accountOf(ctx.state), idempotencyKey });
    ctx.status = 201;
    ctx.set('Location', `${collection}/${pet.id}`);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    sendJson(ctx, writePet(pet));
  });

  router.get('/v1/pets/:petId', async (ctx) => {
    acceptJson(ctx.req);
    // Not from ctx.params, which are percent-decoded: /v1/pets/%31 is not /v1/pets/1.
    const [petId = ''] = ctx.captures ?? [];
    const pet = await getPet.execute(petId);
    sendJson(ctx, writePet(pet));
  });
}

function accountOf({ caller }: State): bigint {
  if (caller === undefined) throw new Error('a route under /v1 was reached without authentication');
  return caller.accountId;
}
