import { ContainerModule } from 'inversify';
import { PORT } from './identifiers.js';
import { Argon2PasswordHasher } from '../../adapters/outbound/argon2/password-hasher.js';
import { SystemClock, SystemSecrets } from '../../adapters/outbound/system/system.js';
import { ZxcvbnCommonPasswords } from '../../adapters/outbound/zxcvbn/common-passwords.js';

/** Binds the clock, the secrets, the hashing of passwords and the audit log. */
export const securityModule = new ContainerModule(({ bind }) => {
  bind(PORT.clock).toResolvedValue(() => new SystemClock());
  bind(PORT.secrets).toResolvedValue(() => new SystemSecrets());
  bind(PORT.hasher).toResolvedValue(() => new Argon2PasswordHasher());
  bind(PORT.commonPasswords).toResolvedValue(() => new ZxcvbnCommonPasswords());
  bind(PORT.auditLog).toConstantValue({ record() {} }); // A command prints its result instead.
});
