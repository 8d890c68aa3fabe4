import { spawn, spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Visitor } from '../support/visitor.js';

it('the demo uses a free port, and prints its address and working credentials for a store with twenty animals', async () => {
  const env = { PATH: process.env.PATH };
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  try {
    let output = '';
    demo.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await eventually(async () => output.includes('Press Ctrl+C'));
    const value = (label: string) => new RegExp(`${label} +(.+)`).exec(output)?.[1] ?? '';
    const { origin, port } = new URL(value('Animals'));
    expect(port).not.toBe('8080');
    const visitor = new Visitor({ url: origin });
    const credentials = { email: value('Email'), password: value('Password') };
    expect((await visitor.send('/account/sign-in', credentials)).location).toBe('/animals');
    expect((await visitor.get('/animals')).rows('animals')).toHaveLength(20);
  } finally {
    demo.kill();
    await ended;
  }
});

it.each(['demo', 'fuzz'])('npm run %s shows its options, and starts nothing', (name) => {
  const run = (option: string) => spawnSync(process.execPath, [`scripts/${name}.mjs`, option], { encoding: 'utf8' });
  const usage = `Usage: npm run ${name} [-- OPTIONS]\n\n`;
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining(usage), stderr: '' });
  const refused = { status: 1, stdout: '', stderr: expect.stringContaining(`\n\n${usage}`) };
  expect(run('--fast')).toMatchObject(refused);
});
