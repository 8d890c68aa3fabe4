import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, newKeyIn, rowsOf, type Caller } from '../support/callers.js';
import { describeMysql, newMysqlDatabase, waitingTransactions, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady, type RunningService } from '../support/process.js';

afterAll(cleanUp);

// That a transaction is repeated after a deadlock is tested at the adapter, where both transactions can be held.
describeMysql('a row that another transaction holds', () => {
  let database: MysqlDatabase;
  let service: RunningService;
  let call: Caller;

  beforeEach(async () => {
    database = await newMysqlDatabase();
    const key = await newKeyIn(database.options);
    const { port, database: name } = database.options;
    const env = { DATABASE_URL: `mysql://root@127.0.0.1:${port}/${name}`, REQUEST_DEADLINE: '10s' };
    service = await serveWhenReady({ env });
    call = callerOf(service.url, key);
    expect((await call(addition('first', 'first'))).status).toBe(201);
    // The same idempotency key in a transaction that does not end: an addition with it has to wait.
    const [account] = await rowsOf(database.options, 'SELECT account_id FROM idempotency_keys');
    await database.root.beginTransaction();
    await database.root.query(
      `INSERT INTO idempotency_keys (pet_id, name, category_id, status, account_id, idempotency_key, first_used_at)
        VALUES (999, 'held', 1, 'sold', ?, 'contended', 1)`,
      [account?.account_id],
    );
  });
  afterEach(async () => {
    await database.root.rollback();
    await service.stop();
    await database.drop();
  });

  it('is waited for, in a second attempt when the first one times out', async () => {
    const waiting = call(addition('contended', 'contended'));
    const attempts = new Set<string>();
    await eventually(async () => {
      for (const transaction of await waitingTransactions(database)) attempts.add(transaction);
      return attempts.size === 2;
    });
    await database.root.rollback();
    expect((await waiting).status).toBe(201);
    expect(await rowsOf(database.options, "SELECT name FROM pets WHERE name = 'contended'")).toHaveLength(1);
  });

  it('is not waited for indefinitely: the answer is 503 with Retry-After', async () => {
    const { status, retryAfter } = await call(addition('contended', 'contended'));
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect((await call(addition('another', 'another'))).status).toBe(201);
    await database.root.rollback();
    expect((await call(addition('contended', 'contended'))).status).toBe(201);
    expect(await rowsOf(database.options, "SELECT name FROM pets WHERE name = 'contended'")).toHaveLength(1);
  });
});
