import { expect, it } from '@jest/globals';
import { addition, callerOf, newKeyIn } from '../support/callers.js';
import { animalStore } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { serveWhenReady } from '../support/process.js';
import { describeEach, SQL_STORAGES, targets } from '../support/storages.js';

// The service compares no schema with its own. What others have added to its tables and refuses rows is named when it
// does, by the words of the engine.

const REFUSAL = 'not on Sundays';

describeEach(SQL_STORAGES, 'what others add to a table of animals', (kind) => {
  const target = targets(kind);
  const trigger = kind.isShared
    ? `CREATE TRIGGER other BEFORE INSERT ON pets FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${REFUSAL}'`
    : `CREATE TRIGGER other BEFORE INSERT ON pets BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`;
  const column = 'ALTER TABLE pets ADD COLUMN legs INT NOT NULL';

  it.each([
    ['a trigger that refuses rows', trigger, 'DROP TRIGGER other', REFUSAL],
    ['a unique index', 'CREATE UNIQUE INDEX other ON pets (category_id)', dropIndex(kind.isShared), 'unique index'],
    // SQLite adds no column that refuses the rows of the service.
    ...(kind.isShared ? [['a column without a default', column, 'ALTER TABLE pets DROP COLUMN legs', 'legs']] : []),
  ])(
    '%s is named by the log and reported by the probe until it is gone',
    async (_, add = '', remove = '', named = '') => {
      const { url, sql } = target();
      const env = { DATABASE_URL: url };
      const key = await newKeyIn(url);
      await sql.fill('pets', [{ name: 'before', category_id: 1, status: 'sold' }]);
      await sql.query(add);
      expect(await animalStore(['doctor'], { env })).toMatchObject({ code: 0 });
      const service = await serveWhenReady({ env });
      const call = callerOf(service.url, key);
      expect((await call()).status).toBe(200);
      expect((await call(addition('refused'))).status).toBe(503);
      expect(JSON.parse((await call({ path: '/readyz' })).text)).toMatchObject({ status: 'refuses-writes' });
      const line = () => service.log().find(({ msg }) => msg === 'request refused');
      expect((await service.until(line)).err).toMatchObject({ reason: expect.stringContaining(named) });
      await sql.query(remove);
      await eventually(async () => (await call(addition('accepted'))).status === 201);
      await eventually(async () => (await call({ path: '/readyz' })).text === '{"status":"ready"}');
      await service.stop();
    },
  );
});

function dropIndex(isServer: boolean): string {
  return isServer ? 'DROP INDEX other ON pets' : 'DROP INDEX other';
}
