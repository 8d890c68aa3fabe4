import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { browserArguments, chromiumPath, describeBrowser } from '../../../../support/browser.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';

/** What a script of the page gives to `fetch`. */
interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What it got from `fetch`. */
interface Fetched {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

describeBrowser('the API, called from a page of another origin in Chromium', () => {
  const shops: Server[] = [];
  let server: TestServer;
  let browser: Browser;

  /** A page of a web site of its own. */
  async function openShop(): Promise<{ origin: string; page: Page }> {
    const shop = createServer((_, response) => void response.setHeader('Content-Type', 'text/html').end('<p>Shop'));
    shops.push(shop);
    await once(shop.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`; // it listens on a port
    const page = await browser.newPage();
    await page.goto(origin);
    return { origin, page };
  }

  /** Calls the API from the page; a call that the browser blocks is "blocked". */
  function call(page: Page, path: string, options: Call = {}): Promise<Fetched | 'blocked'> {
    return page.evaluate(
      async ({ url, init }) => {
        try {
          const response = await fetch(url, init);
          return {
            status: response.status,
            body: await response.text(),
            headers: Object.fromEntries(response.headers),
          };
        } catch {
          return 'blocked' as const;
        }
      },
      { url: server.url + path, init: options },
    );
  }

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    for (const shop of shops) shop.close();
  });

  it('adds and lists animals for a listed origin, which reads the headers that clients need', async () => {
    const { origin, page } = await openShop();
    server = await startTestServer({ corsOrigins: [origin], rateLimit: { requests: 100, period: 60 } });
    const authorization = `Bearer ${server.key}`;
    const options = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'first' },
      body: '{"name":"Rex","categoryId":9223372036854775807}',
    };
    for (const replayed of [undefined, 'true']) {
      const added = await call(page, '/v1/pets', options);
      expect(added).toMatchObject({
        status: 201,
        body: expect.stringContaining('9223372036854775807'),
        headers: { location: '/v1/pets/1', 'x-request-id': expect.any(String), ratelimit: expect.any(String) },
      });
      expect(added).toHaveProperty(['headers', 'ratelimit-policy'], '"default";q=100;w=60');
      if (added !== 'blocked') expect(added.headers['idempotent-replayed']).toBe(replayed);
    }
    await call(page, '/v1/pets', { ...options, headers: { ...options.headers, 'idempotency-key': 'second' } });
    expect(await call(page, '/v1/pets?limit=1', { headers: { authorization } })).toMatchObject({
      headers: { link: expect.stringContaining('rel="next"') },
    });
    expect(await call(page, '/v1/pets/1', { headers: { authorization } })).toMatchObject({
      headers: { deprecation: '@1795132800', sunset: expect.any(String) },
    });
    expect(await call(page, '/v1/pets')).toMatchObject({
      status: 401,
      body: expect.stringContaining('api_key_missing'),
    });
    expect(await call(page, '/openapi.json')).toMatchObject({ status: 200 });
    expect(await call(page, '/account')).toBe('blocked');

    const other = await openShop();
    expect(await call(other.page, '/v1/pets', { headers: { authorization } })).toBe('blocked');
    expect(await call(other.page, '/openapi.json')).toBe('blocked');
    await server.close();
  }, 60_000);
});
