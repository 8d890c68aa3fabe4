import { writeCursor } from '../../dist/adapters/inbound/http/api/pets/cursor.js';

/**
 * What is asked of a store with so many animals, for n from 0 on; `own` where the service's address for it differs from
 * the peers'. Lists: all the same, or each another.
 */
export function scenariosOf(animals) {
  /** Numbers that repeat only after all have been, in no order: 7919 is prime. */
  const scattered = (n) => ((n * 7919) % animals) + 1;

  /** A page behind some animal: another one for each n. The peers take its id, the service a cursor. */
  const ownPage = (query, status) => ({
    request: (n) => ({ path: `/v1/pets?${query}after=${scattered(n)}` }),
    own: (n) => ({ path: `/v1/pets?${query}cursor=${writeCursor({ after: BigInt(scattered(n)), status })}` }),
  });

  return [
    { name: 'list 20, the same', request: () => ({ path: '/v1/pets' }) },
    { name: 'list 20, each another', ...ownPage('', undefined) },
    { name: 'list 100 available, the same', request: () => ({ path: '/v1/pets?limit=100&status=available' }) },
    { name: 'list 100 available, each another', ...ownPage('limit=100&status=available&', 'available') },
    { name: 'fetch one, each another', request: (n) => ({ path: `/v1/pets/${scattered(n)}` }) },
    {
      name: 'add',
      request: (n) => ({
        method: 'POST',
        path: '/v1/pets',
        body: JSON.stringify({ name: `new ${n}`, categoryId: n % 50, status: 'pending' }),
      }),
    },
  ];
}
