import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
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

// A house in which every rule is broken: file, and what it imports.
const BROKEN: Record<string, { path: string; imports: string }> = {
  'domain-imports-nothing': { path: 'src/domain/pet.ts', imports: 'node:crypto' },
  'application-imports-domain-only': { path: 'src/application/pets/list-pets.ts', imports: 'pino' },
  'adapters-point-inward': { path: 'src/adapters/inbound/http/a.ts', imports: '../../../infrastructure/config.js' },
  'no-adapter-imports-another': { path: 'src/adapters/inbound/cli/b.ts', imports: '../http/errors.js' },
  'outbound-imports-no-inbound': { path: 'src/adapters/outbound/c.ts', imports: '../inbound/http/errors.js' },
  'http-errors-ts-state-ts-imports-downward': { path: 'src/adapters/inbound/http/state.ts', imports: './api/e.js' },
  'http-server-imports-downward': { path: 'src/adapters/inbound/http/server/d.ts', imports: '../api/e.js' },
  'http-request-imports-downward': { path: 'src/adapters/inbound/http/request/d.ts', imports: '../api/e.js' },
  'http-middleware-imports-downward': { path: 'src/adapters/inbound/http/middleware/d.ts', imports: '../api/e.js' },
  'http-api-pages-imports-downward': { path: 'src/adapters/inbound/http/pages/d.ts', imports: '../api/e.js' },
  'http-uses-types-of-server-only': { path: 'src/adapters/inbound/http/api/f.ts', imports: '../server/d.js' },
  'support-imports-nothing-of-ours': { path: 'src/adapters/support/lines.ts', imports: '../inbound/http/errors.js' },
  'no-cycles': { path: 'src/infrastructure/circle.ts', imports: './ring.js' },
  'no-cycles-between-folders': { path: 'src/application/accounts/g.ts', imports: '../pets/create-pet.js' },
  'inversify-in-the-container-only': { path: 'src/infrastructure/service.ts', imports: 'inversify' },
  'use-cases-are-built-by-the-container': {
    path: 'src/adapters/inbound/cli/use-case.ts',
    imports: '../../../application/pets/create-pet.js',
  },
  'adapters-are-built-by-the-container': {
    path: 'src/infrastructure/clock.ts',
    imports: '../adapters/outbound/system/system.js',
  },
  'koa-in-its-adapter-only': { path: 'src/infrastructure/listening.ts', imports: 'koa-compose' },
  'typeorm-in-its-adapter-only': { path: 'src/infrastructure/main.ts', imports: DRIVER },
  'no-development-packages-in-the-product': { path: 'src/infrastructure/logging.ts', imports: 'jest' },
  'nothing-unresolvable': { path: 'src/infrastructure/typo.ts', imports: 'inversfy' },
};

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
  let broken: string;

  beforeAll(async () => {
    broken = newFolder();
    const files = {
      'src/infrastructure/config.ts': 'export {};',
      'src/infrastructure/ring.ts': "import './circle.js';",
      'src/adapters/inbound/http/errors.ts': 'export {};',
      'src/adapters/inbound/http/api/e.ts': 'export {};',
      'src/application/pets/create-pet.ts': 'export {};',
      'src/application/pets/other.ts': "import '../accounts/h.js';",
      'src/application/accounts/h.ts': 'export {};',
      'src/adapters/outbound/system/system.ts': 'export {};',
      ...Object.fromEntries(Object.values(BROKEN).map(({ path, imports }) => [path, `import '${imports}';`])),
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(broken, path)), { recursive: true });
      await writeFile(join(broken, path), text);
    }
    for (const name of ['node_modules', 'package.json', 'tsconfig.json']) {
      await symlink(join(root, name), join(broken, name));
    }
  });

  it('breaks none of its rules', async () => {
    expect(await violations(root, 'src', 'test')).toEqual([]);
  });

  it('has a rule for each of these breaches, and finds it', async () => {
    expect(Object.keys(BROKEN).sort()).toEqual(forbidden.map(({ name }) => name).sort());
    const found = await violations(broken, 'src');
    for (const [rule, { path }] of Object.entries(BROKEN)) {
      expect(found).toContain(`${rule}: ${rule.endsWith('folders') ? dirname(path) : path}`);
    }
  });

  it('lets one file read the environment', async () => {
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
