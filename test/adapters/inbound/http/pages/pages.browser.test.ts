import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import type axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium } from '../../../../support/browser.js';
import { eventually } from '../../../../support/eventually.js';
import { itLong } from '../../../../support/long.js';
import { startTestServer } from '../../../../support/server.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import { PASSWORD } from '../../../../support/visitor.js';

/** The minified build, because every page that axe inspects parses it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The folder for screenshots, which only `npm run screenshots` sets. */
const PICTURES = process.env.SCREENSHOTS;

/** The name, the category and the status of each animal. */
const ANIMALS = [
  ['Bella', 1n, 'sold'],
  ['Milo', 2n, 'available'],
  ['Zoë', 2n, 'sold'],
  ['Clover', 3n, 'pending'],
  ['Kiwi', 4n, 'available'],
  ['Max', 1n, 'available'],
  ['Hazel', 3n, 'available'],
  ['Nala', 2n, 'pending'],
] as const;
const UNUSUAL_ANIMALS = [
  ['W'.repeat(60), 2n ** 63n - 1n, 'available'],
  ['שלום <b>', -(2n ** 63n), 'sold'],
] as const;

const PHONE = { width: 360, height: 740 };
const SMALL_PHONE = { width: 320, height: 640 };
const DESK = { width: 1280, height: 800 };

// Pictures have a fixed time and address, so that they change only with the pages.
const STILL = { clock: new SettableClock(), publicBaseUrl: 'http://127.0.0.1:8080/v1' };
const server = await startTestServer();
/** This server has only what one shop would have, so that pictures show nothing of other tests. */
const shop = await startTestServer(PICTURES === undefined ? {} : STILL);

describeInChromium('the web pages in Chromium', [server.url, shop.url], (openPage) => {
  const open = (options?: BrowserContextOptions) => openPage({ baseURL: server.url, viewport: DESK, ...options });

  /** Fills in fields by their labels, and presses a button. */
  async function submit(page: Page, button: string, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: button, exact: true }).click();
  }

  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.goto('/account/sign-in');
    await submit(page, 'Sign in', { Email: email, Password: password });
    await page.waitForURL('**/animals');
  }

  async function holder(email: string, options?: BrowserContextOptions): Promise<Page> {
    await server.services.accounts.createAccount(email);
    await server.services.accounts.resetPassword(email, PASSWORD);
    const page = await open(options);
    await signIn(page, email);
    return page;
  }

  it('take a newcomer from signing up to an animal and an API key, which is shown even if its form is sent twice', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const email = 'newcomer@example.com';
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await submit(page, 'Sign up', { Email: email, Password: PASSWORD });
    await page.getByText('your account is ready: sign in').waitFor();
    await submit(page, 'Sign in', { Email: email, Password: PASSWORD });
    await page.getByRole('link', { name: 'Add animal' }).click();
    await submit(page, 'Add animal', { Name: 'Rex', Category: '7' });
    await page.getByText('Added Rex, number ').waitFor();

    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Create API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shop front');
    const { apiKeys } = server.services;
    const create = apiKeys.createApiKey.bind(apiKeys);
    const { promise: isSentAgain, resolve: sentAgain } = Promise.withResolvers<undefined>();
    const created = jest.spyOn(apiKeys, 'createApiKey').mockImplementation(async (request) => {
      await isSentAgain;
      return create(request);
    });
    await page.keyboard.press('Enter');
    await eventually(() => created.mock.calls.length === 1);
    await page.keyboard.press('Enter');
    sentAgain(undefined);
    const key = await page.locator('#key').innerText();
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.locator('#key-copied').getByText('Copied.').waitFor();
    expect(await clipboard()).toBe(key);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.locator('#curl-copied').getByText('Copied.').waitFor();
    expect(await clipboard()).toContain(`curl -H 'Authorization: Bearer ${key}' http://127.0.0.1:`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
  });

  it('change a status with only a keyboard; the button is shown while another status is chosen', async () => {
    const page = await holder('clerk@example.com');
    await server.services.pets.createPet({ draft: { name: 'Ash', categoryId: 1n }, accountId: 1n });
    await page.goto('/animals');
    const button = page.getByRole('button', { name: 'Change the status of Ash' });
    const choice = page.getByRole('combobox', { name: 'Status of Ash' });
    expect(await button.count()).toBe(0);
    await choice.focus();
    await page.keyboard.press('s');
    await button.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('is now sold.').waitFor();
    expect([await choice.inputValue(), await button.count()]).toEqual(['sold', 0]);
  });

  it('suit a phone: targets are 44 px high, the next page is within reach, and nothing moves when a status is chosen', async () => {
    const page = await holder('thumb@example.com', { viewport: PHONE });
    for (let number = 0; number < 21; number++) {
      const name = number === 20 ? 'Lily '.repeat(51) : `Lily ${number}`;
      await server.services.pets.createPet({ draft: { name, categoryId: 1n }, accountId: 1n });
    }
    for (const path of ['/animals', '/animals/new', '/account', '/']) {
      await page.goto(path);
      const low = await page.evaluate<unknown[]>(
        `[...document.querySelectorAll('a:not(.skip), button, select, input')]
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map((each) => each.outerHTML)`,
      );
      expect({ path, low }).toEqual({ path, low: [] });
    }
    await page.goto('/animals');
    const next = await page.getByRole('link', { name: 'Next page' }).first().boundingBox();
    expect(next?.y).toBeLessThan(PHONE.height / 2);
    const rows = page.getByRole('row');
    const places = async () => Promise.all((await rows.all()).map((row) => row.boundingBox()));
    const before = await places();
    await page.getByRole('combobox', { name: 'Status of Lily 19' }).selectOption('Sold');
    await page.getByRole('button', { name: 'Change the status of Lily 19' }).waitFor();
    expect(await places()).toEqual(before);
    const long = await rows.nth(1).getByRole('rowheader').boundingBox();
    expect(long?.width).toBeGreaterThan(PHONE.width * 0.8);
  });

  it('move the focus to the error, and from there to its field; the button beside a password shows it', async () => {
    const page = await open();
    await page.goto('/account/sign-up');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123456789012');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]:focus').waitFor(); // a browser moves the focus when it renders the page
    await page.getByRole('alert').getByRole('link').press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    for (const [name, type] of [
      ['Show password', 'text'],
      ['Hide password', 'password'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      expect(await page.getByLabel('Password').getAttribute('type')).toBe(type);
    }
  });

  itLong('pass every accessibility check in light and in dark mode, and fit the screen of a phone', async () => {
    // A change of the colours takes effect at once.
    const page = await open({ reducedMotion: 'reduce', baseURL: shop.url });
    const email = 'jane@example.com';

    async function inspect(name: string): Promise<void> {
      await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      await page.evaluate(AXE);
      for (const [colorScheme, rules] of [
        ['light', {}],
        ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }], // the others see no colour
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
        const { violations } = await page.evaluate<Pick<axe.AxeResults, 'violations'>>(`axe.run(${options})`);
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        expect({ name, colorScheme, found }).toEqual({ name, colorScheme, found: [] });
        await picture(page, `${name}-${colorScheme}`);
      }
      for (const size of [PHONE, SMALL_PHONE]) {
        await page.setViewportSize(size);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect({ name, width }).toEqual({ name, width: size.width });
        if (size === PHONE) await picture(page, `${name}-phone-dark`);
      }
      await page.setViewportSize(PHONE);
      const widthOfLargeText = await page.evaluate<number>(
        `document.documentElement.style.setProperty('--pico-font-size', '200%'), document.documentElement.scrollWidth`,
      );
      expect({ name, widthOfLargeText }).toEqual({ name, widthOfLargeText: PHONE.width });
      await page.evaluate(`document.documentElement.style.removeProperty('--pico-font-size')`);
      await page.setViewportSize(DESK);
      await page.emulateMedia({ colorScheme: 'light' });
    }

    async function add(animals: typeof ANIMALS | typeof UNUSUAL_ANIMALS): Promise<void> {
      for (const [name, categoryId, status] of animals) {
        await shop.services.pets.createPet({ draft: { name, categoryId, status }, accountId: 1n });
      }
    }

    async function visit(...paths: string[]): Promise<void> {
      for (const path of paths) {
        await page.goto(path);
        await inspect(path);
      }
    }

    await visit('/', '/account/sign-in', '/account/sign-up');
    await submit(page, 'Sign up', { Email: email, Password: '123456789012' });
    await page.getByRole('alert').waitFor();
    await inspect('sign-up-again');
    await submit(page, 'Sign up', { Password: PASSWORD });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await inspect('signed-up');
    await signIn(page, email);
    await inspect('animals-empty');
    await visit('/account');
    await shop.services.apiKeys.createApiKey({ email, name: 'Shop front' });
    await shop.services.apiKeys.createApiKey({ email, name: 'Till in the yard', expiresIn: 90 * 86_400_000 });
    const { stored } = await shop.services.apiKeys.createApiKey({ email, name: 'Old till', expiresIn: 86_400_000 });
    await shop.services.apiKeys.revokeApiKey(stored.prefix);
    const client = { address: '2001:db8::7', network: '2001:db8::/56' };
    await shop.services.sessions.signIn({ email, password: PASSWORD, client });
    await visit('/account', '/account?keys=all');
    await visit('/account/keys/new');
    await submit(page, 'Create API key', { Name: 'Partner' });
    await page.locator('#key').waitFor();
    await inspect('issued-key');
    for (const action of ['Replace', 'Revoke']) {
      await page.goto('/account');
      await page.getByRole('link', { name: `${action} Shop front` }).click();
      await page.getByRole('heading', { name: `${action} this API key?` }).waitFor();
      await inspect(action);
    }
    await add(ANIMALS);
    await visit('/animals');
    await page.getByLabel('Status of Clover').selectOption('Sold');
    await inspect('animals-chosen');
    await page.getByRole('button', { name: 'Change the status of Clover' }).click();
    await page.getByText('is now sold.').waitFor();
    await inspect('animals-changed');
    await add(UNUSUAL_ANIMALS);
    await page.goto('/animals');
    await inspect('animals-unusual');
    await visit('/animals?status=sold', '/animals?status=lost', '/animals/new');
    for (let round = 0; round < 5; round++) await add(ANIMALS);
    await submit(page, 'Add animal', { Name: 'Newcomer', Category: '7' });
    await page.getByRole('row', { name: 'Newcomer' }).waitFor();
    await inspect('animals-added');
    await submit(page, 'Go', { 'Go to number': '999' });
    await page.getByText('No animal has the number 999.').waitFor();
    await inspect('animals-no-number');
    await visit('/account/password', '/account/delete', '/account/nope', '/login');
  });
});

/** Of these pages there are pictures in docs/images. */
const PICTURED = ['animals-light', 'sign-up-light', 'issued-key-light', 'account-phone-dark'];

/** @param path a name, or a path whose last segment names the picture */
async function picture(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (PICTURES === undefined || !PICTURED.includes(name)) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
