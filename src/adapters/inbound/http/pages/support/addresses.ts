import { readQuery } from '../../request/query.js';
import type { HttpContext } from '../../state.js';

/** Returns the address of the page or form, without the prefix of a proxy. */
export function addressOf({ path, search }: HttpContext): string {
  return `${path}${search}`;
}

/** Whether a page has the address of this request. Some forms are sent to an address without a page. */
export function hasPage({ matched }: HttpContext): boolean {
  return matched?.some(({ methods }) => methods.includes('GET')) ?? false;
}

type Query = Readonly<Record<string, string | bigint | undefined>>;

export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The page that follows the sign-in if none was asked for. */
const FIRST_PAGE = '/animals';

/**
 * Paths of pages that need an account. Every other text, such as an address of another site, comes from an attacker.
 */
const RETURN_ADDRESS = /^\/(?:account|animals)(?:\/[\w-]+)*(?:\?[!-~]*)?$/;

/** @param querystring the query of the sign-in page */
export function returnAddress(querystring: string): string {
  const to = readQuery(querystring).get('to') ?? '';
  return RETURN_ADDRESS.test(to) ? to : FIRST_PAGE;
}
