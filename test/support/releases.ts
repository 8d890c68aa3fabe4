import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The README of test/releases explains these files, which released versions produced.

const FOLDER = join(import.meta.dirname, '../releases');

/** The version numbers that have a folder, oldest first. */
const RELEASES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** A store that a release made and filled. */
export type ReleasedStore = ReturnType<typeof releasedStores>[number];

interface Facts {
  /** The instant at which the store was filled. */
  readonly at: string;
  readonly email: string;
  readonly password: string;
  /** The token of a session of the account. */
  readonly session: string;
  readonly keys: { readonly active: string; readonly ending: string; readonly revoked: string };
  /** A request with an `Idempotency-Key`, and its answer. */
  readonly addition: { readonly key: string; readonly body: string; readonly answer: string };
  /** The response for each page of each list, by its target. */
  readonly pages: Readonly<Record<string, string>>;
}

/** Returns the stores of this engine, oldest first. An engine that was added later has none of earlier releases. */
export function releasedStores(engine: string) {
  return RELEASES.map((version) => ({ version, folder: join(FOLDER, version, engine) }))
    .filter(({ folder }) => existsSync(folder))
    .map(({ version, folder }) => ({
      version,
      /** The folder from which `SqlAccess.restore` reads it. */
      folder,
      // the script that records a release wrote this file
      facts: JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts,
      /** One statement of each form that the release's program sends, which can run on the store one after another. */
      statements: statementsOf(readFileSync(join(folder, 'statements.sql'), 'utf8')),
    }));
}

/** Returns the statements of a file, each of which ends with a semicolon before an empty line. */
export function statementsOf(text: string): string[] {
  return text.split(/;\n(?:\n|$)/).filter((statement) => statement !== '');
}
