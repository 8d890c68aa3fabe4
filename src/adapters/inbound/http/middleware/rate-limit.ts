import { LRUCache } from 'lru-cache';
import { HttpError } from '../errors.js';
import type { HttpContext, HttpMiddleware } from '../state.js';

/** How many requests one account may send to this process, with all its API keys and from its browsers. */
export interface RateLimit {
  readonly requests: number;
  /** The length of a period in seconds, at most a day. A period begins with the first request of the account. */
  readonly period: number;
}

/**
 * Responds with 429 beyond the limit, and reports the limit in the fields of draft-ietf-httpapi-ratelimit-headers,
 * version 10. It must follow every middleware that finds the account of a request. A request without an account is not
 * counted.
 */
export function rateLimit({ requests, period }: RateLimit): HttpMiddleware {
  // A count deletes itself when the period of its first request ends.
  const counts = new LRUCache<bigint, number>({ ttl: period * 1000, ttlAutopurge: true, noUpdateTTL: true });
  const policy = `"default";q=${requests};w=${period}`;

  function countRequest(ctx: HttpContext, accountId: bigint): void {
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    const wait = Math.max(1, Math.ceil(counts.getRemainingTTL(accountId) / 1000));
    const left = Math.max(0, requests - count);
    ctx.set({ 'RateLimit-Policy': policy, RateLimit: `"default";r=${left};t=${wait}` });
    if (count <= requests) return;
    throw new HttpError('rate_limited', 'Too many requests; wait for the number of seconds in Retry-After.', {
      'Retry-After': String(wait),
    });
  }

  return async (ctx, next) => {
    const { caller, browserSession } = ctx.state;
    const accountId = caller?.accountId ?? browserSession?.account.id;
    if (accountId !== undefined) countRequest(ctx, accountId);
    await next();
  };
}
