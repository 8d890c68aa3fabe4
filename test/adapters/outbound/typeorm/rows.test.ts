import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accountFromRow, accountToRow } from '../../../../src/adapters/outbound/typeorm/account-schema.js';
import { apiKeyFromRow, apiKeyToRow } from '../../../../src/adapters/outbound/typeorm/api-key-schema.js';
import { additionFromRow, additionToRow } from '../../../../src/adapters/outbound/typeorm/idempotency-key-schema.js';
import { sessionFromRow, sessionToRow } from '../../../../src/adapters/outbound/typeorm/session-schema.js';
import { petFromRow, petToRow } from '../../../../src/adapters/outbound/typeorm/pet-schema.js';
import { restorePet } from '../../../../src/domain/pet.js';
import { int64Arbitrary, newPetArbitrary, petIdArbitrary } from '../../../support/arbitraries.js';

const instant = fc.date({ noInvalidDate: true });

it('an animal survives its row, whether the engine gives bigint or text', () => {
  fc.assert(
    fc.property(newPetArbitrary, petIdArbitrary, (pet, id) => {
      const row = petToRow(pet);
      expect(petFromRow({ id, ...row })).toEqual({ id, ...pet });
      const texts = { id: String(id), category_id: String(row.category_id) };
      expect(petFromRow({ ...row, ...texts })).toEqual({ id, ...pet });
    }),
  );
});

it('an animal that was added once survives its row', () => {
  fc.assert(
    fc.property(newPetArbitrary, petIdArbitrary, instant, (pet, id, at) => {
      const { pet_id, name, category_id, status } = additionToRow(id, pet, { accountId: 1n, key: 'key', at });
      expect(additionFromRow({ pet_id, name, category_id, status })).toEqual({ id, ...pet });
    }),
  );
});

it('an account survives its row', () => {
  fc.assert(
    fc.property(int64Arbitrary, fc.string(), instant, (id, email, createdAt) => {
      expect(accountFromRow({ id, ...accountToRow({ email, createdAt }) })).toEqual({ id, email, createdAt });
    }),
  );
});

it('an API key survives its row, with and without each instant', () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          prefix: fc.string(),
          hash: fc.string(),
          accountId: int64Arbitrary,
          name: fc.string(),
          createdAt: instant,
          expiresAt: instant,
          lastUsedAt: instant,
          revokedAt: instant,
        },
        { requiredKeys: ['prefix', 'hash', 'accountId', 'name', 'createdAt'], noNullPrototype: true },
      ),
      (key) => expect(apiKeyFromRow(apiKeyToRow(key))).toStrictEqual(key),
    ),
  );
});

it('a session survives its row', () => {
  fc.assert(
    fc.property(
      fc.record(
        { hash: fc.string(), accountId: int64Arbitrary, createdAt: instant, lastSeenAt: instant },
        { noNullPrototype: true },
      ),
      (session) => expect(sessionFromRow(sessionToRow(session))).toStrictEqual(session),
    ),
  );
});

it('a row with a status that this program never wrote is refused', () => {
  expect(() => petFromRow({ id: 1n, name: 'x', category_id: 1n, status: 'lost' })).toThrow('unknown status "lost"');
});

it('a name that UTF-8 cannot hold is refused before it is sent', () => {
  expect(() => petToRow(restorePet(1n, '\udc00', 1n, 'sold'))).toThrow('unpaired surrogate');
});
