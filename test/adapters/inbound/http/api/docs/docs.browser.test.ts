import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axe from 'axe-core';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { browserArguments, chromiumPath, describeBrowser } from '../../../../../support/browser.js';
import { startTestServer, type TestServer } from '../../../../../support/server.js';

describeBrowser('the documentation page in Chromium', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    browser = await chromium.launch({ executablePath: chromiumPath, args: browserArguments });
    page = await browser.newPage();
    // Chromium reports what the Content-Security-Policy blocks as an error of the console.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${server.url}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const key = page.getByLabel('API key');
    expect(await key.getAttribute('type')).toBe('password');
    await key.fill(server.key);
    await page.getByRole('button', { name: 'Authorize' }).last().click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).last().click();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('adds and lists animals with the pasted key, and shows every digit of what comes back', async () => {
    const animal = { id: '1', name: '"Ada"', categoryId: '9223372036854775807', status: '"available"' };
    const createPet = await opened(page, 'createPet');
    await createPet.locator('textarea').fill('{"name":"Ada","categoryId":9223372036854775807}');
    expect(await executed(createPet)).toEqual({ status: '201', body: animal });
    expect(await executed(await opened(page, 'listPets'))).toEqual({ status: '200', body: animal });
  });

  it('shows the bounds of int64 digit for digit', async () => {
    const schemas = await page.locator('section.models').innerText();
    expect(schemas).toContain('[-9223372036854775808, 9223372036854775807]');
    expect(schemas).not.toContain('9223372036854776000');
  });

  it('shows the first operation on the first screen, of a phone too, and a way back', async () => {
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 360, height: 740 },
    ]) {
      const visitor = await browser.newPage({ viewport });
      await visitor.goto(`${server.url}/docs`);
      const operation = visitor.locator('#operations-pets-listPets');
      await operation.waitFor();
      const box = await operation.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(viewport.height);
      await visitor.getByRole('link', { name: 'Animal Store', exact: true }).click();
      await visitor.waitForURL(`${server.url}/`);
      await visitor.close();
    }
  });

  it('gives each error one line, with its codes', async () => {
    const visitor = await browser.newPage();
    await visitor.goto(`${server.url}/docs`);
    const operation = visitor.locator('#operations-pets-createPet');
    await operation.locator('.opblock-summary-control').click();
    const errors = operation.locator('.response-error');
    await errors.first().waitFor();
    expect(await errors.count()).toBe(12);
    const text = await errors.filter({ hasText: 'malformed_json' }).innerText();
    expect(text).toMatch(/^400\s+The body, a parameter or a header breaks a rule.*invalid_request\s*malformed_json/s);
    expect(await operation.locator('.response .model-example').count()).toBe(1); // that of the 201
    await visitor.close();
  });

  it('has the page say its language and its title', async () => {
    expect(await page.title()).toBe('Animal Store API');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('fits a phone, also with its operations and schemas open', async () => {
    const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await phone.goto(`${server.url}/docs`);
    const width = () => phone.evaluate<[number, number]>('[document.scrollingElement.scrollWidth, window.innerWidth]');
    await phone.locator('#operations-pets-listPets').waitFor();
    expect(await width()).toEqual([360, 360]);
    for (const id of ['listPets', 'createPet', 'getPet']) await opened(phone, id);
    await executed(phone.locator('#operations-pets-listPets'));
    const buttons = phone.locator('section.models .json-schema-2020-12-expand-deep-button');
    for (const button of await buttons.all()) await button.click();
    expect(await width()).toEqual([360, 360]);
    await phone.close();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility in %s but the one that Swagger UI has in its markup',
    async (colorScheme) => {
      const visitor = await browser.newPage({ colorScheme });
      await visitor.goto(`${server.url}/docs`);
      await visitor.locator('.guide summary').click();
      for (const id of ['listPets', 'createPet', 'getPet']) await opened(visitor, id);
      await executed(visitor.locator('#operations-pets-listPets'));
      await visitor.evaluate(axe.source);
      const { violations } = await visitor.evaluate<Pick<axe.AxeResults, 'violations'>>('axe.run()');
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id }) => id)).toEqual(['nested-interactive']); // a link within the button that opens an operation
      await visitor.close();
    },
  );

  it('asks no other host, breaks no rule of its Content-Security-Policy and complains of nothing', () => {
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((url) => !url.startsWith(`${server.url}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('forgets the pasted key when it is loaded again', async () => {
    await page.goto(`${server.url}/docs`);
    expect((await executed(await opened(page, 'listPets'))).status).toBe('401');
  });
});

/** The operation, ready to be filled in. */
async function opened(page: Page, operationId: string): Promise<Locator> {
  const operation = page.locator(`#operations-pets-${operationId}`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  return operation;
}

/** What the page shows after "Execute": the status, and the text of every member of the animals in the body. */
async function executed(operation: Locator): Promise<{ status: string; body: Record<string, string> }> {
  await operation.getByRole('button', { name: 'Execute' }).click();
  const response = operation.locator('.live-responses-table tbody .response').first();
  const status = (await response.locator('.response-col_status').innerText()).trim();
  const text = await response.locator('pre').first().innerText();
  const body: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/"(\w+)": (.+?),?$/gm)) body[name] = value;
  return { status, body };
}
