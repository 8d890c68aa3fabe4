import type { ServiceIdentifier } from 'inversify';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import type { Storage } from '../../adapters/outbound/storage.js';
import type { AuditLog, Clock, CommonPasswords, PasswordHasher, Secrets } from '../../domain/ports/security.js';

/** Creates an identifier, under which the container binds a value of this type. */
export function identifier<T>(name: string): ServiceIdentifier<T> {
  return Symbol(name);
}

/** The identifiers of the ports, which adapters and their decorators implement. */
export const PORT = {
  pets: identifier<Storage['pets']>('PetRepository'),
  accounts: identifier<Storage['accounts']>('AccountRepository'),
  apiKeys: identifier<Storage['apiKeys']>('ApiKeyRepository'),
  sessions: identifier<Storage['sessions']>('SessionRepository'),
  throttle: identifier<Storage['throttle']>('Throttle'),
  schema: identifier<Storage['schema']>('Schema'),
  clock: identifier<Clock>('Clock'),
  secrets: identifier<Secrets>('Secrets'),
  hasher: identifier<PasswordHasher>('PasswordHasher'),
  commonPasswords: identifier<CommonPasswords>('CommonPasswords'),
  auditLog: identifier<AuditLog>('AuditLog'),
};

export type Resolved<Identifiers> = {
  readonly [Name in keyof Identifiers]: Identifiers[Name] extends ServiceIdentifier<infer T> ? T : never;
};

export type Ports = Resolved<typeof PORT>;

export const CONFIG = identifier<Config>('Config');
export const STORAGE = identifier<Storage>('Storage');

/** The metrics, which are bound for `serve` if ADMIN_PORT is set. */
export const METRICS = identifier<Metrics>('Metrics');
export const OPTIONAL_METRICS = { serviceIdentifier: METRICS, optional: true } as const;

export function resolveAll<Identifiers extends Record<string, ServiceIdentifier>>(
  get: <T>(identifier: ServiceIdentifier<T>) => T,
  identifiers: Identifiers,
): Resolved<Identifiers> {
  const entries = Object.entries(identifiers);
  // For each identifier, `get` returns a value of its type.
  return Object.fromEntries(entries.map(([name, each]) => [name, get(each)])) as Resolved<Identifiers>;
}
