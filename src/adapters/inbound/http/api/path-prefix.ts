/**
 * The path that a proxy puts before the paths of this service, such as `/shop` for `https://example.com/shop/v1`: links to
 * this service begin with it.
 * @param publicBaseUrl ends with `/v1`; absent: no prefix
 */
export function pathPrefix(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? '' : new URL(publicBaseUrl).pathname.replace(/\/v1$/, '');
}
