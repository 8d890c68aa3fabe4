import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { Metrics } from '../../src/infrastructure/metrics.js';
import { REQUEST } from '../support/request-record.js';
import { describeUnless, notOnPath } from '../support/requirements.js';

const FOLDER = 'docs/operations/monitoring';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const { groups } = parse(readFileSync(`${FOLDER}/alerts.yaml`, 'utf8'), { strict: true }) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

describe('The alerts for Prometheus', () => {
  it('are exactly those of docs/operations/metrics.md', () => {
    const page = readFileSync('docs/operations/metrics.md', 'utf8');
    const told = [...page.matchAll(/^\| `(AnimalStore\w+)`/gm)].map(([, name]) => name);
    expect(told).toEqual(rules.map(({ alert }) => alert));
  });

  it('have a severity, and say what happened and what to do', () => {
    for (const { labels, annotations } of rules) {
      expect(labels.severity).toMatch(/^(?:critical|warning|info)$/);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    }
  });
});

describe('The dashboard for Grafana', () => {
  const { panels } = JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8')) as { panels: Panel[] };
  const charts = panels.filter(({ type }) => type !== 'row');

  it('has panels that each have a query and do not overlap', () => {
    expect(charts.length).toBeGreaterThan(10);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { targets = [] } of charts) expect(targets.length).toBeGreaterThan(0);
  });

  it('queries only the selected job and instances', () => {
    for (const { expr } of charts.flatMap(({ targets = [] }) => targets)) {
      const series = [...expr.matchAll(/\b(?:animal_store|process|nodejs)_\w+(\{[^}]*\})?/g)];
      expect(series.length).toBeGreaterThan(0);
      for (const [, labels] of series) expect(labels).toContain('job="$job",instance=~"$instance"');
    }
  });
});

const promtool =
  (...parameters: string[]) =>
  (input?: string) =>
    spawnSync('promtool', parameters, { encoding: 'utf8', cwd: FOLDER, input });

const missing = promtool('--version')().error ? notOnPath('promtool') : undefined;

describeUnless(missing, 'promtool', () => {
  it('finds no fault in the metrics', async () => {
    const metrics = new Metrics();
    metrics.observe(REQUEST);
    const { status, stderr } = promtool('check', 'metrics')(await metrics.read());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('finds no fault in the alerts, all of which fire on a failure and none of which fires on a healthy service', () => {
    expect(promtool('check', 'rules', '--lint-fatal', 'alerts.yaml')()).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', 'alerts.test.yaml')()).toMatchObject({ status: 0 });
  });
});
