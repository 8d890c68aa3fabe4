import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
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

interface Breach {
  readonly rule: string;
  /** The file that breaks the rule, below src. */
  readonly path: string;
  readonly imports: string;
  /** Whether the rule lets the file import a type; by default it does not. */
  readonly allowsTypes?: true;
}

const HTTP = 'adapters/inbound/http';

// At least one breach of every rule. No two have the same path.
const BREACHES: readonly Breach[] = [
  { rule: 'domain-imports-nothing', path: 'domain/pet.ts', imports: 'node:crypto' },
  { rule: 'application-imports-domain-only', path: 'application/pets/list-pets.ts', imports: 'pino' },
  { rule: 'adapters-point-inward', path: 'adapters/inbound/cli/a.ts', imports: '../../../infrastructure/config.js' },
  { rule: 'no-adapter-imports-another', path: 'adapters/inbound/cli/b.ts', imports: '../http/errors.js' },
  { rule: 'no-adapter-imports-another', path: 'adapters/outbound/memory/b.ts', imports: '../system/system.js' },
  { rule: 'inbound-imports-no-outbound', path: `${HTTP}/api/g.ts`, imports: '../../../outbound/storage.js' },
  { rule: 'inbound-imports-no-outbound', path: `${HTTP}/api/h.ts`, imports: '../../../outbound/support/faults.js' },
  { rule: 'inbound-imports-no-outbound', path: 'adapters/inbound/cli/g.ts', imports: '../../outbound/storages.js' },
  { rule: 'inbound-imports-no-outbound', path: 'adapters/inbound/h.ts', imports: '../outbound/system/system.js' },
  {
    rule: 'inbound-calls-no-repository',
    path: 'adapters/inbound/cli/i.ts',
    imports: '../../../domain/ports/repositories.js',
  },
  {
    rule: 'inbound-calls-no-repository',
    path: `${HTTP}/pages/i.ts`,
    imports: '../../../../domain/ports/repositories.js',
  },
  { rule: 'outbound-imports-no-inbound', path: 'adapters/outbound/c.ts', imports: '../inbound/http/errors.js' },
  { rule: 'outbound-support-is-for-storages', path: 'adapters/outbound/system/d.ts', imports: '../support/faults.js' },
  {
    rule: 'outbound-support-is-for-storages',
    path: 'infrastructure/faults.ts',
    imports: '../adapters/outbound/support/faults.js',
  },
  { rule: 'storage-kinds-are-for-storages', path: 'adapters/outbound/argon2/d.ts', imports: '../storage.js' },
  { rule: 'storage-kinds-are-for-storages', path: 'adapters/support/kinds.ts', imports: '../outbound/storage.js' },
  { rule: 'http-has-these-rooms-only', path: `${HTTP}/utils/j.ts`, imports: '../errors.js' },
  { rule: 'http-errors-ts-state-ts-imports-downward', path: `${HTTP}/state.ts`, imports: './api/e.js' },
  { rule: 'http-server-imports-downward', path: `${HTTP}/server/d.ts`, imports: '../api/e.js' },
  { rule: 'http-request-imports-downward', path: `${HTTP}/request/d.ts`, imports: '../api/e.js' },
  { rule: 'http-middleware-imports-downward', path: `${HTTP}/middleware/d.ts`, imports: '../api/e.js' },
  { rule: 'http-api-pages-imports-downward', path: `${HTTP}/pages/d.ts`, imports: '../api/e.js' },
  { rule: 'http-uses-types-of-server-only', path: `${HTTP}/api/f.ts`, imports: '../server/d.js', allowsTypes: true },
  { rule: 'support-imports-nothing-of-ours', path: 'adapters/support/lines.ts', imports: '../inbound/http/errors.js' },
  { rule: 'no-cycles', path: 'infrastructure/circle.ts', imports: './ring.js' },
  { rule: 'no-cycles-between-folders', path: 'application/accounts/g.ts', imports: '../pets/create-pet.js' },
  { rule: 'inversify-in-the-container-only', path: 'infrastructure/service.ts', imports: 'inversify' },
  {
    rule: 'use-cases-are-built-by-the-container',
    path: 'adapters/inbound/cli/use-case.ts',
    imports: '../../../application/pets/create-pet.js',
    allowsTypes: true,
  },
  {
    rule: 'adapters-are-built-by-the-container',
    path: 'infrastructure/clock.ts',
    imports: '../adapters/outbound/system/system.js',
    allowsTypes: true,
  },
  { rule: 'koa-in-its-adapter-only', path: 'infrastructure/listening.ts', imports: 'koa-compose' },
  { rule: 'typeorm-in-its-adapter-only', path: 'infrastructure/main.ts', imports: DRIVER },
  {
    rule: 'no-development-packages-in-the-product',
    path: 'infrastructure/logging.ts',
    imports: 'jest',
    allowsTypes: true,
  },
  { rule: 'nothing-unresolvable', path: 'infrastructure/typo.ts', imports: 'inversfy' },
];

const value = (imports: string) => `import '${imports}';`;
const type = (imports: string) => `import type { T } from '${imports}';`;

/** Makes a source tree with every breach. @param importing writes one import */
async function treeOfBreaches(importing: (imports: string) => string): Promise<string> {
  const tree = newFolder();
  const files = {
    'infrastructure/config.ts': 'export {};',
    'infrastructure/ring.ts': importing('./circle.js'),
    [`${HTTP}/errors.ts`]: 'export {};',
    [`${HTTP}/api/e.ts`]: 'export {};',
    'application/pets/create-pet.ts': 'export {};',
    'application/pets/other.ts': importing('../accounts/h.js'),
    'application/accounts/h.ts': 'export {};',
    'adapters/outbound/storage.ts': 'export {};',
    'adapters/outbound/storages.ts': 'export {};',
    'adapters/outbound/support/faults.ts': 'export {};',
    'adapters/outbound/system/system.ts': 'export {};',
    'domain/ports/repositories.ts': 'export {};',
    ...Object.fromEntries(BREACHES.map(({ path, imports }) => [path, importing(imports)])),
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

function violationOf({ rule, path }: Breach): string {
  return `${rule}: src/${rule.endsWith('folders') ? dirname(path) : path}`;
}

async function violations(folder: string, ...targets: string[]): Promise<string[]> {
  const depcruise = join(root, 'node_modules/.bin/depcruise');
  const args = [...targets, '--config', rulesFile, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(depcruise, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error as { stdout: string }, // it exits with the number of violations
  );
  const { summary } = JSON.parse(stdout) as ICruiseResult;
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}

describe('the architecture', () => {
  it('follows all its rules', async () => {
    expect(await violations(root, 'src', 'test')).toEqual([]);
  });

  it('has an example of a violation of each rule', () => {
    const rules = new Set(BREACHES.map(({ rule }) => rule));
    expect([...rules].sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it('detects each violation by an import of a value', async () => {
    const found = await violations(await treeOfBreaches(value), 'src');
    expect(found).toEqual(expect.arrayContaining(BREACHES.map(violationOf)));
  });

  it('detects each violation by an import of a type, unless the rule allows types', async () => {
    const found = await violations(await treeOfBreaches(type), 'src');
    const [allowed, refused] = [true, false].map((allows) =>
      BREACHES.filter(({ allowsTypes = false }) => allowsTypes === allows).map(violationOf),
    );
    expect(found).toEqual(expect.arrayContaining(refused ?? []));
    expect(found.filter((each) => allowed?.includes(each))).toEqual([]);
  });

  it('lets only one file read the environment', async () => {
    const eslint = new ESLint({ cwd: root });
    const breach = 'export const port = process.env.PORT;\n';
    // That rule only: the others need the types of the whole program.
    const rulesBroken = async (path: string) => {
      const { rules } = (await eslint.calculateConfigForFile(join(root, path))) as Linter.Config;
      const rule = rules?.['no-restricted-properties'] ?? 'off';
      return new Linter().verify(breach, { rules: { 'no-restricted-properties': rule } }).map(({ ruleId }) => ruleId);
    };
    expect(await rulesBroken('src/infrastructure/main.ts')).toEqual(['no-restricted-properties']);
    expect(await rulesBroken('src/infrastructure/config.ts')).toEqual([]);
  });
});
