import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/infrastructure/config.js';
import { VARIABLES } from '../support/config.js';
import { manifest } from '../support/manifest.js';
import { describeUnless, notOnPath } from '../support/requirements.js';

const FOLDER = 'docs/operations/kubernetes';

/** The classes whose `validate` checks a resource by the schema of Kubernetes. */
const MODELS = { Deployment, Ingress, Job, Namespace, NetworkPolicy, PodDisruptionBudget, Secret, Service };

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels: Record<string, string> };
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly labels: readonly { readonly pairs: Readonly<Record<string, string>> }[];
  readonly images: readonly { readonly newTag: string }[];
}

function textOf(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}

function resourcesIn(text: string): Resource[] {
  return parseAllDocuments(text, { strict: true }).map((document) => document.toJS() as Resource);
}

const kustomization = parse(textOf('base/kustomization.yaml'), { strict: true }) as Kustomization;
const base = kustomization.resources.flatMap((path) => resourcesIn(textOf(join('base', path))));
const [ingress] = resourcesIn(textOf('components/ingress/ingress.yaml'));
const [podMonitor] = resourcesIn(textOf('components/pod-monitor/pod-monitor.yaml'));

/** The one resource of a kind. The test of the schemas checks that it has the type of that kind. */
function only(kind: keyof typeof MODELS): unknown {
  const [found, ...others] = base.filter((resource) => resource.kind === kind);
  expect(others).toEqual([]);
  return found;
}

const deployment = only('Deployment') as Deployment;
const job = only('Job') as Job;
const secrets = base.filter(({ kind }) => kind === 'Secret') as (Secret & Resource)[];
const labels = deployment.spec?.template.metadata?.labels;

/** The part of a pod that the service and the migration share. */
function podOf({ spec }: Deployment | Job) {
  const pod = spec?.template.spec;
  const [container] = pod?.containers ?? [];
  const [volume] = pod?.volumes ?? [];
  return { pod, container, volume, env: new Map(container?.env?.map(({ name, value }) => [name, value])) };
}

describe('The manifests for Kubernetes', () => {
  it.each([...base, ingress].map((resource) => [resource?.kind, resource] as const))(
    'match the schemas of Kubernetes: %s',
    (kind, resource) => {
      const Model = MODELS[kind as keyof typeof MODELS] as new (resource: unknown) => { validate(): void };
      expect(() => new Model(resource).validate()).not.toThrow();
    },
  );

  it('name the version of the package, unless it is still in development', () => {
    const tags = kustomization.images.map(({ newTag }) => newTag);
    const version = kustomization.labels.flatMap(({ pairs }) => pairs['app.kubernetes.io/version'] ?? []);
    expect(tags).toEqual(version);
    expect(job.metadata?.name).toBe(`animal-store-migration-${version.join().replaceAll('.', '-')}`);
    if (!manifest.version.endsWith('-dev')) expect(version).toEqual([manifest.version]);
  });

  it('label every resource with its name, and all but the namespace with their component', () => {
    for (const { kind, metadata } of base) {
      expect(metadata.labels['app.kubernetes.io/name']).toBe('animal-store');
      const component = kind === 'Job' || metadata.name.endsWith('-migration') ? 'migration' : 'server';
      if (kind !== 'Namespace') expect(metadata.labels['app.kubernetes.io/component']).toBe(component);
    }
  });

  it('select the pods of the deployment, and no pod of the migration', () => {
    expect(job.spec?.template.metadata?.labels).not.toEqual(labels);
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect((only('Service') as Service).spec?.selector).toEqual(labels);
    expect((only('PodDisruptionBudget') as PodDisruptionBudget).spec?.selector?.matchLabels).toEqual(labels);
    expect((only('NetworkPolicy') as NetworkPolicy).spec?.podSelector?.matchLabels).toEqual(labels);
    expect(podMonitor).toMatchObject({ spec: { selector: { matchLabels: labels } } });
  });

  it('set only variables that exist, to values that the service accepts, and give it time to stop', () => {
    for (const each of [deployment, job]) {
      const { env } = podOf(each);
      expect([...env.keys()].filter((name) => !VARIABLES.includes(name))).toEqual([]);
      env.set('DATABASE_URL_FILE', '');
      expect(() => readConfig(Object.fromEntries(env))).not.toThrow();
    }
    const { pod, env } = podOf(deployment);
    expect(env.get('MIGRATE_ON_START')).toBe('false');
    expect(Number.parseInt(env.get('SHUTDOWN_TIMEOUT') ?? '')).toBeLessThan(pod?.terminationGracePeriodSeconds ?? 0);
  });

  it('give the service and the migration a Secret each, in a file that DATABASE_URL_FILE names', () => {
    const mounted = [deployment, job].map((each) => {
      const { pod, container, volume, env } = podOf(each);
      const [mount] = container?.volumeMounts ?? [];
      expect(mount).toMatchObject({ name: volume?.name, readOnly: true });
      expect(pod?.securityContext?.fsGroup).toBe(pod?.securityContext?.runAsGroup);
      const secret = secrets.find(({ metadata }) => metadata.name === volume?.secret?.secretName);
      const [[key, url] = []] = Object.entries(secret?.stringData ?? {});
      expect(env.get('DATABASE_URL_FILE')).toBe(`${mount?.mountPath}/${key}`);
      return new URL(url ?? '').username;
    });
    expect(mounted).toEqual(['animal_store', 'animal_store_migrate']);
    const guide = readFileSync('docs/operations/README.md', 'utf8');
    for (const user of mounted) expect(guide).toContain(`CREATE USER '${user}'@'%'`);
  });

  it('run as an unprivileged user without write access', () => {
    for (const each of [deployment, job]) {
      const { pod, container } = podOf(each);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 },
      });
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('state how many connections the pods use at most', () => {
    const { replicas = 0, strategy } = deployment.spec ?? {};
    const pods = replicas + Number(strategy?.rollingUpdate?.maxSurge);
    const connections = pods * Number(podOf(deployment).env.get('DATABASE_POOL_SIZE'));
    expect(textOf('base/deployment.yaml')).toContain(`take at most ${connections} connections`);
  });

  it('open the admin port only to the namespace of Prometheus, and the API to all', () => {
    const [open, restricted, ...others] = (only('NetworkPolicy') as NetworkPolicy).spec?.ingress ?? [];
    expect(open).toEqual({ ports: [{ port: 'http' }] });
    expect(restricted).toMatchObject({ ports: [{ port: 'admin' }], from: [{ namespaceSelector: {} }] });
    expect(others).toEqual([]);
    expect(podOf(deployment).container?.ports?.map(({ name }) => name)).toEqual(['http', 'admin']);
  });

  it('let nodes be drained while no pod is ready, and end a migration that cannot succeed', () => {
    expect((only('PodDisruptionBudget') as PodDisruptionBudget).spec?.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
    expect(job.spec?.podFailurePolicy?.rules[0]?.onExitCodes).toMatchObject({
      containerName: podOf(job).container?.name,
      values: [70, 78],
    });
  });

  it('give Prometheus the job name that the alerts and the dashboard expect', () => {
    expect(podMonitor).toMatchObject({
      kind: 'PodMonitor',
      spec: { jobLabel: 'app.kubernetes.io/name', podMetricsEndpoints: [{ port: 'admin', path: '/metrics' }] },
    });
    expect(labels?.['app.kubernetes.io/name']).toBe('animal-store');
    expect(readFileSync('docs/operations/monitoring/alerts.yaml', 'utf8')).toContain('job="animal-store"');
  });
});

const kubectl = (...parameters: string[]) => spawnSync('kubectl', parameters, { encoding: 'utf8', cwd: FOLDER });
const missing = kubectl('version', '--client').error ? notOnPath('kubectl') : undefined;

describeUnless(missing, 'kubectl kustomize', () => {
  it('builds the base and the example, all of it in one namespace and with one image', () => {
    const built = ['base', 'example'].map((path) => {
      const { status, stdout, stderr } = kubectl('kustomize', path);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return { text: stdout, resources: resourcesIn(stdout) };
    });
    for (const { resources } of built) {
      for (const { kind, metadata } of resources) {
        expect(metadata.namespace).toBe(kind === 'Namespace' ? undefined : 'animal-store');
      }
    }
    const [plain, example] = built;
    expect(plain?.resources).toHaveLength(base.length);
    expect(example?.resources.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Ingress', 'PodMonitor']));
    const [image] = kustomization.images;
    expect(example?.text.match(/image: .*/g)).toEqual(Array(2).fill(`image: REGISTRY/animal-store:${image?.newTag}`));
    const served = example?.resources.find(({ kind }) => kind === 'Deployment');
    const { env } = podOf(served as Deployment);
    expect(env.get('TRUST_PROXY')).toBe('1');
    expect(env.get('PUBLIC_BASE_URL')).toContain(/host: (.*)/.exec(textOf('components/ingress/ingress.yaml'))?.[1]);
    expect(env.size).toBe(podOf(deployment).env.size + 2);
  });
});
