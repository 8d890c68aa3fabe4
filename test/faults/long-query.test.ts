import { describe, expect, it } from '@jest/globals';
import { serveWhenReady } from '../support/process.js';
import { PASSWORD, Visitor } from '../support/visitor.js';

const service = await serveWhenReady();
const visitor = new Visitor(service);
for (const path of ['/account/sign-up', '/account/sign-in']) {
  await visitor.send(path, { email: 'jane@example.com', password: PASSWORD });
}

describe('A query of 15 KiB of one name', () => {
  // Koa parses it in a second: 14 KB/s from one client would occupy the process.
  it.each(['/account', '/animals'])('is refused by %s', async (path) => {
    const { status, html } = await visitor.get(`${path}?${'a&'.repeat(7_500)}`);
    expect([status, html]).toEqual([400, expect.stringContaining('The query must be at most 2048 characters long.')]);
  });

  it.each([
    ['/', 200],
    ['/account/sign-in', 303],
    ['/account/nothing', 404],
  ])('is not read by %s, which needs none', async (path, status) => {
    expect((await visitor.get(`${path}?${'a&'.repeat(7_500)}`)).status).toBe(status);
  });
});
