import type { ServiceIdentifier } from 'inversify';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';
import type { Storage } from '../../adapters/outbound/storage.js';
import type { DatabaseHealth } from '../../domain/ports/health.js';
import type { AuditLog, Clock, CommonPasswords, PasswordHasher, Secrets } from '../../domain/ports/security.js';

/** Creates an identifier, under which the container binds a value of this type. */
export function identifier<T>(name: string): ServiceIdentifier<T> {
  return Symbol(name);
}

export const CONFIG = identifier<Config>('Config');
export const STORAGE = identifier<Storage>('Storage');

/** The metrics, which are bound for `serve` if ADMIN_PORT is set. */
export const METRICS = identifier<Metrics>('Metrics');
export const OPTIONAL_METRICS = { serviceIdentifier: METRICS, optional: true } as const;

/** The identifiers of the ports, which adapters implement. */
export const PORT = {
  pets: identifier<Storage['pets']>('PetRepository'),
  accounts: identifier<Storage['accounts']>('AccountRepository'),
  apiKeys: identifier<Storage['apiKeys']>('ApiKeyRepository'),
  sessions: identifier<Storage['sessions']>('SessionRepository'),
  throttle: identifier<Storage['throttle']>('Throttle'),
  database: identifier<DatabaseHealth>('DatabaseHealth'),
  clock: identifier<Clock>('Clock'),
  secrets: identifier<Secrets>('Secrets'),
  hasher: identifier<PasswordHasher>('PasswordHasher'),
  commonPasswords: identifier<CommonPasswords>('CommonPasswords'),
  auditLog: identifier<AuditLog>('AuditLog'),
};

/** The implementations of all ports. */
export type Ports = {
  readonly [Name in keyof typeof PORT]: (typeof PORT)[Name] extends ServiceIdentifier<infer T> ? T : never;
};

export const PORTS = identifier<Ports>('Ports');
