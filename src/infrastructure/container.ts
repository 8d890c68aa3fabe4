import 'reflect-metadata';
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { Argon2PasswordHasher } from '../adapters/outbound/argon2/password-hasher.js';
import { BatchingPetRepository } from '../adapters/outbound/batching/pet-repository.js';
import { CachingApiKeyRepository } from '../adapters/outbound/caching/api-key-repository.js';
import { MemoryAccountRepository } from '../adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../adapters/outbound/memory/api-key-repository.js';
import { MemoryPetRepository } from '../adapters/outbound/memory/pet-repository.js';
import { MemorySessionRepository } from '../adapters/outbound/memory/session-repository.js';
import { MemoryStore } from '../adapters/outbound/memory/store.js';
import { MemoryThrottle } from '../adapters/outbound/memory/throttle.js';
import { SystemClock } from '../adapters/outbound/system/clock.js';
import { SystemSecrets } from '../adapters/outbound/system/secrets.js';
import { TypeormAccountRepository } from '../adapters/outbound/typeorm/account-repository.js';
import { TypeormApiKeyRepository } from '../adapters/outbound/typeorm/api-key-repository.js';
import type { Database } from '../adapters/outbound/typeorm/database.js';
import { TypeormPetRepository } from '../adapters/outbound/typeorm/pet-repository.js';
import { TypeormSessionRepository } from '../adapters/outbound/typeorm/session-repository.js';
import { TypeormStore } from '../adapters/outbound/typeorm/store.js';
import { MysqlThrottle } from '../adapters/outbound/typeorm/throttle.js';
import { Authenticate } from '../application/authenticate.js';
import { CheckOwnPassword } from '../application/check-own-password.js';
import { CreatePet } from '../application/create-pet.js';
import { DeleteAccount } from '../application/delete-account.js';
import { ForgetIdempotencyKeys } from '../application/forget-idempotency-keys.js';
import { ForgetSessions } from '../application/forget-sessions.js';
import { ForgetTries } from '../application/forget-tries.js';
import { GetPet } from '../application/get-pet.js';
import { IssueApiKey } from '../application/issue-api-key.js';
import { ListAccounts } from '../application/list-accounts.js';
import { ListApiKeys } from '../application/list-api-keys.js';
import { ListPets } from '../application/list-pets.js';
import { Recognise } from '../application/recognise.js';
import { Register } from '../application/register.js';
import { RevokeApiKey } from '../application/revoke-api-key.js';
import { SetPassword } from '../application/set-password.js';
import { SignIn } from '../application/sign-in.js';
import { SignOut } from '../application/sign-out.js';
import { SignUp } from '../application/sign-up.js';
import { WelcomeOwner } from '../application/welcome-owner.js';
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
export interface Services {
  readonly listPets: ListPets;
  readonly createPet: CreatePet;
  readonly getPet: GetPet;
  readonly forgetIdempotencyKeys: ForgetIdempotencyKeys;
  readonly authenticate: Authenticate;
  readonly signUp: SignUp;
  readonly listAccounts: ListAccounts;
  readonly issueApiKey: IssueApiKey;
  readonly listApiKeys: ListApiKeys;
  readonly revokeApiKey: RevokeApiKey;
  readonly welcomeOwner: WelcomeOwner;
  readonly register: Register;
  readonly signIn: SignIn;
  readonly recognise: Recognise;
  readonly signOut: SignOut;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly setPassword: SetPassword;
  readonly deleteAccount: DeleteAccount;
  readonly forgetSessions: ForgetSessions;
  readonly forgetTries: ForgetTries;
  readonly store: Store;
}

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
export function wire(storage: ContainerModule, clock: Clock = new SystemClock()): Services {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(storage);
  container.bind(CLOCK).toConstantValue(clock);
  container.bind(SECRETS).toConstantValue(new SystemSecrets());
  container.bind(HASHER).toConstantValue(new Argon2PasswordHasher());

  container.bind(ListPets).toResolvedValue((pets) => new ListPets(pets), [PETS]);
  container.bind(CreatePet).toResolvedValue((pets, time) => new CreatePet(pets, time), [PETS, CLOCK]);
  container.bind(GetPet).toResolvedValue((pets, time) => new GetPet(pets, time), [PETS, CLOCK]);
  container
    .bind(ForgetIdempotencyKeys)
    .toResolvedValue((pets, time) => new ForgetIdempotencyKeys(pets, time), [PETS, CLOCK]);
  container
    .bind(Authenticate)
    .toResolvedValue((keys, time, secrets) => new Authenticate(keys, time, secrets), [API_KEYS, CLOCK, SECRETS]);
  container.bind(SignUp).toResolvedValue((accounts, time) => new SignUp(accounts, time), [ACCOUNTS, CLOCK]);
  container.bind(ListAccounts).toResolvedValue((accounts) => new ListAccounts(accounts), [ACCOUNTS]);
  container
    .bind(IssueApiKey)
    .toResolvedValue(
      (accounts, keys, time, secrets) => new IssueApiKey(accounts, keys, time, secrets),
      [ACCOUNTS, API_KEYS, CLOCK, SECRETS],
    );
  container
    .bind(ListApiKeys)
    .toResolvedValue((accounts, keys, time) => new ListApiKeys(accounts, keys, time), [ACCOUNTS, API_KEYS, CLOCK]);
  container.bind(RevokeApiKey).toResolvedValue((keys, time) => new RevokeApiKey(keys, time), [API_KEYS, CLOCK]);
  container
    .bind(WelcomeOwner)
    .toResolvedValue(
      (accounts, signUp, issueApiKey) => new WelcomeOwner(accounts, signUp, issueApiKey),
      [ACCOUNTS, SignUp, IssueApiKey],
    );
  container
    .bind(Register)
    .toResolvedValue(
      (accounts, hasher, throttle, time) => new Register(accounts, hasher, throttle, time),
      [ACCOUNTS, HASHER, THROTTLE, CLOCK],
    );
  container
    .bind(SignIn)
    .toResolvedValue(
      (accounts, sessions, hasher, throttle, time, secrets) =>
        new SignIn(accounts, sessions, hasher, throttle, time, secrets),
      [ACCOUNTS, SESSIONS, HASHER, THROTTLE, CLOCK, SECRETS],
    );
  container
    .bind(Recognise)
    .toResolvedValue(
      (accounts, sessions, time, secrets) => new Recognise(accounts, sessions, time, secrets),
      [ACCOUNTS, SESSIONS, CLOCK, SECRETS],
    );
  container.bind(SignOut).toResolvedValue((sessions, secrets) => new SignOut(sessions, secrets), [SESSIONS, SECRETS]);
  container
    .bind(CheckOwnPassword)
    .toResolvedValue(
      (accounts, hasher, throttle) => new CheckOwnPassword(accounts, hasher, throttle),
      [ACCOUNTS, HASHER, THROTTLE],
    );
  container
    .bind(SetPassword)
    .toResolvedValue(
      (accounts, sessions, hasher) => new SetPassword(accounts, sessions, hasher),
      [ACCOUNTS, SESSIONS, HASHER],
    );
  container
    .bind(DeleteAccount)
    .toResolvedValue(
      (accounts, keys, sessions, time) => new DeleteAccount(accounts, keys, sessions, time),
      [ACCOUNTS, API_KEYS, SESSIONS, CLOCK],
    );
  container
    .bind(ForgetSessions)
    .toResolvedValue((sessions, time) => new ForgetSessions(sessions, time), [SESSIONS, CLOCK]);
  container.bind(ForgetTries).toResolvedValue((throttle) => new ForgetTries(throttle), [THROTTLE]);

  return {
    listPets: container.get(ListPets),
    createPet: container.get(CreatePet),
    getPet: container.get(GetPet),
    forgetIdempotencyKeys: container.get(ForgetIdempotencyKeys),
    authenticate: container.get(Authenticate),
    signUp: container.get(SignUp),
    listAccounts: container.get(ListAccounts),
    issueApiKey: container.get(IssueApiKey),
    listApiKeys: container.get(ListApiKeys),
    revokeApiKey: container.get(RevokeApiKey),
    welcomeOwner: container.get(WelcomeOwner),
    register: container.get(Register),
    signIn: container.get(SignIn),
    recognise: container.get(Recognise),
    signOut: container.get(SignOut),
    checkOwnPassword: container.get(CheckOwnPassword),
    setPassword: container.get(SetPassword),
    deleteAccount: container.get(DeleteAccount),
    forgetSessions: container.get(ForgetSessions),
    forgetTries: container.get(ForgetTries),
    store: container.get(STORE),
  };
}
