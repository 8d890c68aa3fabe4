import { setImmediate } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import type { Database } from '../../../../src/adapters/outbound/typeorm/database.js';
import { sqlStorage } from '../../../../src/adapters/outbound/typeorm/storage.js';

it('looks up cookies that arrive together by one statement, and API keys by another', async () => {
  const query = jest.fn(() => setImmediate([]));
  const { sessions, apiKeys } = sqlStorage({ dialect: {}, query } as unknown as Database);
  const numbers = Array.from({ length: 9 }, (_, n) => `${n}`);
  const flood = numbers.flatMap((hash) => [sessions.find(hash), apiKeys.findByHash(hash)]);
  await setImmediate(); // every lookup that waits for nothing has begun
  expect(query).toHaveBeenCalledTimes(2);
  expect(await Promise.all(flood)).toHaveLength(18);
});
