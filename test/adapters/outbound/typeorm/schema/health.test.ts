import { expect, it } from '@jest/globals';
import { SqlHealth } from '../../../../../src/adapters/outbound/typeorm/schema/health.js';
import { TABLES } from '../../../../../src/adapters/outbound/typeorm/schema/entities.js';
import { UNAVAILABLE } from '../../../../support/examples.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../../support/storages.js';

describeEach(SQL_STORAGES, 'a database that a probe checks', (kind) => {
  const bench = benchOn(kind);

  it.each([
    ...[...TABLES.map(({ name }) => name), ...(kind.isShared ? ['tries', 'add_order'] : [])].map((name) => [
      `ALTER TABLE ${name} RENAME TO other`,
      `ALTER TABLE other RENAME TO ${name}`,
    ]),
    ...['accounts.password_hash', 'pets.id', 'pets.category_id'].map((path) => {
      const [table, column] = path.split('.');
      const rename = `ALTER TABLE ${table} RENAME COLUMN`;
      return [`${rename} ${column} TO other`, `${rename} other TO ${column}`];
    }),
  ])('cannot be used while requests cannot read it: %s', async (remove = '', restore = '') => {
    const health = new SqlHealth(await bench.migrated());
    const { sql } = bench.target();
    await health.check();
    await sql.query(remove);
    await expect(health.check()).rejects.toMatchObject(UNAVAILABLE);
    await sql.query(restore);
    await health.check();
  });
});
