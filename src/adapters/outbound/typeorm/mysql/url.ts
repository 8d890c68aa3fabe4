import { isIP } from 'node:net';
import type { SslOptions } from 'mysql2';
import { readRegularFile, UnreadableFile } from '../../../support/regular-file.js';
import { InvalidStorageUrl, type UrlScheme } from '../../storage.js';
import type { ServerAddress } from './pool.js';

export const mysqlUrl: UrlScheme = {
  urlForm: 'mysql://user:password@host:port/database',
  parse(url) {
    const address = parseMysqlUrl(url);
    if (address === undefined) return undefined;
    return {
      name: 'MySQL',
      location: `${address.host}:${address.port}/${address.database}`,
      isShared: true,
      isDurable: true,
      backupTool: 'mysqldump --single-transaction',
      async open(options) {
        const [{ sqlStorage }, { Database }, { mysqlDialect }] = await Promise.all([
          import('../sql-storage.js'),
          import('../execution/database.js'),
          import('./dialect.js'),
        ]);
        return sqlStorage(new Database(mysqlDialect(address, options?.poolSize ?? 10), options));
      },
    };
  },
};

// The parameters of a URL and the modes have the names of the options of MySQL's clients.
const TLS_FILES = ['ca', 'cert', 'key'] as const;
type TlsFile = (typeof TLS_FILES)[number];
const PARAMETERS = ['ssl-mode', ...TLS_FILES.map((file) => `ssl-${file}`)];
const [NONE, ENCRYPTED, IDENTITY] = ['DISABLED', 'REQUIRED', 'VERIFY_IDENTITY'];
const MODES = [NONE, ENCRYPTED, 'VERIFY_CA', IDENTITY];
const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The schemes by which other programs name a server of MySQL or MariaDB. */
const OTHER_SCHEMES = /^((?:jdbc:)?mariadb|mysql[\w+]+|jdbc:mysql):/i;

/** Parses `mysql://user:password@host:port/database` with parameters for TLS. @throws InvalidStorageUrl */
export function parseMysqlUrl(text: string): ServerAddress | undefined {
  const [, scheme] = OTHER_SCHEMES.exec(text) ?? [];
  if (scheme !== undefined) {
    throw new InvalidStorageUrl(`has the scheme ${scheme}; write ${mysqlUrl.urlForm}, also for MariaDB`);
  }
  if (!/^mysql:/i.test(text)) return undefined;
  const url = URL.parse(text);
  const fault = faultOf(text, url);
  if (url === null || fault !== undefined) throw new InvalidStorageUrl(`${fault}; its form is ${mysqlUrl.urlForm}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  refuseOtherParameters(url);
  const ssl = parseTls(url.searchParams, host);
  return {
    host,
    port: url.port === '' ? 3306 : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    ...(ssl && { ssl }),
  };
}

/** Returns what is wrong with the parts of a URL. No part is repeated, because any may be the rest of a password. */
function faultOf(text: string, url: URL | null): string | undefined {
  if (text.includes('#')) return 'has a #, which must be written as %23';
  if (url === null) {
    return 'has a host or a port that cannot be read; in the user and the password, write / as %2F, ? as %3F and # as %23';
  }
  const { hostname, username, pathname } = url;
  if (hostname === '') return 'names no host';
  if (username === '') return 'names no user';
  if (/^\/?$/.test(pathname)) return 'names no database';
  return !pathname.includes('/', 1) ? undefined : 'has a / in the database, which must be written as %2F';
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidStorageUrl('has a percent sign that starts no escape; write % as %25');
  }
}

/** What has no value, or an @ behind it, may be the rest of a password with a question mark, and is not repeated. */
function refuseOtherParameters({ search, searchParams }: URL): void {
  const other = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (other === undefined) return;
  const taken = ONE_OF.format(PARAMETERS);
  if (/^[\w-]+$/.test(other) && search.includes(`${other}=`) && !search.includes('@')) {
    throw new InvalidStorageUrl(`has the parameter ${other}, and takes only ${taken}`);
  }
  throw new InvalidStorageUrl(`has a parameter other than ${taken}; in a password, write ? as %3F`);
}

function parseTls(given: URLSearchParams, host: string): SslOptions | undefined {
  const mode = given.get('ssl-mode') ?? NONE;
  if (!MODES.includes(mode)) throw new InvalidStorageUrl(`needs ${ONE_OF.format(MODES)} as its ssl-mode`);
  const files = TLS_FILES.filter((file) => given.get(`ssl-${file}`));
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
    ...Object.fromEntries(files.map((file) => [file, readPem(file, given.get(`ssl-${file}`) ?? '')])),
  };
}

/** TLS would ignore a file without a certificate, and then call the one of the server self-signed. */
function readPem(file: TlsFile, path: string): string {
  const pem = readText(file, path);
  const content = file === 'key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (new RegExp(`^-----BEGIN (?:[A-Z0-9]+ )*${content}-----`, 'm').test(pem)) return pem;
  throw new InvalidStorageUrl(`names a file in ssl-${file} that has no ${content} in the format PEM`);
}

function readText(file: TlsFile, path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new InvalidStorageUrl(`needs for ssl-${file} ${error.message}`);
  }
}
