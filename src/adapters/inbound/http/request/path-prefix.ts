/**
 * Returns the path that precedes every address which the service gives to its clients, and that a proxy removes before
 * it passes a request on. It is `/shop` for `https://example.com/shop/v1`, and empty if there is none.
 */
export function pathPrefix(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? '' : new URL(publicBaseUrl).pathname.replace(/\/v1$/, '');
}
