import type { Config } from './config.js';
import { version } from './version.js';
import { visible } from '../adapters/inbound/cli/report.js';

/**
 * @param url the address at which this machine reaches the service
 * @param key the API key of the account that this start created
 */
export function banner(config: Config, url: string, key: string | undefined, command: string): string {
  const { storage, publicBaseUrl, signUpOpen } = config;
  const api = publicBaseUrl ?? `${url}/v1`;
  const pages = api.replace(/\/v1$/, '');
  const lines = `
Animal store ${version} is ready.

  API       ${api}/pets
  Account   ${pages}/account   ${signUpOpen ? 'sign up, ' : ''}create and revoke API keys
  Docs      ${pages}/docs      read about the API and try it
  Database  ${storage.name}, ${visible(storage.location)}
`;
  if (key === undefined) return `${lines}${forKey(storage.isShared, command)}\n`;
  const authorization = `-H 'Authorization: Bearer ${key}'`;
  const welcome = `
This start created the account owner@localhost and an API key for it. The key is shown only once:

  ${key}

Add an animal, then list the animals:

  curl -w '\\n' ${authorization} -H 'Content-Type: application/json' -d '{"name":"Rex","categoryId":1}' ${api}/pets
  curl -w '\\n' ${authorization} ${api}/pets
`;
  if (!storage.isDurable) return `${lines}${welcome}\n`;
  return `${lines}${welcome}
To sign in at ${pages}/account as owner@localhost, set its password first:

  ${command} accounts password owner@localhost

`;
}

/** A start creates the account of a database that is not shared. */
function forKey(isShared: boolean, command: string): string {
  if (!isShared)
    return `
To create an API key:

  ${command} keys create --account owner@localhost
`;
  return `
To create an account and an API key:

  ${command} accounts create you@example.com
  ${command} keys create --account you@example.com
`;
}
