import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { animalStoreProcess, folderWithEmptyDatabase, newFolder, serveWhenReady } from '../support/process.js';

/** TypeORM names every driver that it knows as a peer. */
const { peerDependencies } = JSON.parse(readFileSync('node_modules/typeorm/package.json', 'utf8')) as {
  peerDependencies: Record<string, string>;
};
const DRIVERS = Object.keys(peerDependencies);

describe('A process', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));

  /** Which of these packages the process ran code of: Node.js writes the coverage of every module that it loaded. */
  function loaded(...packages: string[]): string[] {
    const coverage = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return packages.filter((name) => coverage.some((text) => text.includes(`/node_modules/${name}/`)));
  }

  it('loads Koa for serve, and the metrics only with ADMIN_PORT', async () => {
    const env = { NODE_V8_COVERAGE: folder, DATABASE_URL: 'memory:' };
    await (await serveWhenReady({ env })).stop();
    expect(loaded('inversify', 'koa', 'prom-client', 'typeorm', ...DRIVERS)).toEqual(['inversify', 'koa']);
    await (await serveWhenReady({ env: { ...env, ADMIN_PORT: '0' } })).stop();
    expect(loaded('prom-client')).toEqual(['prom-client']);
  });

  it('loads no part of the HTTP interface for another command, and only one driver', async () => {
    const surroundings = { cwd: folderWithEmptyDatabase(), env: { NODE_V8_COVERAGE: folder, ADMIN_PORT: '9090' } };
    expect(await animalStoreProcess(['migrate'], surroundings)).toMatchObject({ code: 0 });
    expect(loaded('inversify', 'koa', '@koa/router', 'prom-client', 'typeorm', 'cli-progress')).toEqual([
      'inversify',
      'typeorm',
    ]);
    expect(loaded(...DRIVERS)).toHaveLength(1);
  });
});
