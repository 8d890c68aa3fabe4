import { expect, it } from '@jest/globals';
import type { Connection } from '../../../../src/adapters/outbound/typeorm/dialect.js';
import { inTransaction } from '../../../../src/adapters/outbound/typeorm/statements.js';

/** A connection to an engine that gives these answers to statements by their texts. */
function connectionWith(answers: Record<string, Promise<unknown>>) {
  const sent: string[] = [];
  const connection: Pick<Connection, 'query' | 'discard'> = {
    async query<T>(text: string) {
      sent.push(text);
      return (await answers[text]) as T;
    },
    discard: () => void sent.push('discard'),
  };
  return { ...connection, sent };
}

it('a transaction whose commit fails is rolled back, and rejects with the reason', async () => {
  const connection = connectionWith({ COMMIT: Promise.reject(new Error('no room')) });
  await expect(inTransaction(connection, 'BEGIN', async () => 7)).rejects.toThrow('no room');
  expect(connection.sent).toEqual(['BEGIN', 'COMMIT', 'ROLLBACK']);
});

it('a connection on which a transaction cannot be rolled back is not used again', async () => {
  const connection = connectionWith({ ROLLBACK: Promise.reject(new Error('gone')) });
  const failing = inTransaction(connection, 'BEGIN', () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(connection.sent).toEqual(['BEGIN', 'ROLLBACK', 'discard']);
});
