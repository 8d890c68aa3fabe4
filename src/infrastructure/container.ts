import 'reflect-metadata';
import { Container, type MapToResolvedValueInjectOptions, type ServiceIdentifier } from 'inversify';
import type { Config } from './config.js';
import type { Metrics } from './metrics.js';
import { Argon2PasswordHasher } from '../adapters/outbound/argon2/password-hasher.js';
import { BatchingPetRepository } from '../adapters/outbound/batching/pet-repository.js';
import { CachingApiKeyRepository } from '../adapters/outbound/caching/api-key-repository.js';
import type { Storage } from '../adapters/outbound/storage.js';
import { SystemClock } from '../adapters/outbound/system/clock.js';
import { SystemSecrets } from '../adapters/outbound/system/secrets.js';
import { ZxcvbnCommonPasswords } from '../adapters/outbound/zxcvbn/common-passwords.js';
import { ConfirmPassword } from '../application/accounts/confirm-password.js';
import { CreateAccount } from '../application/accounts/create-account.js';
import { CreateOwner } from '../application/accounts/create-owner.js';
import { DeleteAccount } from '../application/accounts/delete-account.js';
import { ListAccounts } from '../application/accounts/list-accounts.js';
import { SetPassword } from '../application/accounts/set-password.js';
import { SignUp } from '../application/accounts/sign-up.js';
import { Authenticate } from '../application/api-keys/authenticate.js';
import { FindApiKey } from '../application/api-keys/find-api-key.js';
import { IssueApiKey } from '../application/api-keys/issue-api-key.js';
import { ListApiKeys } from '../application/api-keys/list-api-keys.js';
import { PageApiKeys } from '../application/api-keys/page-api-keys.js';
import { RevokeApiKey } from '../application/api-keys/revoke-api-key.js';
import { PurgeExpired } from '../application/maintenance/purge-expired.js';
import { CreatePet } from '../application/pets/create-pet.js';
import { GetPet } from '../application/pets/get-pet.js';
import { ListPets } from '../application/pets/list-pets.js';
import { EndOtherSessions } from '../application/sessions/end-other-sessions.js';
import { EndSession } from '../application/sessions/end-session.js';
import { Flash } from '../application/sessions/flash.js';
import { ListSessions } from '../application/sessions/list-sessions.js';
import { ResumeSession } from '../application/sessions/resume-session.js';
import { SignIn } from '../application/sessions/sign-in.js';
import { SignOut } from '../application/sessions/sign-out.js';
import type { AuditLog } from '../domain/ports/audit-log.js';
import type { Clock } from '../domain/ports/clock.js';
import type { CommonPasswords, PasswordHasher } from '../domain/ports/passwords.js';
import type { PetRepository } from '../domain/ports/pet-repository.js';
import type { Secrets } from '../domain/ports/secrets.js';

/** What the use cases need from outside. */
export interface Ports extends Pick<Storage, 'accounts' | 'apiKeys' | 'sessions' | 'throttle' | 'store'> {
  readonly pets: PetRepository;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly hasher: PasswordHasher;
  readonly commonPasswords: CommonPasswords;
  readonly auditLog: AuditLog;
}

const PORT: { readonly [Name in keyof Ports]: ServiceIdentifier<Ports[Name]> } = {
  pets: Symbol('PetRepository'),
  accounts: Symbol('AccountRepository'),
  apiKeys: Symbol('ApiKeyRepository'),
  sessions: Symbol('SessionRepository'),
  throttle: Symbol('Throttle'),
  store: Symbol('Store'),
  clock: Symbol('Clock'),
  secrets: Symbol('Secrets'),
  hasher: Symbol('PasswordHasher'),
  commonPasswords: Symbol('CommonPasswords'),
  auditLog: Symbol('AuditLog'),
};
const MAX_KEYS_PER_ACCOUNT: ServiceIdentifier<number> = Symbol('MAX_KEYS_PER_ACCOUNT');
const STORAGE: ServiceIdentifier<Storage> = Symbol('Storage');

/** Everything that an inbound adapter may call. */
export type Services = Readonly<ReturnType<typeof bindUseCases>> & Pick<Ports, 'store'>;

export interface Composition {
  readonly services: Services;
  /** The adapters in use, decorators included. */
  readonly ports: Ports;
  /** Call `connect` before the first use. */
  readonly storage: Pick<Storage, 'connect' | 'diagnose'>;
  /** Present if ADMIN_PORT is set. */
  readonly metrics: Metrics | undefined;
  /** Closes the storage. */
  readonly close: () => Promise<void>;
}

/**
 * Builds the program's object graph: adapters, decorators, use cases and what metrics observes. Connects to nothing.
 * @param overrides adapters that replace the configured ones: the audit log of `serve`, and any of them in tests
 * @param create whether connecting creates a store that does not exist
 */
export async function compose(config: Config, overrides: Partial<Ports> = {}, create = true): Promise<Composition> {
  const metrics = config.admin && new (await import('./metrics.js')).Metrics();
  const storage = await config.storage.open({
    poolSize: config.poolSize,
    timeoutMs: config.requestDeadline,
    create,
    onWait: metrics?.waited,
  });
  const container = new Container({ defaultScope: 'Singleton' });
  container
    .bind(STORAGE)
    .toConstantValue(storage)
    .onDeactivation((opened) => opened.close());
  const isLocal = config.storage.reach === 'process'; // batching and caching gain nothing
  const keyCache = isLocal ? undefined : new CachingApiKeyRepository(storage.apiKeys);
  const ports: Ports = {
    pets: isLocal ? storage.pets : new BatchingPetRepository(storage.pets),
    accounts: storage.accounts,
    apiKeys: keyCache ?? storage.apiKeys,
    sessions: storage.sessions,
    throttle: storage.throttle,
    store: storage.store,
    clock: new SystemClock(),
    secrets: new SystemSecrets(),
    hasher: new Argon2PasswordHasher(),
    commonPasswords: new ZxcvbnCommonPasswords(),
    auditLog: { record() {} }, // a command of the command line shows its caller what it did
    ...overrides,
  };
  for (const [name, identifier] of Object.entries(PORT)) {
    container.bind<unknown>(identifier).toConstantValue(ports[name as keyof Ports]); // PORT has these keys by its type
  }
  container.bind(MAX_KEYS_PER_ACCOUNT).toConstantValue(config.maxKeysPerAccount);
  if (storage.connections) metrics?.observeConnections(storage.connections);
  if (keyCache) metrics?.observeKeyCache(keyCache);
  return {
    services: { ...bindUseCases(container), store: ports.store },
    ports,
    storage: container.get(STORAGE),
    metrics,
    close: () => container.unbindAllAsync(),
  };
}

function bindUseCases(container: Container) {
  /** Binds a use case to its constructor's parameters, in that order: ports, and use cases bound before it. */
  function useCase<UseCase, Dependencies extends unknown[]>(
    type: new (...dependencies: Dependencies) => UseCase,
    dependencies: MapToResolvedValueInjectOptions<Dependencies>,
  ): UseCase {
    container.bind(type).toResolvedValue((...resolved: Dependencies) => new type(...resolved), dependencies);
    return container.get(type);
  }

  const { pets, accounts, apiKeys, sessions, throttle, clock, secrets, hasher, commonPasswords, auditLog } = PORT;
  return {
    listPets: useCase(ListPets, [pets]),
    createPet: useCase(CreatePet, [pets, clock]),
    getPet: useCase(GetPet, [pets, clock]),
    purgeExpired: useCase(PurgeExpired, [pets, sessions, throttle, clock]),
    authenticate: useCase(Authenticate, [apiKeys, clock, secrets]),
    createAccount: useCase(CreateAccount, [accounts, clock]),
    listAccounts: useCase(ListAccounts, [accounts]),
    issueApiKey: useCase(IssueApiKey, [accounts, apiKeys, clock, secrets, auditLog, MAX_KEYS_PER_ACCOUNT]),
    listApiKeys: useCase(ListApiKeys, [accounts, apiKeys, clock]),
    findApiKey: useCase(FindApiKey, [apiKeys, clock]),
    pageApiKeys: useCase(PageApiKeys, [apiKeys, clock]),
    revokeApiKey: useCase(RevokeApiKey, [apiKeys, clock, auditLog]),
    createOwner: useCase(CreateOwner, [accounts, CreateAccount, IssueApiKey]),
    signUp: useCase(SignUp, [accounts, hasher, throttle, clock, commonPasswords, auditLog]),
    signIn: useCase(SignIn, [accounts, sessions, hasher, throttle, clock, secrets, auditLog]),
    resumeSession: useCase(ResumeSession, [accounts, sessions, clock, secrets]),
    signOut: useCase(SignOut, [sessions, secrets, auditLog]),
    listSessions: useCase(ListSessions, [sessions, clock, secrets]),
    endSession: useCase(EndSession, [sessions, auditLog]),
    endOtherSessions: useCase(EndOtherSessions, [sessions, secrets, auditLog]),
    flash: useCase(Flash, [sessions, clock, secrets]),
    confirmPassword: useCase(ConfirmPassword, [accounts, hasher, throttle, auditLog]),
    setPassword: useCase(SetPassword, [accounts, sessions, hasher, commonPasswords, auditLog]),
    deleteAccount: useCase(DeleteAccount, [accounts, apiKeys, sessions, clock, auditLog]),
  };
}
