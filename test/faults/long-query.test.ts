import { afterAll, describe, expect, it } from '@jest/globals';
import { cleanUp, serveWhenReady } from '../support/process.js';

const service = await serveWhenReady();
afterAll(cleanUp);

describe('A query of 15 KiB of one name', () => {
  // Koa parses it in a second: 14 KB/s from one client would occupy the process.
  it.each(['/', '/account/sign-in', '/account/sign-up'])('is refused by %s', async (path) => {
    const response = await fetch(`${service.url}${path}?${'a&'.repeat(7_500)}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The query must be at most 2048 characters long.');
  });

  it('is not read where no page is', async () => {
    const response = await fetch(`${service.url}/account/nothing?${'a&'.repeat(7_500)}`);
    expect(response.status).toBe(404);
  });
});

it('A page with a query of 2,000 characters is shown', async () => {
  expect((await fetch(`${service.url}/?${'a&'.repeat(1_000)}`)).status).toBe(200);
});
