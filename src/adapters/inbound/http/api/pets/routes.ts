import { readPageQuery, writePageQuery } from './page-query.js';
import { readPetDraft, writePet, writePets } from './pet-json.js';
import { callerOf } from '../../middleware/authentication.js';
import { sendJson } from '../../middleware/response.js';
import { readBody } from '../../request/body.js';
import { acceptJson, readIdempotencyKey } from '../../request/headers.js';
import type { HttpContext, HttpMiddleware, HttpRouter } from '../../state.js';
import { parseStrictJson } from '../../request/strict-json.js';
import { Batcher, oncePerKey } from '../../../../support/batcher.js';
import type { PetUseCases } from '../../../../../application/pets.js';
import { FETCHING_DEPRECATED, FETCHING_SUNSET } from '../../../../../domain/pet.js';

const PETS_PATH = '/v1/pets';
export const PET_PATH = `${PETS_PATH}/:petId`;

/** Whether PET_PATH matches a path. */
function isPetPath(path: string): boolean {
  return /^\/v1\/pets\/[^/]+$/.test(path);
}

/**
 * Specification, section 4. @param api the middleware of every request to the API @param prefix begins the links to
 * animals
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

  router.post(PETS_PATH, api, admission, async (ctx) => {
    acceptJson(ctx);
    const idempotencyKey = readIdempotencyKey(ctx.req);
    const given = readPetDraft(parseStrictJson(readBody(ctx.req, 'application/json')));
    const { accountId } = callerOf(ctx);
    const { pet, replayed } = await pets.createPet({ ...given, accountId, idempotencyKey });
    ctx.status = 201;
    if (pets.isFetchable) ctx.set('Location', `${collection}/${pet.id}`);
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    sendJson(ctx, writePet(pet));
  });

  router.get(PET_PATH, api, admission, async (ctx) => {
    // ctx.params are percent-decoded and cannot be used here: /v1/pets/%31 is not /v1/pets/1.
    const [petId = ''] = ctx.captures ?? [];
    const pet = await pets.getPet(petId);
    acceptJson(ctx); // This comes second, because after the removal the answer is 410 for every Accept.
    sendJson(ctx, writePet(pet));
  });
}

interface Page {
  readonly json: string;
  readonly link?: string;
}

/** @throws InvalidInput */
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

/** Announces the removal with every response to the path (RFC 9745, RFC 8594). @param prefix begins the links */
export function announceRemoval(prefix: string): (ctx: HttpContext) => void {
  const headers = {
    Deprecation: `@${FETCHING_DEPRECATED.getTime() / 1000}`,
    Sunset: FETCHING_SUNSET.toUTCString(),
    Link: `<${prefix}${PETS_PATH}?status=available>; rel="successor-version", <${prefix}/docs>; rel="deprecation"; type="text/html"`,
  };
  return (ctx) => {
    if (isPetPath(ctx.path)) ctx.set(headers);
  };
}

/** After the removal a method that the path never had is 410 too. Without this it would be 405. */
export function endAtRemoval(pets: PetUseCases): HttpMiddleware {
  return (ctx, next) => {
    if (isPetPath(ctx.path)) pets.requireFetchable();
    return next();
  };
}
