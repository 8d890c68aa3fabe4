import { expect, it } from '@jest/globals';
import { inTransaction } from '../../../../../src/adapters/outbound/typeorm/execution/dialect.js';

it('a connection on which a transaction cannot be rolled back is not used again', async () => {
  const sent: string[] = [];
  const connection = {
    async query<T>(text: string) {
      sent.push(text);
      if (text === 'ROLLBACK') throw new Error('gone');
      return undefined as T;
    },
    discard: () => void sent.push('discard'),
  };
  const failing = inTransaction(connection, ['BEGIN'], () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(sent).toEqual(['BEGIN', 'ROLLBACK', 'discard']);
});
