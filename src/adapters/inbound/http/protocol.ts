export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of every response. A route that serves something other than JSON replaces some of them. */
export const STANDARD_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
]);

/** The methods of the operations. */
export const METHODS = ['GET', 'HEAD', 'POST'];

/** The most header fields of a request. */
export const MAX_HEADER_FIELDS = 100;
