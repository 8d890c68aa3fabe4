import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describeUnless } from '../../../../support/requirements.js';
import { startTestServer } from '../../../../support/server.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const missing = existsSync(CHROMIUM)
  ? undefined
  : `no browser at ${CHROMIUM}; as root on Debian: apt-get install chromium; elsewhere name one in CHROMIUM_PATH`;

const PREFIX = '/shop';
const server = await startTestServer({ publicBaseUrl: `https://animals.example${PREFIX}/v1` });
const BIG = '9223372036854775807';
const ROUNDED = /9223372036854776000|9223372036854775(?!807|808)/;

describeUnless(missing, 'The documentation page in Chromium', () => {
  let browser: Browser;
  const complaints: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--disable-gpu'] });
  });
  afterAll(() => browser.close());

  /** Opens the page behind a proxy that removes a path. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(60_000);
    await context.route(`${server.url}${PREFIX}/**`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace(PREFIX, '') }) }),
    );
    const page = await context.newPage();
    // Chromium reports what the Content-Security-Policy blocks as an error of the console.
    page.on('console', (message) => {
      const isRefusal = message.text().startsWith('Failed to load resource: the server responded with a status of 401');
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${server.url}${PREFIX}/docs`);
    return page;
  }

  /** Opens an operation, if it is closed, and sends its example or a body. Returns what the page shows of the response. */
  async function execute(page: Page, operationId: string, body?: string): Promise<string> {
    const operation = page.locator(`#operations-pets-${operationId}`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    if (body !== undefined) await operation.locator('textarea').fill(body);
    await operation.getByRole('button', { name: 'Execute' }).click();
    return operation.locator('.live-responses-table .response').innerText();
  }

  async function authorize(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(server.key);
    await page.locator('.auth-container .authorize').click();
    await page.locator('.auth-container .btn-done').click();
  }

  it('shows the operations of the document on the first screen, and their rules below', async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    const operations = page.locator('.opblock');
    await operations.last().waitFor();
    expect(await operations.locator('.opblock-summary-description').allInnerTexts()).toEqual([
      'List animals',
      'Add an animal',
      'Get an animal',
    ]);
    expect((await operations.last().boundingBox())?.y).toBeLessThan(800);
    await page.getByRole('link', { name: 'the rules' }).click();
    expect(await page.locator('#rules').innerText()).toMatch(/Paging.*Errors.*idempotency_key_reused/s);
    await page.context().close();
  });

  it('calls the API with a typed key, shows every digit, and keeps the key in this tab only', async () => {
    const page = await open();
    await authorize(page);
    const added = await execute(page, 'createPet', `{"name":"Ada","categoryId":${BIG}}`);
    expect(added).toMatch(/^201/);
    expect(added).toContain(`"categoryId": ${BIG},`);
    await page.reload();
    expect(await execute(page, 'listPets')).toContain(`"categoryId": ${BIG},`);
    expect(await page.locator('.curl').innerText()).toContain(`'${server.url}${PREFIX}/v1/pets?limit=20'`);
    expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    expect(await execute(tab, 'listPets')).toMatch(/^401/);
    await page.context().close();
  });

  it('says where to type a key after a call without one', async () => {
    const page = await open();
    expect(await execute(page, 'getPet')).toMatch(/^401/);
    expect(await page.getByRole('status').innerText()).toMatch(/Type one at “Authorize”/);
    await authorize(page);
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"name": "Ada"').waitFor();
    expect(await page.getByRole('status').count()).toBe(0);
    await page.context().close();
  });

  it('shows no rounded number', async () => {
    const page = await open();
    for (const button of ['.opblock-summary-control', '.json-schema-2020-12-expand-deep-button']) {
      await page.locator(button).first().waitFor();
      for (const each of await page.locator(button).all()) await each.click();
    }
    await page.getByText(BIG).first().waitFor();
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(ROUNDED);
    await page.context().close();
  });

  it('fits the screen of a phone', async () => {
    const page = await open({ viewport: { width: 360, height: 740 } });
    await page.locator('.opblock').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.context().close();
  });

  it('links the document, also without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByText('With JavaScript, this page shows the OpenAPI document').waitFor();
    for (const form of ['JSON', 'YAML']) {
      const address = await page.getByRole('link', { name: form }).getAttribute('href');
      expect(address).toBe(`${PREFIX}/openapi.${form.toLowerCase()}`);
    }
    await page.context().close();
  });

  it('calls no other host, violates no rule of its Content-Security-Policy, and logs no error', () => {
    expect(requests.length).toBeGreaterThan(30);
    expect(requests.filter((url) => !url.startsWith(`${server.url}${PREFIX}/`) && !url.startsWith('data:'))).toEqual(
      [],
    );
    expect(complaints).toEqual([]);
  });
});
