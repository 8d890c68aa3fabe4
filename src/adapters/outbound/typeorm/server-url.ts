import { readFileSync } from 'node:fs';
import { InvalidStorageUrl } from '../storage.js';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Absent: no TLS. */
  readonly tls?: {
    /** PEM texts: authorities to trust instead of Node's, and the certificate and key of the client. */
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
    /** Whether a trusted authority must have issued the server's certificate. */
    readonly rejectUnauthorized: boolean;
    /** Whether the certificate must also name `host`. */
    readonly verifyIdentity: boolean;
  };
}

export interface ServerOptions extends ServerAddress {
  /** The most connections, at least 1. */
  readonly poolSize: number;
}

/** Parses `scheme://user:password@host:port/database` with parameters for TLS. @throws InvalidStorageUrl */
export function parseServerUrl(text: string, scheme: string, defaultPort: number): ServerAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = url?.pathname.slice(1) ?? '';
  const isWhole = url?.protocol === `${scheme}:` && url.hostname !== '' && url.username !== '' && url.hash === '';
  if (!isWhole || !/^[^/]+$/.test(database)) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    user: decode(url.username),
    password: decode(url.password),
    database: decode(database),
    ...parseTls(url.searchParams),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidStorageUrl('has a percent sign that starts no escape; write % as %25');
  }
}

/** `ssl-mode` is DISABLED, REQUIRED (any certificate), VERIFY_CA or VERIFY_IDENTITY; the others name PEM files. */
function parseTls(parameters: URLSearchParams): Pick<ServerAddress, 'tls'> {
  const {
    'ssl-mode': mode = 'DISABLED',
    'ssl-ca': ca,
    'ssl-cert': cert,
    'ssl-key': key,
    ...others
  } = Object.fromEntries(parameters);
  if (Object.keys(others).length > 0) {
    // Not named: after a question mark in a password that is not percent-encoded, it would be the rest of the password.
    throw new InvalidStorageUrl('has a parameter that is none of ssl-mode, ssl-ca, ssl-cert and ssl-key');
  }
  if (!['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY'].includes(mode)) {
    throw new InvalidStorageUrl('needs an ssl-mode of DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY');
  }
  if (mode === 'DISABLED') {
    if (ca ?? cert ?? key) throw new InvalidStorageUrl('names TLS files but no ssl-mode; add ssl-mode=VERIFY_IDENTITY');
    return {};
  }
  return {
    tls: {
      rejectUnauthorized: mode !== 'REQUIRED',
      verifyIdentity: mode === 'VERIFY_IDENTITY',
      ...(ca && { ca: readPem('ssl-ca', ca) }),
      ...(cert && { cert: readPem('ssl-cert', cert) }),
      ...(key && { key: readPem('ssl-key', key) }),
    },
  };
}

function readPem(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new InvalidStorageUrl(`names a file in ${parameter} that cannot be read`);
  }
}
