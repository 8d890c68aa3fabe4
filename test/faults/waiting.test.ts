import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { addition, callerOf, eventually, newKeyIn } from '../support/callers.js';
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
      ADMIN_PORT: '0',
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

  it('are each refused when their own waiting time is over, in order of arrival', async () => {
    const call = callerOf(service.url, key);
    expect((await call(addition('first'))).status).toBe(201);
    await fresh.root.query('LOCK TABLES pets WRITE');
    const refused: string[] = [];
    let isServed = false;
    const served = call().then((outcome) => {
      isServed = true;
      return outcome;
    });
    await service.until(() => isWaiting(fresh).then((waits) => waits || undefined));
    const admin = callerOf(String(service.log().find(({ msg }) => msg === 'listening on ADMIN_PORT')?.url), '');
    const waiting: Promise<unknown>[] = [];
    for (const name of ['one', 'two', 'three']) {
      const call = callerOf(service.url, key)();
      waiting.push(call.then(({ status, retryAfter }) => status === 503 && retryAfter && refused.push(name)));
      const line = `animal_store_http_requests_waiting ${waiting.length}\n`;
      await eventually(async () => (await admin({ path: '/metrics' })).text.includes(line));
    }
    await Promise.all(waiting);
    expect({ refused, isServed }).toEqual({ refused: ['one', 'two', 'three'], isServed: false });
    await fresh.root.query('UNLOCK TABLES');
    expect((await served).status).toBe(200);
    expect((await call()).status).toBe(200);
  });
});

/** Whether a statement of the service waits for the lock. */
async function isWaiting({ root, options }: MysqlDatabase): Promise<boolean> {
  const [rows] = await root.query(
    `SELECT id FROM information_schema.processlist WHERE db = ? AND state = 'Waiting for table metadata lock'`,
    [options.database],
  );
  return Array.isArray(rows) && rows.length > 0;
}
