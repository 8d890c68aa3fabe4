import { expect, it, jest } from '@jest/globals';
import { parseStorageUrl } from '../../../../src/adapters/outbound/storages.js';
import { TypeormSchema } from '../../../../src/adapters/outbound/typeorm/schema.js';
import { benchOn, describeEach, describeEachDatabase, having } from '../../../support/storages.js';

describeEachDatabase('the diagnosis of a store', (bench) => {
  it('finds no fault in a healthy store', async () => {
    const findings = await new TypeormSchema(await bench.migrated()).diagnose();
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings[0]).toEqual({ check: 'schema', ok: true, message: 'Up to date.' });
  });

  it('reports a newer schema, which is not a fault', async () => {
    const schema = new TypeormSchema(await bench.migrated());
    await bench.target().sql.fill('migrations', [{ timestamp: 9999999999999, name: 'FromTomorrow9999999999999' }]);
    const message = expect.stringMatching(/^Newer than this program: FromTomorrow9999999999999\./);
    expect((await schema.diagnose())[0]).toEqual({ check: 'schema', ok: true, message });
  });
});

describeEach(having('newServer'), 'the diagnosis of a server', (kind) => {
  const bench = benchOn(kind);

  it.each([
    [60_000, 'behind'],
    [-60_000, 'ahead of'],
  ])('finds a clock that is %d ms off', async (offset, direction) => {
    const schema = new TypeormSchema(await bench.migrated());
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
    const findings = await schema.diagnose();
    clock.mockRestore();
    const message = expect.stringMatching(new RegExp(`^The database's clock is \\d+ ms ${direction} ours\\.$`));
    expect(findings.filter(({ ok }) => !ok)).toMatchObject([{ check: 'clock', message }]);
  });
});

describeEach(having('newUser'), 'the diagnosis of a server', (kind) => {
  const bench = benchOn(kind);

  it('finds a right that is missing', async () => {
    await bench.migrated();
    const url = await kind.newUser(bench.target().url, ['SELECT', 'INSERT']);
    const storage = await parseStorageUrl(url).open();
    await storage.connect();
    const findings = await storage.diagnose?.();
    await storage.close();
    expect(findings?.filter(({ ok }) => !ok)).toMatchObject([
      { check: 'rights', message: 'The user may not: UPDATE, DELETE.' },
    ]);
  });
});
