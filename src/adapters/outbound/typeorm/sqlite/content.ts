import type BetterSqlite3 from 'better-sqlite3';

/** A file of zero bytes contains nothing, and becomes a database when it is migrated. */
export function contentOf(handle: BetterSqlite3.Database): 'nothing' | 'animals' | 'other tables' {
  const names = handle.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  if (names.length === 0) return 'nothing';
  // Every program that uses TypeORM has a table of migrations. This program creates both tables in one transaction.
  return names.includes('migrations') && names.includes('pets') ? 'animals' : 'other tables';
}
