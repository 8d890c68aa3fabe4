import { expect, it } from '@jest/globals';
import { TypeormSchema } from '../../../../../src/adapters/outbound/typeorm/schema.js';
import { mariadb } from '../../../../support/mariadb.js';
import { mysql } from '../../../../support/mysql.js';
import { benchOn, describeEach } from '../../../../support/storages.js';

describeEach([mysql, mariadb], 'the diagnosis', (kind) => {
  const bench = benchOn(kind);

  it('finds a table with another storage engine and a column with another character set', async () => {
    const schema = new TypeormSchema(await bench.migrated());
    const { sql } = bench.target();
    await sql.query('ALTER TABLE pets MODIFY name VARCHAR(256) CHARACTER SET latin1 NOT NULL');
    await sql.query('CREATE TABLE odd (id INT) ENGINE = MyISAM');
    const findings = await schema.diagnose();
    expect(findings.map(({ check, ok, message }) => (ok ? check : `${check}: ${message}`))).toEqual([
      ...['schema', 'rights', 'version', 'writes', 'sql_mode'],
      'character set: The connection uses utf8mb4; columns without utf8mb4: pets.name.',
      'storage engine: Tables without InnoDB: odd.',
      'clock',
    ]);
  });
});
