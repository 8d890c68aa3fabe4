import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { driverErrorOf } from '../execution/failures.js';

// Reads the migrations of an engine, which are files of SQL in its folder, so that people can review and run them.

type Migration = new () => MigrationInterface;

/**
 * Returns the migrations of an engine for TypeORM, oldest first.
 * @param folder the folder of their files
 * @param doneCodes as for `migrationOf`
 * @throws Error for a file with a wrong name
 */
export function migrationsOf(folder: string, doneCodes?: readonly string[]): Migration[] {
  const found = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return inOrder(found).map(({ file, name }) => migrationOf(name, readFileSync(join(folder, file), 'utf8'), doneCodes));
}

/**
 * Returns the files of migrations in the order of their numbers, each with the name under which a database records it:
 * the file `2-AccountHolders1796083200000.sql` is the migration `AccountHolders1796083200000`. TypeORM runs migrations
 * in the order of the number at the end, which is a time in milliseconds since 1970, so it must ascend as the files do.
 * @throws Error that says which name to choose
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
 * Returns a migration for TypeORM, which records it when it has run. `down` does nothing, because a schema only grows.
 * @param sql statements, each of which ends with a semicolon at the end of a line
 * @param doneCodes the codes of the errors of a statement whose effect an earlier run, which was cut short, has left;
 *   none by default, for an engine whose schema changes are transactional
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
