import { ContainerModule } from 'inversify';
import { CONFIG, identifier, PORTS, type Ports } from './ports.js';
import type { Config } from '../config.js';
import { AccountUseCases } from '../../application/accounts.js';
import { ApiKeyUseCases } from '../../application/api-keys.js';
import { MaintenanceUseCases } from '../../application/maintenance.js';
import { PetUseCases } from '../../application/pets.js';
import { SessionUseCases } from '../../application/sessions.js';

/** What inbound adapters call: the use cases of each feature, and the health of the database. */
export type Services = ReturnType<typeof createServices>;

export const SERVICES = identifier<Services>('Services');

export const useCasesModule = new ContainerModule(({ bind }) => {
  bind(SERVICES).toResolvedValue(createServices, [PORTS, CONFIG]);
});

function createServices(ports: Ports, { maxKeysPerAccount }: Config) {
  const accounts = new AccountUseCases(ports);
  const apiKeys = new ApiKeyUseCases({ ...ports, maxKeysPerAccount });
  return {
    accounts,
    apiKeys,
    pets: new PetUseCases(ports),
    sessions: new SessionUseCases(ports),
    maintenance: new MaintenanceUseCases({ ...ports, accountUseCases: accounts, apiKeyUseCases: apiKeys }),
    database: ports.database,
  };
}
