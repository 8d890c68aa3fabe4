import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, expect, it } from '@jest/globals';
import type axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium } from '../../../../support/browser.js';
import { startTestServer } from '../../../../support/server.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PREFIX = '/shop';
const server = await startTestServer({ publicBaseUrl: `https://animals.example${PREFIX}/v1` });
const BIG = '9223372036854775807';
const ROUNDED = /9223372036854776000|9223372036854775(?!807|808)/;

/** A proxy that removes a path. */
const proxy = createServer((asked, answer) => {
  const { method, headers, url = '' } = asked;
  const target = { host: '127.0.0.1', port: server.port, method, headers, path: url.replace(PREFIX, '') };
  const forwarded = request(target, (received) => {
    answer.writeHead(received.statusCode ?? NaN, received.headers);
    received.pipe(answer);
  });
  forwarded.once('error', () => answer.destroy());
  asked.pipe(forwarded);
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');
const { port } = proxy.address() as AddressInfo; // It listens on a port.
const url = `http://127.0.0.1:${port}${PREFIX}`;
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

describeInChromium('The documentation page in Chromium', [`${url}/`], (openPage) => {
  async function open(options?: BrowserContextOptions): Promise<Page> {
    const page = await openPage(options);
    await page.goto(`${url}/docs`);
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

  it('calls the API with a typed key, shows every digit, and keeps the key in this tab only', async () => {
    const page = await open();
    await authorize(page);
    const added = await execute(page, 'createPet', `{"name":"Ada","categoryId":${BIG}}`);
    expect(added).toMatch(/^201/);
    expect(added).toContain(`"categoryId": ${BIG},`);
    expect(await page.locator('body').innerText()).not.toMatch(ROUNDED);
    await page.reload();
    expect(await execute(page, 'listPets')).toContain(`"categoryId": ${BIG},`);
    expect(await page.locator('.curl').innerText()).toContain(`'${url}/v1/pets?limit=20'`);
    expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    expect(await execute(tab, 'listPets')).toMatch(/^401/);
  });

  it('says where to type a key, and calls again with it', async () => {
    const page = await open();
    await page.getByText('type an API key of your account at “Authorize”').waitFor();
    expect(await execute(page, 'getPet')).toMatch(/^401/);
    await authorize(page);
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"name": "Ada"').waitFor();
  });

  it('shows no rounded number and no regular expression', async () => {
    const page = await open();
    for (const button of ['.opblock-summary-control', '.json-schema-2020-12-expand-deep-button']) {
      await page.locator(button).first().waitFor();
      for (const each of await page.locator(button).all()) await each.click();
    }
    await page.getByText(BIG).first().waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(ROUNDED);
    expect(await page.locator('.models').innerText()).not.toMatch(/matches|\\x00/);
  });

  it.each(['light', 'dark'] as const)(
    'shows a deprecated method with enough contrast in %s mode',
    async (colorScheme) => {
      const page = await open({ colorScheme });
      await page.locator('.opblock-deprecated .opblock-summary-method').waitFor();
      await page.evaluate(AXE);
      const { violations } = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(
        "axe.run('.opblock-deprecated .opblock-summary', { runOnly: ['color-contrast'], resultTypes: ['violations'] })",
      );
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    },
  );

  it('has the rules without JavaScript, also on a phone', async () => {
    const page = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { name: 'Operations', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
