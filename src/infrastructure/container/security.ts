import { ContainerModule } from 'inversify';
import { PORT } from './identifiers.js';
import { Argon2PasswordHasher } from '../../adapters/outbound/argon2/password-hasher.js';
import { systemClock, systemSecrets } from '../../adapters/outbound/system/system.js';
import { ZxcvbnCommonPasswords } from '../../adapters/outbound/zxcvbn/common-passwords.js';

/** Binds the clock, the secrets, the hashing of passwords and the audit log. */
export const securityModule = new ContainerModule(({ bind }) => {
  bind(PORT.clock).toConstantValue(systemClock);
  bind(PORT.secrets).toConstantValue(systemSecrets);
  bind(PORT.hasher).toResolvedValue(() => new Argon2PasswordHasher());
  bind(PORT.commonPasswords).toResolvedValue(() => new ZxcvbnCommonPasswords());
  bind(PORT.auditLog).toConstantValue({ record() {} }); // A command prints its result instead.
});
