/** Whether the request line has one of the versions of HTTP that the service speaks (RFC 9112, section 2.3). */
export function isSupportedVersion(httpVersion: string): boolean {
  return httpVersion === '1.1' || httpVersion === '1.0';
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The headers of every response. A route that serves something other than JSON replaces some of them. */
export const STANDARD_HEADERS: ReadonlyMap<string, string> = new Map([
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
]);

/** The most bytes of the target, and of the names and values of the header fields, together. */
export const MAX_HEADER_BYTES = 16_384;

export const MAX_HEADER_FIELDS = 100;

/** The largest body of a request, in bytes. An animal has at most 4 KiB, even if every character is escaped. */
export const MAX_BODY = 16 * 1024;

export const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'] as const;

export const EXPOSED_HEADERS =
  'Link,Location,Deprecation,Sunset,WWW-Authenticate,Accept-Encoding,Retry-After,RateLimit,RateLimit-Policy,' +
  'X-Request-Id,Idempotent-Replayed';

/** Returns the Access-Control-Allow-Origin for a script of `origin`, if it may call the API. `*` allows every origin. */
export function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  return origins.includes('*') ? '*' : origins.find((each) => each === origin);
}
