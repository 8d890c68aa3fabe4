import { spawn } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/process.js';
import { Visitor } from '../support/visitor.js';

it('the demo prints credentials that show twenty animals', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { PATH: process.env.PATH, PORT: new URL(url).port };
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  try {
    let output = '';
    demo.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await eventually(async () => output.includes('Press Ctrl+C'));
    const value = (label: string) => new RegExp(`${label} +(.+)`).exec(output)?.[1] ?? '';
    const visitor = new Visitor({ url });
    const credentials = { email: value('Email'), password: value('Password') };
    expect((await visitor.send('/account/sign-in', credentials)).location).toBe('/animals');
    expect((await visitor.get('/animals')).html.match(/<tr role="row">\s*<th role="rowheader"/g)).toHaveLength(20);
  } finally {
    demo.kill();
    await ended;
  }
});
