import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { newFolder } from './support/process.js';

const root = resolve(import.meta.dirname, '..');
const rulesFile = join(root, '.dependency-cruiser.cjs');
const require = createRequire(import.meta.url);
const { forbidden } = require(rulesFile) as { forbidden: IForbiddenRuleType[] };

/** A package of ours through which TypeORM reaches a database. */
const peers = require(join(root, 'node_modules/typeorm/package.json')) as { peerDependencies: object };
const ours = require('../package.json') as { dependencies: object };
const DRIVER = Object.keys(ours.dependencies).find((name) => name in peers.peerDependencies) ?? '';

/** A rule, the file that breaks it, below src, and what this file imports. */
type Breach = readonly [rule: string, path: string, imports: string];

const HTTP = 'adapters/inbound/http';

/** The rules that let a file import a type. All other breaches are imports of types. */
const ALLOWING_TYPES = [
  'http-uses-types-of-server-only',
  'use-cases-are-built-by-the-container',
  'adapters-are-built-by-the-container',
  'no-development-packages-in-the-product',
];

// At least one breach of every rule. No two have the same path.
const BREACHES: readonly Breach[] = [
  ['domain-imports-nothing', 'domain/pet.ts', 'node:crypto'],
  ['application-imports-domain-only', 'application/pets/list-pets.ts', 'pino'],
  ['adapters-point-inward', 'adapters/inbound/cli/a.ts', '../../../infrastructure/config.js'],
  ['no-adapter-imports-another', 'adapters/inbound/cli/b.ts', '../http/errors.js'],
  ['no-adapter-imports-another', 'adapters/outbound/memory/b.ts', '../system/system.js'],
  ['inbound-imports-no-outbound', `${HTTP}/api/g.ts`, '../../../outbound/storage.js'],
  ['inbound-imports-no-outbound', `${HTTP}/api/h.ts`, '../../../outbound/support/faults.js'],
  ['inbound-imports-no-outbound', 'adapters/inbound/cli/g.ts', '../../outbound/storages.js'],
  ['inbound-imports-no-outbound', 'adapters/inbound/h.ts', '../outbound/system/system.js'],
  ['inbound-calls-no-repository', 'adapters/inbound/cli/i.ts', '../../../domain/ports/repositories.js'],
  ['inbound-calls-no-repository', `${HTTP}/pages/i.ts`, '../../../../domain/ports/repositories.js'],
  ['outbound-imports-no-inbound', 'adapters/outbound/c.ts', '../inbound/http/errors.js'],
  ['outbound-support-is-for-storages', 'adapters/outbound/system/d.ts', '../support/faults.js'],
  ['outbound-support-is-for-storages', 'infrastructure/faults.ts', '../adapters/outbound/support/faults.js'],
  ['storage-kinds-are-for-storages', 'adapters/outbound/argon2/d.ts', '../storage.js'],
  ['storage-kinds-are-for-storages', 'adapters/support/kinds.ts', '../outbound/storage.js'],
  ['http-has-these-folders-only', `${HTTP}/utils/j.ts`, '../errors.js'],
  ['http-errors-ts-state-ts-imports-downward', `${HTTP}/state.ts`, './api/e.js'],
  ['http-server-imports-downward', `${HTTP}/server/d.ts`, '../api/e.js'],
  ['http-request-imports-downward', `${HTTP}/request/d.ts`, '../api/e.js'],
  ['http-middleware-imports-downward', `${HTTP}/middleware/d.ts`, '../api/e.js'],
  ['http-api-pages-imports-downward', `${HTTP}/pages/d.ts`, '../api/e.js'],
  ['http-uses-types-of-server-only', `${HTTP}/api/f.ts`, '../server/d.js'],
  ['support-imports-nothing-of-ours', 'adapters/support/lines.ts', '../inbound/http/errors.js'],
  ['no-cycles', 'infrastructure/circle.ts', './ring.js'],
  ['no-cycles-between-folders', 'application/accounts/g.ts', '../pets/create-pet.js'],
  ['inversify-in-the-container-only', 'infrastructure/service.ts', 'inversify'],
  ['use-cases-are-built-by-the-container', 'adapters/inbound/cli/j.ts', '../../../application/pets/create-pet.js'],
  ['adapters-are-built-by-the-container', 'infrastructure/clock.ts', '../adapters/outbound/system/system.js'],
  ['koa-in-its-adapter-only', 'infrastructure/listening.ts', 'koa-compose'],
  ['typeorm-in-its-adapter-only', 'infrastructure/main.ts', DRIVER],
  ['no-development-packages-in-the-product', 'infrastructure/logging.ts', 'jest'],
  ['nothing-unresolvable', 'infrastructure/typo.ts', 'inversfy'],
];

/** Writes what breaks a rule, or what a file imports that helps another one to break it. */
const importing = (imports: string, rule = '') =>
  `import ${ALLOWING_TYPES.includes(rule) ? '' : 'type { T } from '}'${imports}';`;

/** Makes a source tree with every breach. */
async function treeOfBreaches(): Promise<string> {
  const tree = newFolder();
  const imported = BREACHES.filter(([, , imports]) => imports.startsWith('.')).map(([, path, imports]) =>
    join(dirname(path), imports.replace(/js$/, 'ts')),
  );
  const files = {
    ...Object.fromEntries(imported.map((path) => [path, 'export {};'])),
    ...Object.fromEntries(BREACHES.map(([rule, path, imports]) => [path, importing(imports, rule)])),
    'infrastructure/ring.ts': importing('./circle.js'),
    'application/pets/other.ts': importing('../accounts/h.js'),
    'application/accounts/h.ts': 'export {};',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, 'src', path)), { recursive: true });
    await writeFile(join(tree, 'src', path), text);
  }
  for (const name of ['node_modules', 'package.json', 'tsconfig.json']) {
    await symlink(join(root, name), join(tree, name));
  }
  return tree;
}

function violationOf([rule, path]: Breach): string {
  return `${rule}: src/${rule.endsWith('folders') ? dirname(path) : path}`;
}

async function violations(folder: string): Promise<string[]> {
  const depcruise = join(root, 'node_modules/.bin/depcruise');
  const args = ['src', '--config', rulesFile, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(depcruise, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error as { stdout: string }, // it exits with the number of violations
  );
  const { summary } = JSON.parse(stdout) as ICruiseResult;
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

describe('the rules of the architecture', () => {
  it('have an example of a violation each', () => {
    const rules = new Set(BREACHES.map(([rule]) => rule));
    expect([...rules].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it('detect each violation', async () => {
    expect(await violations(await treeOfBreaches())).toEqual(expect.arrayContaining(BREACHES.map(violationOf)));
  });
});
