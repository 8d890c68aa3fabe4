import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { manifest, oldestNode } from '../support/manifest.js';
import { newFolder } from '../support/process.js';

// CI cannot run here: these tests hold its texts against README.md, package.json and each other.

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | boolean>;
  env?: Record<string, string>;
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      uses?: string;
      steps?: Step[];
      container?: { image: string };
      needs?: string | string[];
      strategy?: { matrix: { node?: string[]; runner?: string[]; include?: Record<string, string>[] } };
    }
  >;
}

const WORKFLOWS = '.github/workflows';
const readme = readFileSync('README.md', 'utf8');
const files = readdirSync(WORKFLOWS).map((name) => ({ name, text: readFileSync(join(WORKFLOWS, name), 'utf8') }));
const workflows = Object.fromEntries(files.map(({ name, text }) => [name, parse(text, { strict: true }) as Workflow]));
const steps = Object.values(workflows)
  .flatMap(({ jobs }) => Object.values(jobs))
  .flatMap((job) => job.steps ?? []);

const bin = newFolder();

describe('Every workflow', () => {
  it('pins actions by commit, and names the release', () => {
    const uses = files.flatMap(({ text }) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action));
    expect(uses.length).toBeGreaterThan(8);
    for (const action of uses) {
      expect(action).toMatch(/^\.\/|^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('may only read the repository unless a job has its own permissions, and stores no token', () => {
    for (const { permissions } of Object.values(workflows)) expect(permissions).toEqual({ contents: 'read' });
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout.with).toEqual({ 'persist-credentials': false });
  });
});

describe('CI', () => {
  const { check } = workflows['ci.yml']?.jobs ?? {};

  it('tests the oldest Node.js that the package allows, whose types it uses, the pinned release line and the next one', () => {
    const [line = ''] = Object.values(manifest.optionalDependencies)[0]?.split('.') ?? [];
    expect(check?.strategy?.matrix.node).toEqual([oldestNode, line, '26']);
    expect(check?.steps?.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run ${{ matrix.node }}']);
    expect(check?.container?.image).toBe(`node:${line}-bookworm`);
    expect(manifest.devDependencies['@types/node']?.split('.')[0]).toBe(oldestNode.split('.')[0]);
    expect(manifest.devEngines.runtime.version).toBe(manifest.engines.node);
  });

  it('runs only scripts that package.json has, and lets no test be skipped', () => {
    const run = readFileSync('.ci/run', 'utf8');
    const scripts = [...run.matchAll(/npm run --silent ([\w:]+)/g)].map(([, script]) => script);
    expect(scripts.length).toBeGreaterThan(4);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...scripts, 'test']));
    expect(run).toMatch(/^step 'tests' env REQUIRE_ALL=1 npm test$/m);
    expect(run).toMatch(/^step 'tests on a cluster' env REQUIRE_ALL=1 npm run --silent test:cluster$/m);
    expect(run).toMatch(/^step 'tests of the client' env REQUIRE_ALL=1 npm --prefix clients\/typescript test$/m);
    const programs = [...run.matchAll(/^step .* scripts\/install-tool (\w+)$/gm)].map(([, program]) => program);
    expect(programs).toEqual(expect.arrayContaining(['mysqld', 'mysql', 'mariadbd', 'kubectl', 'promtool']));
    expect(run).not.toMatch(/\.\.\/\w/); // nothing outside of the repository
    for (const command of ['npm ci', 'npm start', 'npm test']) expect(readme).toContain(command);
  });

  // Docker is not here. A program of its name answers as Docker does for a container; CI itself runs the real one.
  describe('the script of the image', () => {
    const HEALTHY = {
      '*Running*': 'echo true healthy',
      '*Health*': 'echo healthy',
      '*RestartCount*': 'echo running 0',
      '*ExitCode*': 'echo 0',
      'logs animal-store': `echo as_${'x'.repeat(36)}`,
    };

    /** Runs the script. @param answers commands of the shell, by patterns of the words after `docker` or `curl` */
    function runImage(answers: Readonly<Record<string, string>>) {
      const folder = newFolder();
      const cases = Object.entries(answers).map(
        ([words, answer]) => `${words.replace(/[^*]+/g, '"$&"')}) ${answer} ;;`,
      );
      for (const name of ['docker', 'curl', 'sleep']) {
        const program = `#!/bin/sh\necho "${name} $*" >>"$CALLS"\ncase "$*" in\n${cases.join('\n')}\nesac\n`;
        writeFileSync(join(folder, name), program, { mode: 0o755 });
      }
      const calls = join(folder, 'calls');
      const env = { PATH: `${folder}:${process.env.PATH}`, CALLS: calls };
      const { status } = spawnSync('.ci/image', { env, stdio: 'pipe' });
      return { status, called: readFileSync(calls, 'utf8').split('\n') };
    }

    it('runs the commands of README.md, and watches the container for a minute', () => {
      const { status, called } = runImage(HEALTHY);
      const commands = [...readme.matchAll(/^(?:ANIMAL_STORE_PORTS=\S+ )?(docker .*)$/gm)].map(
        ([, command]) => command,
      );
      expect(commands).toHaveLength(7);
      expect(called).toEqual(expect.arrayContaining(commands));
      expect(called.filter((call) => call.includes('docker-compose.cluster.yml up'))).toHaveLength(2);
      expect(called.filter((call) => call === 'sleep 1')).toHaveLength(60);
      expect(status).toBe(0);
    });

    it.each([
      ['an image whose build fails', { 'build *': 'exit 1' }],
      ['a log without a key', { 'logs animal-store': 'echo ready' }],
      ['a doctor that finds a fault', { '*doctor': 'exit 1' }],
      ['a container that restarted', { '*RestartCount*': 'echo running 1' }],
      ['a container that is unhealthy', { '*Health*': 'echo unhealthy' }],
      ['a container that was killed', { '*ExitCode*': 'echo 137' }],
      ['a group of servers that does not start', { '*cluster.yml up*': 'exit 1' }],
      ['a replica that is not ready', { '*8081/readyz': 'exit 22' }],
    ])('fails with %s', (_, fault) => {
      // The first pattern that fits decides.
      expect(runImage({ ...fault, ...HEALTHY, ...fault }).status).not.toBe(0);
    });
  });
});

describe('npm ci', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>;
  };

  it('runs no install script of a package of the product', () => {
    const product = Object.entries(packages).filter(([, { dev }]) => dev !== true);
    expect(product.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
    // npm 10 would compile it, if the lockfile did not rule that out.
    expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
    // Nor a script of ours that changes a tracked file.
    const atInstall = Object.entries(manifest.scripts).filter(([name]) => /install$|^prepare$/.test(name));
    expect(atInstall).toEqual([['prepare', 'npm rebuild --ignore-scripts --silent']]);
  });

  it('uses a lockfile that lint checks and format repairs', () => {
    const folder = join(bin, 'lockfile');
    const program = join(process.cwd(), 'scripts/lockfile.mjs');
    const run = (...parameters: string[]) =>
      spawnSync(process.execPath, [program, ...parameters], { cwd: folder, encoding: 'utf8' });
    const original = readFileSync('package-lock.json', 'utf8');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package-lock.json'), original.replace(/,\s+"gypfile": false/, ''));
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run format restores it') });
    expect(run('--fix')).toMatchObject({ status: 0, stderr: '' });
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    const repaired: unknown = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(repaired).toEqual(JSON.parse(original));
  });
});

describe('The package of the service', () => {
  it('contains the program, and nothing that it does not need', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
    const [{ files } = { files: [] }] = Object.values(
      JSON.parse(output) as Record<string, { files: { path: string; mode: number }[] }>, // an array before npm 12
    );
    const outside = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    const served = ['docs/clients.md', 'docs/deprecation.md']; // The page of the documentation links to them.
    expect(outside.toSorted()).toEqual(['LICENSE', 'README.md', ...served, 'package.json']);
    const kinds = new Set(files.map(({ path }) => /\.[^./]+$/.exec(path)?.[0]));
    expect([...kinds].filter((kind) => ['.ts', '.map', '.sqlite', '.log'].includes(kind ?? ''))).toEqual([]);
    expect(files).toContainEqual(expect.objectContaining({ path: 'dist/infrastructure/main.js', mode: 0o755 }));
  });
});

describe('A release', () => {
  const next = manifest.version.replace('-dev', '');

  it('takes its notes from CHANGELOG.md if the version in package.json does not end with -dev', () => {
    const folder = join(bin, 'release');
    const notes = (version: string) => {
      writeFileSync(join(folder, 'package.json'), `{ "version": "${version}" }`);
      return spawnSync(join(folder, '.ci/release-notes'), [`v${next}`], { encoding: 'utf8' });
    };
    cpSync('.ci/release-notes', join(folder, '.ci/release-notes'));
    cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'));
    expect(notes(`${next}-dev`)).toMatchObject({ status: 1, stderr: `package.json is not at ${next}\n` });
    const { status, stdout } = notes(next);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\n### /);
    expect(stdout).not.toMatch(/^## /m);
  });

  it('has one version for the service and its client, and the version of the API in the OpenAPI document', () => {
    const client = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8')) as { version: string };
    expect(client.version).toBe(manifest.version);
    const openapi = readFileSync('src/adapters/inbound/http/api/openapi/openapi.yaml', 'utf8');
    expect(openapi).toMatch(/^ {2}version: 1\.0\.0$/m); // the specification, section 9
  });

  it('is tested and audited first, and publishes an image built on each platform, with its source, contents and provenance', () => {
    const { jobs = {} } = workflows['release.yml'] ?? {};
    expect(jobs.check?.uses).toBe('./.github/workflows/ci.yml');
    expect([jobs.image?.needs, jobs.release?.needs]).toEqual([['check', 'audit'], 'image']);
    expect(jobs.audit?.steps?.map(({ run }) => run)).toContain('npm audit --omit dev --audit-level high');
    expect(jobs.audit?.steps?.at(-1)).toMatchObject({
      uses: expect.stringContaining('aquasecurity/trivy-action@'),
      with: { 'image-ref': 'animal-store', 'exit-code': '1' },
    });
    expect(jobs.image?.strategy?.matrix.include).toEqual([
      { architecture: 'amd64', runner: 'ubuntu-latest' },
      { architecture: 'arm64', runner: 'ubuntu-24.04-arm' },
    ]);
    expect(workflows['ci.yml']?.jobs.image?.strategy?.matrix.runner).toEqual(['ubuntu-latest', 'ubuntu-24.04-arm']);
    const build = jobs.image?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(build?.with).toMatchObject({ push: true, sbom: true, provenance: 'mode=max' });
    expect(build?.with?.labels).toMatch(
      /^(?:org\.opencontainers\.image\.(?:source|version|revision|licenses)=.+\n){4}$/,
    );
  });

  it('has an image name in lower case, which has its version as a tag, and the tag latest unless it is a pre-release', () => {
    const tags = (version: string) =>
      execFileSync('.ci/image-tags', [version], {
        encoding: 'utf8',
        env: { ...process.env, GITHUB_REPOSITORY: 'Acme/Store' },
      });
    expect(tags('v1.1.0')).toBe('ghcr.io/acme/store:v1.1.0\nghcr.io/acme/store:latest\n');
    expect(tags('v1.2.0-rc.1')).toBe('ghcr.io/acme/store:v1.2.0-rc.1\n');
    const create = workflows['release.yml']?.jobs.release?.steps?.at(-1);
    expect(create?.run).toContain('--prerelease="$PRERELEASE"');
    expect(create?.env?.PRERELEASE).toBe("${{ contains(github.ref_name, '-') }}");
  });
});
