import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { addition, callerOf } from '../support/callers.js';
import { newFolder, serveWhenReady } from '../support/process.js';
import { describeEach, REPLICATED_STORAGES } from '../support/storages.js';

// These tests run without Docker: they follow the Dockerfile in folders. The files that the first stage builds and the
// last one copies are the content of the image above its base image.

const [, buildStage = '', lastStage = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM .*$/m);
const root = realpathSync(newFolder());
const built = join(root, 'build');
const app = join(root, 'app');
const main = join(app, 'dist/infrastructure/main.js');
/** Not that of other runs, which would keep what this one compiles for good: each has other paths. */
const ENV = { NODE_COMPILE_CACHE: join(root, 'compile-cache') };

/** The instructions of a stage, each on one line. */
function instructions(stage: string): { name: string; rest: string }[] {
  const lines = stage
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, rest] = /^(COPY|RUN) (.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : { name, rest };
  });
}

function build(): void {
  mkdirSync(built);
  for (const { name, rest } of instructions(buildStage)) {
    if (name === 'COPY') copy('.', rest, built);
    else if (rest === 'npm ci --ignore-scripts') execFileSync('cp', ['-a', '--parents', ...packages(), built]);
    else execFileSync('bash', ['-ec', rest], { cwd: built, stdio: 'pipe', env: { ...process.env, ...ENV } });
  }
  for (const { name, rest } of instructions(lastStage)) {
    if (name === 'COPY') copy(built, rest.replace('--from=build ', '').replaceAll('/app/', ''), app);
  }
}

/** The packages that are installed here are those that it would install; of those for development, a build reads these. */
function packages(): string[] {
  const lockfile = 'node_modules/.package-lock.json';
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, { dev?: true }> };
  const isRead = (path: string) => /^node_modules\/(typescript|@types\/.*)$/.test(path) || !packages[path]?.dev;
  const outer = Object.keys(packages).filter((path) => path.lastIndexOf('node_modules/') === 0);
  return [lockfile, 'node_modules/.bin', ...outer.filter(isRead)];
}

function copy(from: string, rest: string, to: string): void {
  const paths = rest.split(' ');
  const target = paths.pop() ?? '';
  for (const path of paths) {
    cpSync(join(from, path), target === './' ? join(to, path) : join(to, target), { recursive: true });
  }
}

function find(...conditions: string[]): string {
  return execFileSync('find', [join(app, 'node_modules'), ...conditions], { encoding: 'utf8' });
}

beforeAll(build, 240_000);

describe('What the Dockerfile copies into the image', () => {
  it('is smaller than 45 MB', () => {
    const [kilobytes] = execFileSync('du', ['-sk', app], { encoding: 'utf8' }).split('\t');
    expect(Number(kilobytes) / 1024).toBeLessThan(45);
  });

  it('contains no compiler, no other Node.js or platform, and no files that only tools read', () => {
    expect(
      find('-maxdepth', '1', '(', '-name', 'typescript', '-o', '-name', 'ts-*', '-o', '-name', 'node-linux-*', ')'),
    ).toBe('');
    expect(find('-name', '*.ts', '-o', '-name', '.bin')).toBe('');
    expect(execFileSync('find', [app, '-name', '*.map'], { encoding: 'utf8' })).toBe('');
    expect(find('-type', 'd', '(', '-empty', '-o', '-name', 'test', ')')).toBe('');
    expect(find('-name', '*.node', '!', '-name', `*linux-${process.arch}*`)).toBe('');
  });

  it('serves the API, the documentation and the pages', async () => {
    const service = await serveWhenReady({ main, env: { ...ENV, ADMIN_PORT: '0' } });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const call = callerOf(service.url, key);
    expect((await call(addition('Rex'))).status).toBe(201);
    expect((await call({ path: '/v1/pets' })).text).toContain('"Rex"');
    const paths = ['/openapi.json', '/openapi.yaml', '/docs', '/docs/clients', '/account/sign-in'];
    for (const path of paths) {
      const { status, text } = await call({ path });
      expect([path, status]).toEqual([path, 200]);
      paths.push(...[...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link));
    }
    expect(paths.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(1);
    const admin = String(service.log().find(({ msg }) => msg === 'listening on ADMIN_PORT')?.url);
    expect((await callerOf(admin, '')({ path: '/metrics' })).text).toMatch(/^animal_store_pool_busy \d+$/m);
    expect((await service.stop()).code).toBe(0);
  });

  describeEach(REPLICATED_STORAGES, 'a service with its driver', (kind) => {
    it('is ready', async () => {
      const target = await kind.newTarget();
      const service = await serveWhenReady({ main, env: { ...ENV, DATABASE_URL: target.url } });
      expect((await callerOf(service.url, '')({ path: '/readyz' })).status).toBe(200);
      expect((await service.stop()).code).toBe(0);
      await target.drop();
    });
  });
});
