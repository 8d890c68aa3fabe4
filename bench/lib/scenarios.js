import { writeCursor } from '../../dist/adapters/inbound/http/api/pets/page-query.js';

/**
 * The requests to a store with so many animals, for n from 0; `own` where the service's path differs from
 * the peers'. A load is shared (every request is equal) or unique (no two requests are). Keyed: with an
 * Idempotency-Key, which only the service reads.
 */
export function scenariosOf(animals) {
  /** Numbers that repeat only after all have been, in no order: 7919 is prime. */
  const scattered = (n) => ((n * 7919) % animals) + 1;

  /** A page behind some animal, unique for each n. The peers take its id, the service a cursor. */
  const ownPage = (query, status) => ({
    request: (n) => ({ path: `/v1/pets?${query}after=${scattered(n)}` }),
    own: (n) => ({ path: `/v1/pets?${query}cursor=${writeCursor({ after: BigInt(scattered(n)), status })}` }),
  });

  const addition = (n) => ({
    method: 'POST',
    path: '/v1/pets',
    body: JSON.stringify({ name: `new ${n}`, categoryId: n % 50, status: 'pending' }),
  });

  return [
    { name: 'add, keyed', request: addition, keyed: true },
    { name: 'add', request: addition },
    { name: 'list 20, shared', request: () => ({ path: '/v1/pets' }) },
    { name: 'list 20, unique', ...ownPage('', undefined) },
    { name: 'list 100 available, shared', request: () => ({ path: '/v1/pets?limit=100&status=available' }) },
    { name: 'list 100 available, unique', ...ownPage('limit=100&status=available&', 'available') },
    { name: 'fetch one, unique', request: (n) => ({ path: `/v1/pets/${scattered(n)}` }) },
  ];
}
