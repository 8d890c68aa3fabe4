import { parseEnv } from 'node:util';
import { ConfigError, variableNames } from './config.js';
import { readRegularFile, UnreadableFile } from '../adapters/support/regular-file.js';

/** What a file of variables contains: the names that it sets, and the numbers of the lines that set nothing. */
export interface EnvFile {
  readonly names: readonly string[];
  readonly strayLines: readonly number[];
}

/** A file that is missing. */
export const NO_FILE: EnvFile = { names: [], strayLines: [] };

/**
 * Adds the variables of a file to `environment`, except those that it already has.
 * @returns what the file contains; nothing if there is no file
 * @throws ConfigError if the file cannot be read or is not UTF-8
 */
export function addEnvFile(environment: NodeJS.ProcessEnv, path: string): EnvFile {
  const lines = contentOf(path).split('\n');
  const strayLines = strayLinesOf(lines);
  const stray = new Set(strayLines);
  const variables = parseEnv(lines.filter((_, at) => !stray.has(at + 1)).join('\n'));
  for (const [name, value] of Object.entries(variables)) environment[name] ??= value;
  return { names: Object.keys(variables), strayLines };
}

/** The beginning of a line that sets a variable, of a comment, or of nothing. */
const USUAL_LINE = /^\s*(?:(?:export\s+)?[\w.-]+\s*=|#|$)/;

/**
 * Returns the numbers of the lines that are no assignment, such as `PORT: 80`. The parser drops such a line, or takes all
 * of it up to an equals sign for a name. A line within a value of several lines may look the same. So the lines are parsed
 * with one more before each such line, which sets a variable only outside of a value.
 */
function strayLinesOf(lines: readonly string[]): number[] {
  const nameOf = (at: number) => `line ${at + 1}`; // No usual line has a name with a blank.
  const marked = lines.map((line, at) => (USUAL_LINE.test(line) ? line : `${nameOf(at)}=\n${line}`));
  const names = new Set(Object.keys(parseEnv(marked.join('\n'))));
  return lines.flatMap((_, at) => (names.has(nameOf(at)) ? [at + 1] : []));
}

/** process.loadEnvFile would take a byte order mark for a part of the first name, and UTF-16 for no variable at all. */
function contentOf(path: string): string {
  const bytes = bytesOf(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // It removes a byte order mark.
    if (!text.includes('\0')) return text;
  } catch {
    // It is another encoding.
  }
  throw new ConfigError([`${path} is not a text in UTF-8; save it in that encoding`]);
}

function bytesOf(path: string): Uint8Array {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.code === 'ENOENT') return new Uint8Array();
    throw new ConfigError([`${path} must be ${error.message}, or be removed`]);
  }
}

/** The variables of other programs that read the same file: Docker Compose and its images, `copy`, and Node.js. */
const OF_OTHERS =
  /^(?:COMPOSE_\w+|DOCKER_\w+|BUILDKIT_\w+|MYSQL_\w+|ANIMAL_STORE_(?:PORTS|COMMAND)|COPY_(?:FROM|TO)_URL|(?:NODE|UV|OTEL|SSL_CERT|LC)_\w+|LANG|TZ|PATH|NO_COLOR|FORCE_COLOR|(?:https?|no|all)_proxy)$/i;

/**
 * Describes what no program reads: lines of the file that set nothing, and variables such as DATBASE_URL. In the
 * environment, which other programs share, it describes only the variables that resemble one of the service. No line is
 * repeated, because it may contain a password.
 * @param file what .env contains
 */
export function describeUnread(environment: NodeJS.ProcessEnv, file: EnvFile): string[] {
  const lines = file.strayLines.map((line) => `Line ${line} of .env is not NAME=value, and sets nothing.`);
  return [...lines, ...unreadVariables(environment, file.names)];
}

function unreadVariables(environment: NodeJS.ProcessEnv, fromFile: readonly string[]): string[] {
  const known = variableNames();
  const isRead = (name: string) => known.includes(name) || OF_OTHERS.test(name);
  return Object.keys(environment).flatMap((name) => {
    const isInFile = fromFile.includes(name);
    const similar = known.filter((each) => areSimilar(name.toUpperCase(), each));
    // A shorter name resembles too many names of other programs, which the environment also has.
    const meant = similar.find((each) => isInFile || each.length >= MIN_LENGTH);
    if (isRead(name) || (meant === undefined && !isInFile)) return [];
    const advice = meant === undefined ? 'docs/configuration.md lists the variables.' : `Did you mean ${meant}?`;
    return `${isInFile ? '.env' : 'The environment'} sets ${name}, which no program here reads. ${advice}`;
  });
}

/** The fewest characters of a variable of the service for which a similar name in the environment is reported. */
const MIN_LENGTH = 6;

/** Whether two names differ in one place only, by at most two characters there. */
function areSimilar(name: string, known: string): boolean {
  const shorter = Math.min(name.length, known.length);
  let start = 0;
  while (start < shorter && name[start] === known[start]) start++;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end++;
  return Math.max(name.length, known.length) - start - end <= 2;
}
