import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { VARIABLES } from '../support/config.js';

const [secret, deployment, service, budget] = parseAllDocuments(
  readFileSync('docs/operations/kubernetes.yaml', 'utf8'),
  { strict: true },
).map((document) => document.toJS() as unknown);

describe('The example for Kubernetes', () => {
  it('is valid by the schemas of Kubernetes', () => {
    for (const resource of [
      new Secret(secret as Secret), // the schema is checked here
      new Deployment(deployment as Deployment),
      new Service(service as Service),
      new PodDisruptionBudget(budget as PodDisruptionBudget),
    ]) {
      resource.validate();
    }
  });

  it('sets variables that exist, and gives the service time to stop', () => {
    const { spec } = new Deployment(deployment as Deployment).spec?.template ?? {};
    const [container] = spec?.containers ?? [];
    const variables = new Map(container?.env?.map(({ name, value }) => [name, value]));
    const secrets = Object.keys((secret as Secret).stringData ?? {});
    expect([...variables.keys(), ...secrets].filter((name) => !VARIABLES.includes(name))).toEqual([]);
    expect(Number.parseInt(variables.get('SHUTDOWN_TIMEOUT') ?? '')).toBeLessThan(
      spec?.terminationGracePeriodSeconds ?? 0,
    );
  });

  it('selects the pods that the deployment makes', () => {
    const labels = new Deployment(deployment as Deployment).spec?.template.metadata?.labels;
    expect((service as Service).spec?.selector).toEqual(labels);
    expect((budget as PodDisruptionBudget).spec?.selector?.matchLabels).toEqual(labels);
  });
});
