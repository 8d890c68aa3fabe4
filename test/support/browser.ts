import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { TIMEOUT_MS } from './eventually.js';
import { describeUnless } from './requirements.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const missing = existsSync(CHROMIUM)
  ? undefined
  : `no browser at ${CHROMIUM}; as root on Debian: apt-get install chromium; elsewhere name one in CHROMIUM_PATH`;

/**
 * Declares tests of pages in Chromium. `open` opens an empty page, which is closed after the test. At the end, the pages
 * must have called no other host, violated no rule of their Content-Security-Policy and logged no error.
 * @param addresses the beginnings of the addresses that the pages may request
 */
export function describeInChromium(
  name: string,
  addresses: readonly string[],
  tests: (open: (options?: BrowserContextOptions) => Promise<Page>) => void,
): void {
  describeUnless(missing, name, () => {
    let browser: Browser;
    const open: BrowserContext[] = [];
    const complaints: string[] = [];
    const requests: string[] = [];
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'], timeout: TIMEOUT_MS });
    });
    afterEach(async () => {
      for (const context of open.splice(0)) await context.close();
    });
    afterAll(() => browser.close());

    tests(async (options) => {
      const context = await browser.newContext(options);
      open.push(context);
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      // Chromium reports what the Content-Security-Policy blocks as an error of the console.
      page.on('console', (message) => {
        const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
        if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => requests.push(request.url()));
      return page;
    });

    it('call no other host, violate no rule of their Content-Security-Policy, and log no error', () => {
      expect(requests.length).toBeGreaterThan(30);
      const own = [...addresses, 'data:'];
      expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
}
