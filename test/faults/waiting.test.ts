import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, newKeyIn } from '../support/callers.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serveWhenReady, type RunningService } from '../support/process.js';

afterAll(cleanUp);

describeMysql('requests that wait for the one that is being served', () => {
  let fresh: MysqlDatabase;
  let service: RunningService;
  let key: string;
  beforeEach(async () => {
    fresh = await newMysqlDatabase();
    key = await newKeyIn(fresh.options);
    const { host, port, user, database } = fresh.options;
    const env = {
      DATABASE_URL: `mysql://${user}@${host}:${port}/${database}`,
      MAX_IN_FLIGHT: '1',
      REQUEST_DEADLINE: '20s',
    };
    service = await serveWhenReady({ env });
  });
  afterEach(async () => {
    await fresh.root.query('UNLOCK TABLES');
    await service.stop('SIGKILL');
    await fresh.drop();
  });

  it('are each refused when their own time is over, in the order in which they came', async () => {
    const call = callerOf(service.url, key, 60_000);
    expect((await call(addition('first'))).status).toBe(201);
    await fresh.root.query('LOCK TABLES pets WRITE');
    const refused: string[] = [];
    let isServed = false;
    const served = call().then((outcome) => {
      isServed = true;
      return outcome;
    });
    await service.until(() => isWaiting(fresh).then((waits) => waits || undefined));
    const waiting = ['one', 'two', 'three'].map(async (name, at) => {
      await new Promise((resolve) => setTimeout(resolve, 200 * at));
      const { status, retryAfter } = await call();
      if (status === 503 && retryAfter !== undefined) refused.push(name);
    });
    await Promise.all(waiting);
    expect({ refused, isServed }).toEqual({ refused: ['one', 'two', 'three'], isServed: false });
    await fresh.root.query('UNLOCK TABLES');
    expect((await served).status).toBe(200);
    expect((await call()).status).toBe(200);
  }, 90_000);
});

/** Whether a statement of the service waits for the lock. */
async function isWaiting({ root, options }: MysqlDatabase): Promise<boolean> {
  const [rows] = await root.query(
    `SELECT id FROM information_schema.processlist WHERE db = ? AND state = 'Waiting for table metadata lock'`,
    [options.database],
  );
  return Array.isArray(rows) && rows.length > 0;
}
