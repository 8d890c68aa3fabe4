import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { SslOptions } from 'mysql2';
import { InvalidStorageUrl, type StorageKind } from '../../storage.js';
import type { ServerAddress } from './pool.js';

/** Keeps everything on a MySQL server, for any number of processes. */
export const storage: StorageKind = {
  urlForm: 'mysql://user:password@host:port/database',
  parse(url) {
    const address = parseMysqlUrl(url);
    return (
      address && {
        name: 'MySQL',
        location: `${address.host}:${address.port}/${address.database}`,
        isShared: true,
        isDurable: true,
        backupTool: 'mysqldump --single-transaction',
        async open(options) {
          const [{ openSql }, { mysqlDialect }] = await Promise.all([import('../storage.js'), import('./dialect.js')]);
          return openSql(mysqlDialect({ ...address, poolSize: options?.poolSize ?? 10 }), options);
        },
      }
    );
  },
};

// The parameters of a URL and the modes have the names of the options of MySQL's clients.
const PARAMETERS = ['ssl-mode', 'ssl-ca', 'ssl-cert', 'ssl-key'];
const [NONE, ENCRYPTED, IDENTITY] = ['DISABLED', 'REQUIRED', 'VERIFY_IDENTITY'];
const MODES = [NONE, ENCRYPTED, 'VERIFY_CA', IDENTITY];

/** Parses `mysql://user:password@host:port/database` with parameters for TLS. @throws InvalidStorageUrl */
export function parseMysqlUrl(text: string): ServerAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = url?.pathname.slice(1) ?? '';
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isWhole = url?.protocol === 'mysql:' && host !== '' && url.username !== '' && url.hash === '';
  if (!isWhole || !/^[^/]+$/.test(database)) return undefined;
  rejectUnknown(url);
  const ssl = parseTls(url.searchParams, host);
  return {
    host,
    port: url.port === '' ? 3306 : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(database),
    ...(ssl && { ssl }),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidStorageUrl('has a percent sign that starts no escape; write % as %25');
  }
}

function rejectUnknown({ search, searchParams }: URL): void {
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown === undefined) return;
  // A password may contain ? and @ without percent escapes. Then the parameters begin with the rest of the password, and
  // contain the @ that follows it.
  const mayBePassword = search.includes('@') || !/^[\w.-]{1,40}$/.test(unknown);
  const parameter = mayBePassword ? 'a parameter that is' : `the parameter ${unknown}, which is`;
  throw new InvalidStorageUrl(`has ${parameter} none of ${listed(PARAMETERS, 'and')}`);
}

function parseTls(given: URLSearchParams, host: string): SslOptions | undefined {
  const mode = given.get('ssl-mode') ?? NONE;
  if (!MODES.includes(mode)) throw new InvalidStorageUrl(`needs ${listed(MODES, 'or')} as its ssl-mode`);
  const files = (['ca', 'cert', 'key'] as const).filter((file) => given.get(`ssl-${file}`));
  if (mode === NONE) {
    if (files.length === 0) return undefined;
    throw new InvalidStorageUrl(`names TLS files but no ssl-mode; add ssl-mode=${IDENTITY}`);
  }
  if (mode === IDENTITY && isIP(host) !== 0) {
    // mysql2 gives Node.js no address to verify, and Node.js then accepts a certificate for `localhost`.
    throw new InvalidStorageUrl(`needs the name of the host, and not its address, for ssl-mode=${mode}`);
  }
  return {
    rejectUnauthorized: mode !== ENCRYPTED,
    verifyIdentity: mode === IDENTITY,
    ...Object.fromEntries(files.map((file) => [file, readPem(`ssl-${file}`, given.get(`ssl-${file}`) ?? '')])),
  };
}

function listed(words: readonly string[], conjunction: string): string {
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new InvalidStorageUrl(`names a file in ${parameter} that cannot be read`);
  }
}
