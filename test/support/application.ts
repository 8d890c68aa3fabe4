import { MemoryAccountRepository } from '../../src/adapters/outbound/memory/account-repository.js';
import { MemoryApiKeyRepository } from '../../src/adapters/outbound/memory/api-key-repository.js';
import { MemorySessionRepository } from '../../src/adapters/outbound/memory/session-repository.js';
import { MemoryThrottle } from '../../src/adapters/outbound/support/memory-throttle.js';
import { SystemSecrets } from '../../src/adapters/outbound/system/secrets.js';
import { Authenticate } from '../../src/application/api-keys/authenticate.js';
import { ConfirmPassword } from '../../src/application/accounts/confirm-password.js';
import { CreateAccount } from '../../src/application/accounts/create-account.js';
import { DeleteAccount } from '../../src/application/accounts/delete-account.js';
import { PurgeExpiredSessions } from '../../src/application/maintenance/purge-expired-sessions.js';
import { IssueApiKey } from '../../src/application/api-keys/issue-api-key.js';
import { ListApiKeys } from '../../src/application/api-keys/list-api-keys.js';
import { ResumeSession } from '../../src/application/sessions/resume-session.js';
import { RevokeApiKey } from '../../src/application/api-keys/revoke-api-key.js';
import { SetPassword } from '../../src/application/accounts/set-password.js';
import { SignIn } from '../../src/application/sessions/sign-in.js';
import { SignOut } from '../../src/application/sessions/sign-out.js';
import { SignUp } from '../../src/application/accounts/sign-up.js';
import { CountingHasher } from './counting-hasher.js';
import { SettableClock } from './settable-clock.js';

/** The use cases of account holders over the memory adapters, with a quick hasher and a clock to turn. */
export function newAccountHolders() {
  const accounts = new MemoryAccountRepository();
  const keys = new MemoryApiKeyRepository();
  const sessions = new MemorySessionRepository();
  const throttle = new MemoryThrottle();
  const hasher = new CountingHasher();
  const clock = new SettableClock();
  const secrets = new SystemSecrets();
  return {
    accounts,
    keys,
    sessions,
    throttle,
    hasher,
    clock,
    secrets,
    createAccount: new CreateAccount(accounts, clock),
    signUp: new SignUp(accounts, hasher, throttle, clock),
    signIn: new SignIn(accounts, sessions, hasher, throttle, clock, secrets),
    resumeSession: new ResumeSession(accounts, sessions, clock, secrets),
    signOut: new SignOut(sessions, secrets),
    confirmPassword: new ConfirmPassword(accounts, hasher, throttle),
    setPassword: new SetPassword(accounts, sessions, hasher),
    deleteAccount: new DeleteAccount(accounts, keys, sessions, clock),
    purgeSessions: new PurgeExpiredSessions(sessions, clock),
    authenticate: new Authenticate(keys, clock, secrets),
    issueApiKey: new IssueApiKey(accounts, keys, clock, secrets),
    listApiKeys: new ListApiKeys(accounts, keys, clock),
    revokeApiKey: new RevokeApiKey(keys, clock),
  };
}
