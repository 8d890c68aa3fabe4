import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { browserArguments, chromiumPath, describeBrowser } from '../../../../support/browser.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';

describeBrowser('the documentation page in Chromium', () => {
  let server: TestServer;
  let browser: Browser;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage(options);
    // Chromium reports what the Content-Security-Policy blocks as an error of the console.
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${server.url}/docs`);
    return page;
  }

  it('adds and lists animals with the pasted key, shows every digit of them, and forgets the key', async () => {
    const page = await open();
    await page.getByLabel('API key').fill(server.key);
    const createPet = page.getByRole('form', { name: 'Try createPet' });
    await createPet.getByLabel('Request body').fill('{"name":"Ada","categoryId":9223372036854775807}');
    expect(await sent(page, 'createPet')).toMatch(
      /^201 Created\n.*location: \/v1\/pets\/1\n.*\n {2}"categoryId": 9223372036854775807,\n/s,
    );
    expect(await sent(page, 'getPet')).toMatch(/^200 OK\n.*\n {2}"name": "Ada",\n/s);
    await page.getByRole('form', { name: 'Try listPets' }).getByLabel('status').selectOption('sold');
    expect(await sent(page, 'listPets')).toMatch(/^200 OK\n.*\n\[\]$/s);
    expect(complaints).toEqual([]);
    await page.reload();
    expect(await sent(page, 'listPets')).toMatch(/^401 Unauthorized\n/);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.context().close();
  });

  it('shows the first operation on the first screen, of a phone too', async () => {
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 360, height: 740 },
    ]) {
      const page = await open({ viewport });
      const box = await page.getByRole('heading', { name: 'List animals' }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(viewport.height);
      await page.context().close();
    }
  });

  it.each(['light', 'dark'] as const)(
    'has no fault of accessibility in %s and fits a phone, all unfolded',
    async (colorScheme) => {
      const page = await open({ colorScheme, viewport: { width: 360, height: 740 } });
      await sent(page, 'listPets');
      complaints.splice(0); // the 401
      for (const folded of await page.locator('summary').all()) await folded.click();
      expect(await page.evaluate('[document.scrollingElement.scrollWidth, window.innerWidth]')).toEqual([360, 360]);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<Pick<axe.AxeResults, 'violations'>>('axe.run()');
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      await page.context().close();
    },
  );

  it('hides what needs JavaScript from a browser without it', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Send request' }).count()).toBe(0);
    await page.context().close();
  });

  it('asks no other host, breaks no rule of its Content-Security-Policy and complains of nothing', () => {
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** The response that the page shows after "Send request". */
async function sent(page: Page, operationId: string): Promise<string> {
  const form = page.getByRole('form', { name: `Try ${operationId}` });
  await form.getByRole('button').click();
  const output = form.locator('output:not(:empty)');
  await output.waitFor();
  return output.innerText();
}
