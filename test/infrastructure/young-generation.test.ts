import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { callerOf, keepCalling } from '../support/callers.js';
import { cleanUp, serveWhenReady } from '../support/process.js';

afterAll(cleanUp);

const MODULE = resolve(import.meta.dirname, '../../dist/infrastructure/young-generation.js');

// In a process of its own: the flag is the whole process's.
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { letYoungGenerationGrow } from ${JSON.stringify(MODULE)};
  const kept = [];
  const sizes = [false, true].map((may) => {
    letYoungGenerationGrow(may);
    for (let n = 0; n < 300_000; n++) kept.push({ n });
    return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size / 2 ** 20;
  });
  console.log(JSON.stringify(sizes));
`;

it('the young generation stays small however much is kept, until it may grow', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' });
  const [held, grown] = JSON.parse(output) as number[];
  expect(held).toBeLessThanOrEqual(4); // MiB
  expect(grown).toBeGreaterThanOrEqual(8);
});

it('a service that is ready has a small one, and lets it grow under load', async () => {
  const service = await serveWhenReady({ env: { DATABASE_URL: 'memory:', ADMIN_PORT: '0' } });
  const admin = String(service.log().find(({ msg }) => msg === 'listening to operators')?.url);
  const size = async () => {
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    return Number(/^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)$/m.exec(metrics)?.[1]) / 2 ** 20;
  };
  expect(await size()).toBeLessThanOrEqual(4);
  const call = callerOf(service.url, '');
  const stop = keepCalling(64, async () => {
    await call();
  });
  try {
    await service.until(async () => ((await size()) >= 8 ? true : undefined));
  } finally {
    await stop();
  }
  await service.stop();
}, 30_000);
