import { ContainerModule, type ContainerModuleLoadOptions, type MapToResolvedValueInjectOptions } from 'inversify';
import { CONFIG, identifier, PORT, resolveAll, type Resolved } from './identifiers.js';
import { CreateAccount, DeleteAccount, SignUp } from '../../application/accounts/accounts.js';
import { ConfirmPassword, SetPassword } from '../../application/accounts/passwords.js';
import { Authenticate } from '../../application/api-keys/authenticate.js';
import { IssueApiKey, ReplaceApiKey, RevokeApiKey } from '../../application/api-keys/change-api-keys.js';
import { FindApiKey, ListApiKeys, PageApiKeys } from '../../application/api-keys/read-api-keys.js';
import { CopyStore } from '../../application/maintenance/copy-store.js';
import { CreateOwner } from '../../application/maintenance/create-owner.js';
import { PurgeExpired } from '../../application/maintenance/purge-expired.js';
import { CreatePet } from '../../application/pets/create-pet.js';
import { GetPet } from '../../application/pets/get-pet.js';
import { ListPets } from '../../application/pets/list-pets.js';
import {
  EndOtherSessions,
  EndSession,
  ListSessions,
  ResumeSession,
  SignOut,
} from '../../application/sessions/sessions.js';
import { SignIn } from '../../application/sessions/sign-in.js';

const { pets, accounts, apiKeys, cachedApiKeys, sessions, throttle, transfers } = PORT;
const { clock, secrets, hasher, commonPasswords, auditLog } = PORT;

/** Everything that an inbound adapter may call. */
export type Services = Resolved<ReturnType<typeof bindUseCases>>;

export const SERVICES = identifier<Services>('Services');

export const useCasesModule = new ContainerModule(({ bind }) => {
  const identifiers = bindUseCases(bind);
  bind(SERVICES).toDynamicValue((context) => resolveAll((each) => context.get(each), identifiers));
});

function bindUseCases(bind: ContainerModuleLoadOptions['bind']) {
  /** @param dependencies the parameters of its constructor: ports and other use cases */
  function useCase<UseCase, Dependencies extends unknown[]>(
    type: new (...dependencies: Dependencies) => UseCase,
    dependencies: MapToResolvedValueInjectOptions<Dependencies>,
  ) {
    bind(type).toResolvedValue((...resolved: Dependencies) => new type(...resolved), dependencies);
    return type;
  }

  return {
    schema: PORT.schema,
    accounts,
    listPets: useCase(ListPets, [pets]),
    createPet: useCase(CreatePet, [pets, clock]),
    getPet: useCase(GetPet, [pets, clock]),
    copyStore: useCase(CopyStore, [transfers, secrets]),
    purgeExpired: useCase(PurgeExpired, [pets, apiKeys, sessions, throttle, clock]),
    authenticate: useCase(Authenticate, [cachedApiKeys, clock, secrets]),
    createAccount: useCase(CreateAccount, [accounts, clock]),
    issueApiKey: useCase(IssueApiKey, [accounts, apiKeys, clock, secrets, auditLog, CONFIG]),
    listApiKeys: useCase(ListApiKeys, [accounts, apiKeys, clock]),
    findApiKey: useCase(FindApiKey, [apiKeys, clock]),
    pageApiKeys: useCase(PageApiKeys, [apiKeys, clock]),
    replaceApiKey: useCase(ReplaceApiKey, [cachedApiKeys, clock, auditLog, IssueApiKey]),
    revokeApiKey: useCase(RevokeApiKey, [cachedApiKeys, clock, auditLog]),
    createOwner: useCase(CreateOwner, [accounts, CreateAccount, IssueApiKey]),
    signUp: useCase(SignUp, [accounts, hasher, throttle, clock, commonPasswords, auditLog]),
    signIn: useCase(SignIn, [accounts, sessions, hasher, throttle, clock, secrets, auditLog]),
    resumeSession: useCase(ResumeSession, [accounts, sessions, clock, secrets]),
    signOut: useCase(SignOut, [sessions, secrets, auditLog]),
    listSessions: useCase(ListSessions, [sessions, clock, secrets]),
    endSession: useCase(EndSession, [sessions, auditLog]),
    endOtherSessions: useCase(EndOtherSessions, [sessions, secrets, auditLog]),
    confirmPassword: useCase(ConfirmPassword, [accounts, hasher, throttle, auditLog]),
    setPassword: useCase(SetPassword, [accounts, sessions, hasher, commonPasswords, auditLog]),
    deleteAccount: useCase(DeleteAccount, [accounts, cachedApiKeys, sessions, clock, auditLog]),
  };
}
