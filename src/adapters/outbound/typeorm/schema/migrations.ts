import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { driverErrorOf } from '../execution/failures.js';

// Reads the migrations of an engine, which are files of SQL in its folder, so that people can review and run them.

type Migration = new () => MigrationInterface;

/** Oldest first. @param doneCodes as for `migrationOf` @throws Error for a file with a wrong name */
export function migrationsOf(folder: string, doneCodes?: readonly string[]): Migration[] {
  const found = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return inOrder(found).map(({ file, name }) => migrationOf(name, readFileSync(join(folder, file), 'utf8'), doneCodes));
}

/**
 * Returns the files in the order of their numbers, with their names in a database: `2-AccountHolders1796083200000.sql`
 * is `AccountHolders1796083200000`. TypeORM runs them in the order of the number at the end, so it must ascend as the
 * files do. @throws Error that says which name to choose
 */
export function inOrder(files: readonly string[]): { readonly file: string; readonly name: string }[] {
  let last = 0;
  return files
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((file, at) => {
      const [, number, word, time] = /^(\d+)-([A-Z][A-Za-z]*)(\d{13})\.sql$/.exec(file) ?? [];
      if (Number(number) === at + 1 && Number(time) > last) {
        last = Number(time);
        return { file, name: `${word}${time}` };
      }
      const right = `${at + 1}-${word ?? 'AddSomething'}${Math.max(Date.now(), last + 1)}.sql`;
      throw new Error(`The migration ${file} has a wrong name, since names ascend: name it ${right}`);
    });
}

/**
 * `down` does nothing, because a schema only grows. @param sql statements, each of which ends with a semicolon at the
 * end of a line
 * @param doneCodes the errors of a statement that an earlier run, which was cut short, has already done; none if schema
 * changes are transactional
 */
export function migrationOf(name: string, sql: string, doneCodes: readonly string[] = []): Migration {
  const statements = sql
    .replace(/^--.*$/gm, '')
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '');
  return class implements MigrationInterface {
    readonly name = name;
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) {
        await runner.query(statement.trim()).catch((error: unknown) => {
          if (!doneCodes.includes(driverErrorOf(error).code)) throw error;
        });
      }
    }
    async down(): Promise<void> {}
  };
}
