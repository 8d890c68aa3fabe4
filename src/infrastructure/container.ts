import 'reflect-metadata';
import { Container, ContainerModule, type MapToResolvedValueInjectOptions, type ServiceIdentifier } from 'inversify';
import { Argon2PasswordHasher } from '../adapters/outbound/argon2/password-hasher.js';
import { BatchingPetRepository } from '../adapters/outbound/batching/pet-repository.js';
import { CachingApiKeyRepository } from '../adapters/outbound/caching/api-key-repository.js';
import { MemoryAccountRepository } from '../adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../adapters/outbound/memory/api-key-repository.js';
import { MemoryPetRepository } from '../adapters/outbound/memory/pet-repository.js';
import { MemorySessionRepository } from '../adapters/outbound/memory/session-repository.js';
import { MemoryStore } from '../adapters/outbound/memory/store.js';
import { MemoryThrottle } from '../adapters/outbound/support/memory-throttle.js';
import { SystemClock } from '../adapters/outbound/system/clock.js';
import { SystemSecrets } from '../adapters/outbound/system/secrets.js';
import { TypeormAccountRepository } from '../adapters/outbound/typeorm/account-repository.js';
import { TypeormApiKeyRepository } from '../adapters/outbound/typeorm/api-key-repository.js';
import type { Database } from '../adapters/outbound/typeorm/database.js';
import { TypeormPetRepository } from '../adapters/outbound/typeorm/pet-repository.js';
import { TypeormSessionRepository } from '../adapters/outbound/typeorm/session-repository.js';
import { TypeormStore } from '../adapters/outbound/typeorm/store.js';
import { MysqlThrottle } from '../adapters/outbound/typeorm/mysql/throttle.js';
import { Authenticate } from '../application/api-keys/authenticate.js';
import { ConfirmPassword } from '../application/accounts/confirm-password.js';
import { CreateAccount } from '../application/accounts/create-account.js';
import { CreatePet } from '../application/pets/create-pet.js';
import { DeleteAccount } from '../application/accounts/delete-account.js';
import { PurgeExpiredIdempotencyKeys } from '../application/maintenance/purge-expired-idempotency-keys.js';
import { PurgeExpiredSessions } from '../application/maintenance/purge-expired-sessions.js';
import { PurgeExpiredAttempts } from '../application/maintenance/purge-expired-attempts.js';
import { GetPet } from '../application/pets/get-pet.js';
import { IssueApiKey } from '../application/api-keys/issue-api-key.js';
import { ListAccounts } from '../application/accounts/list-accounts.js';
import { ListApiKeys } from '../application/api-keys/list-api-keys.js';
import { ListPets } from '../application/pets/list-pets.js';
import { ResumeSession } from '../application/sessions/resume-session.js';
import { RevokeApiKey } from '../application/api-keys/revoke-api-key.js';
import { SetPassword } from '../application/accounts/set-password.js';
import { SignIn } from '../application/sessions/sign-in.js';
import { SignOut } from '../application/sessions/sign-out.js';
import { SignUp } from '../application/accounts/sign-up.js';
import { CreateOwner } from '../application/accounts/create-owner.js';
import type { AccountRepository } from '../domain/ports/account-repository.js';
import type { ApiKeyRepository } from '../domain/ports/api-key-repository.js';
import type { Clock } from '../domain/ports/clock.js';
import type { PasswordHasher } from '../domain/ports/password-hasher.js';
import type { PetRepository } from '../domain/ports/pet-repository.js';
import type { Secrets } from '../domain/ports/secrets.js';
import type { SessionRepository } from '../domain/ports/session-repository.js';
import type { Store } from '../domain/ports/store.js';
import type { Throttle } from '../domain/ports/throttle.js';

/** Everything that a door of the service may call. */
export type Services = Readonly<ReturnType<typeof wire>>;

const PETS: ServiceIdentifier<PetRepository> = Symbol('PetRepository');
const ACCOUNTS: ServiceIdentifier<AccountRepository> = Symbol('AccountRepository');
const API_KEYS: ServiceIdentifier<ApiKeyRepository> = Symbol('ApiKeyRepository');
const SESSIONS: ServiceIdentifier<SessionRepository> = Symbol('SessionRepository');
const THROTTLE: ServiceIdentifier<Throttle> = Symbol('Throttle');
const HASHER: ServiceIdentifier<PasswordHasher> = Symbol('PasswordHasher');
const STORE: ServiceIdentifier<Store> = Symbol('Store');
const CLOCK: ServiceIdentifier<Clock> = Symbol('Clock');
const SECRETS: ServiceIdentifier<Secrets> = Symbol('Secrets');

/** Keeps everything in the process; a test may bring animals of its own. */
export function memoryStorage(pets: PetRepository = new MemoryPetRepository()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PETS).toConstantValue(pets);
    bind(ACCOUNTS).toConstantValue(new MemoryAccountRepository());
    bind(API_KEYS).toConstantValue(new MemoryApiKeyRepository());
    bind(SESSIONS).toConstantValue(new MemorySessionRepository());
    bind(THROTTLE).toConstantValue(new MemoryThrottle());
    bind(STORE).toConstantValue(new MemoryStore());
  });
}

/**
 * Keeps everything in SQLite or MySQL.
 * @param apiKeys those of the database; whoever brings them may look at how they are remembered
 */
export function typeormStorage(database: Database, apiKeys = cachedApiKeys(database)): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PETS).toConstantValue(new BatchingPetRepository(new TypeormPetRepository(database)));
    bind(ACCOUNTS).toConstantValue(new TypeormAccountRepository(database));
    bind(API_KEYS).toConstantValue(apiKeys);
    bind(SESSIONS).toConstantValue(new TypeormSessionRepository(database));
    // An SQLite file has one service, so that its memory sees every try.
    bind(THROTTLE).toConstantValue(database.kind === 'mysql' ? new MysqlThrottle(database) : new MemoryThrottle());
    bind(STORE).toConstantValue(new TypeormStore(database));
  });
}

export function cachedApiKeys(database: Database): CachingApiKeyRepository {
  return new CachingApiKeyRepository(new TypeormApiKeyRepository(database));
}

/** Wires the use cases to a storage; a test may bring a clock of its own. */
export function wire(storage: ContainerModule, clock: Clock = new SystemClock()) {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(storage);
  container.bind(CLOCK).toConstantValue(clock);
  container.bind(SECRETS).toConstantValue(new SystemSecrets());
  container.bind(HASHER).toConstantValue(new Argon2PasswordHasher());

  /** Binds a use case to what its constructor takes, in that order: ports, and use cases from further up. */
  function operation<UseCase, Needs extends unknown[]>(
    type: new (...needs: Needs) => UseCase,
    needs: MapToResolvedValueInjectOptions<Needs>,
  ): UseCase {
    container.bind(type).toResolvedValue((...given: Needs) => new type(...given), needs);
    return container.get(type);
  }

  return {
    listPets: operation(ListPets, [PETS]),
    createPet: operation(CreatePet, [PETS, CLOCK]),
    getPet: operation(GetPet, [PETS, CLOCK]),
    purgeIdempotencyKeys: operation(PurgeExpiredIdempotencyKeys, [PETS, CLOCK]),
    authenticate: operation(Authenticate, [API_KEYS, CLOCK, SECRETS]),
    createAccount: operation(CreateAccount, [ACCOUNTS, CLOCK]),
    listAccounts: operation(ListAccounts, [ACCOUNTS]),
    issueApiKey: operation(IssueApiKey, [ACCOUNTS, API_KEYS, CLOCK, SECRETS]),
    listApiKeys: operation(ListApiKeys, [ACCOUNTS, API_KEYS, CLOCK]),
    revokeApiKey: operation(RevokeApiKey, [API_KEYS, CLOCK]),
    createOwner: operation(CreateOwner, [ACCOUNTS, CreateAccount, IssueApiKey]),
    signUp: operation(SignUp, [ACCOUNTS, HASHER, THROTTLE, CLOCK]),
    signIn: operation(SignIn, [ACCOUNTS, SESSIONS, HASHER, THROTTLE, CLOCK, SECRETS]),
    resumeSession: operation(ResumeSession, [ACCOUNTS, SESSIONS, CLOCK, SECRETS]),
    signOut: operation(SignOut, [SESSIONS, SECRETS]),
    confirmPassword: operation(ConfirmPassword, [ACCOUNTS, HASHER, THROTTLE]),
    setPassword: operation(SetPassword, [ACCOUNTS, SESSIONS, HASHER]),
    deleteAccount: operation(DeleteAccount, [ACCOUNTS, API_KEYS, SESSIONS, CLOCK]),
    purgeSessions: operation(PurgeExpiredSessions, [SESSIONS, CLOCK]),
    purgeAttempts: operation(PurgeExpiredAttempts, [THROTTLE]),
    store: container.get(STORE),
  };
}
