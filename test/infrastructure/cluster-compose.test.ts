import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { parseMysqlUrl } from '../../src/adapters/outbound/typeorm/mysql/url.js';
import { readConfig, VARIABLES } from '../../src/infrastructure/config.js';

// What a text can show of docker-compose.cluster.yml: whether it agrees with docker-compose.yml, with the files that it
// mounts, and with the program.

interface ComposeService {
  image: string;
  hostname?: string;
  entrypoint?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on: Record<string, { condition: string }>;
  logging: unknown;
  deploy: { replicas?: number; resources: { limits: Record<string, unknown> } };
  stop_grace_period?: string;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
}

const MEMBERS = ['mysql-1', 'mysql-2', 'mysql-3'];

const { services, volumes, configs } = composeFile('docker-compose.cluster.yml');
const single = composeFile('docker-compose.yml').services;
const haproxy = readFileSync('docs/operations/haproxy.cfg', 'utf8');
const formGroup = readFileSync('docs/operations/form-group', 'utf8');

function composeFile(path: string): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { strict: true, merge: true }) as ComposeFile;
}

function service(name: string): ComposeService {
  const found = services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

/** Where the Compose file takes a value from the environment, its default. */
function withDefaults(value = ''): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

describe('docker-compose.cluster.yml', () => {
  test('has three servers, what forms the group, HAProxy and the service', () => {
    expect(Object.keys(services)).toEqual([...MEMBERS, 'group', 'haproxy', 'animal-store']);
  });

  test.each(MEMBERS)('runs %s from the image of docker-compose.yml, with data and a name of its own', (name) => {
    expect(service(name).image).toBe(single.mysql?.image);
    expect(service(name).hostname).toBe(name);
    expect(service(name).volumes).toEqual([`${name}-data:/var/lib/mysql`]);
    expect(volumes).toHaveProperty(`${name}-data`);
  });

  test.each(MEMBERS)('lets %s start without a group until it belongs to one', (name) => {
    const command = service(name).entrypoint?.join(' ') ?? '';
    expect(command).toContain(
      '[ -e /var/lib/mysql/mysqld-auto.cnf ] || first=--loose-group-replication-start-on-boot=OFF;',
    );
    expect(formGroup).toContain('SET PERSIST group_replication_start_on_boot = ON');
    expect(command).toContain(`--loose-group-replication-group-seeds=${MEMBERS.map((each) => `${each}:33061`).join()}`);
    expect(configs).toEqual({ 'mysql-init': { content: 'RESET BINARY LOGS AND GTIDS;' } });
  });

  test('names the same members to HAProxy and to what forms the group', () => {
    const servers = [...haproxy.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, name, address]) => [name, address]);
    expect(servers).toEqual(MEMBERS.map((name) => [name, `${name}:3306`]));
    expect(service('group').environment.MEMBERS).toBe(MEMBERS.map((name) => `${name}:3306`).join(' '));
    expect(service('haproxy').volumes?.[0]).toMatch(/^\.\/docs\/operations\/haproxy\.cfg:.*:ro$/);
  });

  test('forms the group once all members are well, and starts HAProxy and the service after that', () => {
    expect(service('group').depends_on).toEqual(
      Object.fromEntries(MEMBERS.map((name) => [name, { condition: 'service_healthy' }])),
    );
    expect(service('group').volumes).toEqual(['./docs/operations/form-group:/form-group:ro']);
    expect(statSync('docs/operations/form-group').mode & 0o111).toBe(0o111);
    expect(service('haproxy').depends_on).toEqual({ group: { condition: 'service_completed_successfully' } });
    expect(service('animal-store').depends_on).toHaveProperty('haproxy');
  });

  test('gives the user of the health check the one right that HAProxy’s query needs', () => {
    expect(formGroup).toContain("GRANT SELECT ON performance_schema.replication_group_members TO health@'%'");
    expect(haproxy).toMatch(/tcp-check send "SELECT [^"]* FROM performance_schema\.replication_group_members"/);
  });

  test('runs two replicas of the service on two ports of this machine, which reach the store by HAProxy', () => {
    const { deploy, ports, environment } = service('animal-store');
    expect(deploy.replicas).toBe(2);
    expect(ports?.map(withDefaults)).toEqual([`127.0.0.1:8080-8081:${readConfig({}).port}`]);
    expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(parseMysqlUrl(withDefaults(environment.DATABASE_URL))).toEqual({
      host: 'haproxy',
      port: 3306,
      user: 'animal_store',
      password: withDefaults(service('group').environment.MYSQL_PASSWORD),
      database: 'animal_store',
    });
    expect(formGroup).toContain("CREATE USER animal_store@'%' IDENTIFIED BY '$MYSQL_PASSWORD'");
    expect(service('animal-store').stop_grace_period).toBe(single['animal-store']?.stop_grace_period);
  });

  test('publishes no port of MySQL or HAProxy', () => {
    for (const name of [...MEMBERS, 'haproxy']) expect(service(name).ports).toBeUndefined();
  });

  test.each(Object.keys(services))('bounds the log, memory, processors and processes of %s', (name) => {
    expect(service(name).logging).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(Object.keys(service(name).deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
  });
});
