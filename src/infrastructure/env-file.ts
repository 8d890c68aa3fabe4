import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import { ConfigError, variableNames } from './config.js';
import { readRegularFile, UnreadableFile } from '../adapters/support/regular-file.js';

/**
 * Adds the variables of a file to `environment`, except those that it already has.
 * @returns the names that the file sets, and the lines that are not NAME=value; none if there is no file
 * @throws ConfigError if the file cannot be read
 */
export function addEnvFile(environment: NodeJS.ProcessEnv, path: string): readonly string[] {
  const text = textOf(path);
  const variables = parseEnv(text);
  for (const [name, value] of Object.entries(variables)) {
    if ((environment[name] ?? '') === '') environment[name] = value; // An empty variable counts as unset.
  }
  // The parser skips a line such as `PORT: 8081`.
  return [...Object.keys(variables), ...(text.match(/^[A-Z_]+ *:[^=\n]*$/gm) ?? [])];
}

function textOf(path: string): string {
  try {
    return new TextDecoder().decode(readRegularFile(path)); // It removes a byte order mark.
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.code === 'ENOENT') return '';
    throw new ConfigError([`${path} must be ${error.message}, or be removed`]);
  }
}

/** The most characters in which a name differs from the one that was probably meant. */
const MAX_DISTANCE = 2;

/** @returns which of the names are no variables of the service; nothing if all are */
export function describeUnread(names: readonly string[]): string | undefined {
  const known = variableNames();
  const unread = names.filter((name) => !known.includes(name)).map((name) => described(name, known));
  if (unread.length === 0) return undefined;
  return `.env sets ${unread.join(', ')}, which docs/configuration.md does not list.`;
}

function described(name: string, known: readonly string[]): string {
  // In `DATABASE_URL: mysql://user:password@host/?a=b` everything up to the equals sign is a name for the parser.
  if (!/^[\w.-]+$/.test(name)) return 'something by a line that is not NAME=value';
  const nearest = closest(name.toUpperCase(), known);
  return distance(name.toUpperCase(), nearest) > MAX_DISTANCE ? name : `${name} (did you mean ${nearest}?)`;
}
