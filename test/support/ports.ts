import { readFileSync } from 'node:fs';

const PORTS = new URL('../../src/domain/ports/repositories.ts', import.meta.url);

/** Every method of the repositories, as calls of a storage: `pets.add`, `apiKeys.page`. */
export const REPOSITORY_CALLS: readonly string[] = [
  ...readFileSync(PORTS, 'utf8').matchAll(/^export interface (\w+)Repository \{\n(.*?)^\}/gms),
].flatMap(([, entity = '', body = '']) =>
  [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, method = '']) => `${memberOf(entity)}.${method}`),
);

/** The member of a storage: `apiKeys` for `ApiKey`. */
function memberOf(entity: string): string {
  return `${entity.charAt(0).toLowerCase()}${entity.slice(1)}s`;
}
