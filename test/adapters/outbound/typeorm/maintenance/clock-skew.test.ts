import { afterEach, expect, it, jest } from '@jest/globals';
import { findSkew } from '../../../../../src/adapters/outbound/typeorm/maintenance/clock-skew.js';
import type { Database } from '../../../../../src/adapters/outbound/typeorm/execution/database.js';
import { benchOn, describeEach, SQL_STORAGES } from '../../../../support/storages.js';

describeEach(SQL_STORAGES, 'the comparison of the clocks of a database and this machine', (kind) => {
  const bench = benchOn(kind);
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['a clock behind that of this machine', 60, 0, [/^The clock of the database is (?:59|60|61) s behind that of /]],
    ['a clock ahead of that of this machine', -60, 0, [/^The clock of the database is (?:59|60|61) s ahead of that /]],
    ['nothing wrong with the same clock', 0, 0, []],
    ['nothing wrong with a slow answer', 0, 30, []],
  ])('finds %s', async (_, offset, answerTime, faults) => {
    const database = await bench.connect();
    const { now } = Date;
    let ahead = offset * 1000;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    /** The answer takes this time by the clock of this machine. */
    const query: Database['query'] = async (...statement) => {
      const rows = await database.query(...statement);
      ahead += answerTime * 1000;
      return rows as never; // The caller knows the rows of its statement.
    };
    const found = await findSkew({ dialect: database.dialect, query });
    expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });
});
