import { describe } from '@jest/globals';
import { newSqliteFile } from '../support/sqlite.js';
import { survivesBeingKilled } from './crash.js';

describe('a service on SQLite that is killed in the middle of writes', () => {
  survivesBeingKilled(async () => newSqliteFile());
});
