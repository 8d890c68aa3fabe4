import { readPageQuery, writePageQuery } from './page-query.js';
import { readPetDraft, writePet, writePets } from './pet-json.js';
import { MAX_BODY } from '../../arriving-request.js';
import { callerOf } from '../../middleware/authentication.js';
import { sendJson } from '../../middleware/response.js';
import { readBody } from '../../request/body.js';
import { acceptJson, readIdempotencyKey } from '../../request/headers.js';
import type { HttpMiddleware, HttpRouter } from '../../state.js';
import { parseStrictJson } from '../../request/strict-json.js';
import { Batcher, oncePerKey } from '../../../../support/batcher.js';
import type { PetUseCases } from '../../../../../application/pets.js';

export const PETS_PATH = '/v1/pets';
export const PET_PATH = `${PETS_PATH}/:petId`;

/**
 * Adds the operations of the specification, section 4.
 * @param api the middleware of every request to the API
 * @param admission runs once the request has arrived completely
 * @param prefix the path with which the links to animals begin
 */
export function petRoutes(
  router: HttpRouter,
  api: HttpMiddleware,
  admission: HttpMiddleware,
  prefix: string,
  pets: PetUseCases,
): void {
  const collection = `${prefix}${PETS_PATH}`;
  // Equal lists of one turn share the statement, and the JSON, which is the larger part of the cost of a long page.
  const pages = new Batcher(oncePerKey(pageReader(pets, collection)));

  router.get(PETS_PATH, api, admission, async (ctx) => {
    acceptJson(ctx);
    const { json, link } = await pages.load(ctx.querystring);
    if (link !== undefined) ctx.set('Link', link);
    sendJson(ctx, json);
  });

  router.post(PETS_PATH, api, readAddition, admission, async (ctx) => {
    const { body, idempotencyKey } = ctx.state;
    const { accountId } = callerOf(ctx);
    const given = readPetDraft(parseStrictJson(body));
    const { pet, replayed } = await pets.createPet({ ...given, accountId, idempotencyKey });
    ctx.status = 201;
    if (pets.isFetchable) ctx.set('Location', `${collection}/${pet.id}`);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    sendJson(ctx, writePet(pet));
  });

  router.get(PET_PATH, api, admission, async (ctx) => {
    acceptJson(ctx);
    // ctx.params are percent-decoded and cannot be used here: /v1/pets/%31 is not /v1/pets/1.
    const [petId = ''] = ctx.captures ?? [];
    const pet = await pets.getPet(petId);
    sendJson(ctx, writePet(pet));
  });
}

interface Page {
  readonly json: string;
  readonly link?: string;
}

/** Reads a page for a query. @throws InvalidInput */
function pageReader(pets: PetUseCases, collection: string) {
  return async (querystring: string): Promise<Page> => {
    const request = readPageQuery(querystring);
    const { pets: page, next } = await pets.listPets(request);
    const json = writePets(page);
    if (next === undefined) return { json };
    // RFC 8288 defines the Link header.
    return { json, link: `<${collection}?${writePageQuery(request, next)}>; rel="next"` };
  };
}

/** Reads the headers first, so that a request with a wrong header is refused before its body is read. */
const readAddition: HttpMiddleware = async (ctx, next): Promise<unknown> => {
  acceptJson(ctx);
  ctx.state.idempotencyKey = readIdempotencyKey(ctx.req);
  ctx.state.body = await readBody(ctx.res, 'application/json', MAX_BODY);
  return next();
};
