import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { describeMysql, newMysqlDatabase, type MysqlDatabase } from '../support/mysql.js';
import { cleanUp, serve, type RunningService } from '../support/process.js';

afterAll(cleanUp);

describeMysql('several workers', () => {
  let fresh: MysqlDatabase;
  let service: RunningService;
  beforeEach(async () => {
    fresh = await newMysqlDatabase();
    const { host, port, user, database } = fresh.options;
    const env = { DATABASE_URL: `mysql://${user}@${host}:${port}/${database}`, WEB_CONCURRENCY: '2', ADMIN_PORT: '0' };
    service = await serve({ env });
    await lines('ready', 2);
  });
  afterEach(async () => {
    await service.stop('SIGKILL');
    await fresh.drop();
  });

  /** What was logged under a message, once it is there so many times. */
  function lines(message: string, count: number): Promise<Record<string, unknown>[]> {
    return service.until(() => {
      const found = service.log().filter(({ msg }) => msg === message);
      return found.length >= count ? found : undefined;
    });
  }

  const isUp = async () => (await fetch(`${service.url}/readyz`)).status === 200;

  const isAlive = (pid: unknown) => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };

  test('share one port, and end with the first process', async () => {
    const started = await lines('worker started', 2);
    expect(new Set((await lines('listening', 2)).map(({ url }) => url)).size).toBe(1);
    expect(await isUp()).toBe(true);
    const ended = await service.stop();
    expect(ended.code).toBe(0);
    expect(started.map(({ worker }) => isAlive(worker))).toEqual([false, false]);
  });

  test('report the metrics of all together, at an address of their own, from each worker', async () => {
    const [admin] = await lines('listening to operators', 2);
    const scrape = async () => (await fetch(`${String(admin?.url)}/metrics`)).text();
    for (let each = 0; each < 7; each++) await fetch(`${service.url}/livez`, { headers: { connection: 'close' } });
    const livez = 'animal_store_http_request_duration_seconds_count{route="/livez",method="GET",status="200"}';
    for (let each = 0; each < 4; each++) {
      const text = await service.until(async () => {
        const found = await scrape();
        return found.includes(`${livez} 7`) ? found : undefined;
      });
      expect(text).toMatch(/^animal_store_build_info\{.*\} 1$/m);
      expect(text).toMatch(/^animal_store_pool_size 20$/m);
    }
  });

  test('are replaced when they end, while the others serve', async () => {
    const [one] = await lines('worker started', 2);
    process.kill(Number(one?.worker), 'SIGKILL');
    const [end] = await lines('worker ended unexpectedly', 1);
    expect(end).toMatchObject({ worker: one?.worker, signal: 'SIGKILL' });
    expect(await isUp()).toBe(true);
    await lines('ready', 3);
    expect(await isUp()).toBe(true);
  });

  test('do not outlive a first process that is killed', async () => {
    const started = await lines('worker started', 2);
    await service.stop('SIGKILL');
    await eventually(() => !started.some(({ worker }) => isAlive(worker)));
  });
});
