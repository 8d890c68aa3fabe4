import { ContainerModule, type ContainerModuleLoadOptions, type MapToResolvedValueInjectOptions } from 'inversify';
import { CONFIG, identifier, PORT, resolveAll, type Resolved } from './identifiers.js';
import { ChangePassword } from '../../application/accounts/change-password.js';
import { ConfirmPassword } from '../../application/accounts/confirm-password.js';
import { CreateAccount } from '../../application/accounts/create-account.js';
import { DeleteOwnAccount } from '../../application/accounts/delete-own-account.js';
import { ListAccounts } from '../../application/accounts/list-accounts.js';
import { ResetPassword } from '../../application/accounts/reset-password.js';
import { SignUp } from '../../application/accounts/sign-up.js';
import { Authenticate } from '../../application/api-keys/authenticate.js';
import { FindApiKey } from '../../application/api-keys/find-api-key.js';
import { IssueApiKey } from '../../application/api-keys/issue-api-key.js';
import { ListApiKeys } from '../../application/api-keys/list-api-keys.js';
import { PageApiKeys } from '../../application/api-keys/page-api-keys.js';
import { ReplaceApiKey } from '../../application/api-keys/replace-api-key.js';
import { RevokeApiKey } from '../../application/api-keys/revoke-api-key.js';
import { RevokeOwnApiKey } from '../../application/api-keys/revoke-own-api-key.js';
import { CreateOwner } from '../../application/maintenance/create-owner.js';
import { PurgeExpired } from '../../application/maintenance/purge-expired.js';
import { BrowsePets } from '../../application/pets/browse-pets.js';
import { ChangePetStatus } from '../../application/pets/change-pet-status.js';
import { CreatePet } from '../../application/pets/create-pet.js';
import { GetPet } from '../../application/pets/get-pet.js';
import { ListPets } from '../../application/pets/list-pets.js';
import { EndOtherSessions } from '../../application/sessions/end-other-sessions.js';
import { EndSession } from '../../application/sessions/end-session.js';
import { ListSessions } from '../../application/sessions/list-sessions.js';
import { ResumeSession } from '../../application/sessions/resume-session.js';
import { SignIn } from '../../application/sessions/sign-in.js';
import { SignOut } from '../../application/sessions/sign-out.js';

const { pets, accounts, apiKeys, sessions, throttle } = PORT;
const { clock, secrets, hasher, commonPasswords, auditLog } = PORT;

/** The use cases that an inbound adapter may call. */
export type Services = Resolved<ReturnType<typeof bindUseCases>>;

export const SERVICES = identifier<Services>('Services');

/** Binds every use case. */
export const useCasesModule = new ContainerModule(({ bind }) => {
  const identifiers = bindUseCases(bind);
  bind(SERVICES).toDynamicValue((context) => resolveAll((each) => context.get(each), identifiers));
});

function bindUseCases(bind: ContainerModuleLoadOptions['bind']) {
  /** @param dependencies the parameters of the constructor: ports and other use cases */
  function useCase<UseCase, Dependencies extends unknown[]>(
    type: new (...dependencies: Dependencies) => UseCase,
    dependencies: MapToResolvedValueInjectOptions<Dependencies>,
  ) {
    bind(type).toResolvedValue((...resolved: Dependencies) => new type(...resolved), dependencies);
    return type;
  }

  // This use case is a step of other ones, so an inbound adapter cannot forget it.
  useCase(ConfirmPassword, [accounts, hasher, throttle, auditLog]);

  return {
    schema: PORT.schema,
    listPets: useCase(ListPets, [pets]),
    browsePets: useCase(BrowsePets, [pets]),
    createPet: useCase(CreatePet, [pets, clock]),
    changePetStatus: useCase(ChangePetStatus, [pets, auditLog]),
    getPet: useCase(GetPet, [pets, clock]),
    purgeExpired: useCase(PurgeExpired, [pets, apiKeys, sessions, throttle, clock]),
    authenticate: useCase(Authenticate, [apiKeys, clock, secrets]),
    createAccount: useCase(CreateAccount, [accounts, clock]),
    listAccounts: useCase(ListAccounts, [accounts]),
    issueApiKey: useCase(IssueApiKey, [accounts, apiKeys, clock, secrets, auditLog, CONFIG]),
    listApiKeys: useCase(ListApiKeys, [accounts, apiKeys, clock]),
    findApiKey: useCase(FindApiKey, [apiKeys, clock]),
    pageApiKeys: useCase(PageApiKeys, [apiKeys, clock]),
    replaceApiKey: useCase(ReplaceApiKey, [apiKeys, clock, auditLog, IssueApiKey]),
    revokeApiKey: useCase(RevokeApiKey, [apiKeys, clock, auditLog]),
    revokeOwnApiKey: useCase(RevokeOwnApiKey, [apiKeys, clock, auditLog]),
    createOwner: useCase(CreateOwner, [accounts, CreateAccount, IssueApiKey]),
    signUp: useCase(SignUp, [accounts, hasher, throttle, clock, commonPasswords, auditLog]),
    signIn: useCase(SignIn, [accounts, sessions, hasher, throttle, clock, secrets, auditLog]),
    resumeSession: useCase(ResumeSession, [accounts, sessions, clock, secrets]),
    signOut: useCase(SignOut, [sessions, secrets, auditLog]),
    listSessions: useCase(ListSessions, [sessions, clock, secrets]),
    endSession: useCase(EndSession, [sessions, auditLog]),
    endOtherSessions: useCase(EndOtherSessions, [sessions, secrets, auditLog]),
    changePassword: useCase(ChangePassword, [accounts, sessions, hasher, commonPasswords, auditLog, ConfirmPassword]),
    resetPassword: useCase(ResetPassword, [accounts, sessions, hasher, commonPasswords, auditLog]),
    deleteOwnAccount: useCase(DeleteOwnAccount, [accounts, apiKeys, sessions, clock, auditLog, ConfirmPassword]),
  };
}
