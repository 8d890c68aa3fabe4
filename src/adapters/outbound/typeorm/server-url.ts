import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InvalidStorageUrl } from '../storage.js';

/** The address of an SQL server and the credentials for it, as a DATABASE_URL gives them. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** It is absent if the connection does not use TLS. */
  readonly tls?: Tls;
}

interface Tls {
  /** The PEM texts of the authorities to trust instead of Node's, and of the certificate and the key of the client. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Whether a trusted authority must have issued the server's certificate. */
  readonly verifyIssuer: boolean;
  /** Whether the certificate must also name `host`. */
  readonly verifyIdentity: boolean;
}

export interface ServerOptions extends ServerAddress {
  /** The most connections, at least 1. */
  readonly poolSize: number;
}

/** How the URLs of an engine are written, in the words that its own programs use. */
export interface ServerUrls {
  /** The schemes of the URLs. Messages show the first one. */
  readonly schemes: readonly [string, ...string[]];
  readonly defaultPort: number;
  readonly tls: TlsParameters;
}

/** The names of the parameters of a URL for TLS. */
export interface TlsParameters {
  /** The value of this parameter is one of `modes`. The default is the mode without TLS. */
  readonly mode: string;
  /** These parameters name PEM files: authorities to trust instead of Node's, and the client's certificate and key. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly modes: {
    readonly none: string;
    /** This mode accepts any certificate. */
    readonly encrypted: string;
    readonly verifyIssuer: string;
    /** This mode also verifies the issuer. It needs the name of the host in the URL. */
    readonly verifyIdentity: string;
  };
}

/** Parses `scheme://user:password@host:port/database` with parameters for TLS. @throws InvalidStorageUrl */
export function parseServerUrl(text: string, { schemes, defaultPort, tls }: ServerUrls): ServerAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = url?.pathname.slice(1) ?? '';
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isWhole = url !== undefined && host !== '' && url.username !== '' && url.hash === '';
  if (!isWhole || !schemes.includes(url.protocol.slice(0, -1)) || !/^[^/]+$/.test(database)) return undefined;
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(database),
    ...parseTls(url.searchParams, tls, host),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidStorageUrl('has a percent sign that starts no escape; write % as %25');
  }
}

function parseTls(
  given: URLSearchParams,
  { modes, ...names }: TlsParameters,
  host: string,
): Pick<ServerAddress, 'tls'> {
  if ([...given.keys()].some((name) => !Object.values(names).includes(name))) {
    // The message does not name the parameter. After a question mark in a password that is not percent-encoded, the
    // parameter would be the rest of the password.
    throw new InvalidStorageUrl(`has a parameter that is none of ${listed(Object.values(names), 'and')}`);
  }
  const mode = given.get(names.mode) ?? modes.none;
  if (!Object.values(modes).includes(mode)) {
    throw new InvalidStorageUrl(`needs ${listed(Object.values(modes), 'or')} as its ${names.mode}`);
  }
  const files = (['ca', 'cert', 'key'] as const).filter((file) => given.get(names[file]));
  if (mode === modes.none) {
    if (files.length === 0) return {};
    const advice = `add ${names.mode}=${modes.verifyIdentity}`;
    throw new InvalidStorageUrl(`names TLS files but no ${names.mode}; ${advice}`);
  }
  if (mode === modes.verifyIdentity && isIP(host) !== 0) {
    // Drivers give Node.js no address to verify, and it then accepts a certificate for `localhost`.
    throw new InvalidStorageUrl(`needs the name of the host, and not its address, for ${names.mode}=${mode}`);
  }
  return {
    tls: {
      verifyIssuer: mode !== modes.encrypted,
      verifyIdentity: mode === modes.verifyIdentity,
      ...Object.fromEntries(files.map((file) => [file, readPem(names[file], given.get(names[file]) ?? '')])),
    },
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
