import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, newKeyIn, rowsOf, type Caller } from '../support/callers.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady, type RunningService } from '../support/process.js';

afterAll(cleanUp);

// How a transaction that a deadlock undid is done again is shown beside the adapter, which can hold both at the right place.
describeMysql('a row that somebody else holds', () => {
  let database: MysqlDatabase;
  let service: RunningService;
  let call: Caller;

  beforeEach(async () => {
    database = await newMysqlDatabase();
    const key = await newKeyIn(database.options);
    const { port, database: name } = database.options;
    const env = { DATABASE_URL: `mysql://root@127.0.0.1:${port}/${name}`, REQUEST_DEADLINE: '4s' };
    service = await serveWhenReady({ env });
    call = callerOf(service.url, key);
    expect((await call(addition('first', 'first'))).status).toBe(201);
    // The same idempotency key, in a transaction that does not end: whoever adds with it has to wait.
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

  it('is waited for, and the work done again', async () => {
    const waiting = call(addition('contended', 'contended'));
    await sleep(1400); // longer than one attempt waits
    await database.root.rollback();
    const { status, time } = await waiting;
    expect(status).toBe(201);
    expect(time).toBeGreaterThan(1000);
    expect(await rowsOf(database.options, "SELECT name FROM pets WHERE name = 'contended'")).toHaveLength(1);
  });

  it('is not waited for without end', async () => {
    const { status, retryAfter, time } = await call(addition('contended', 'contended'));
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    expect(time).toBeLessThan(5000);
    expect((await call(addition('another', 'another'))).status).toBe(201);
    await database.root.rollback();
    expect((await call(addition('contended', 'contended'))).status).toBe(201);
    expect(await rowsOf(database.options, "SELECT name FROM pets WHERE name = 'contended'")).toHaveLength(1);
  });
});
