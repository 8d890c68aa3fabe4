import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import type axe from 'axe-core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describeInChromium } from '../../../../support/browser.js';
import { eventually } from '../../../../support/eventually.js';
import { IS_LONG, itLong } from '../../../../support/long.js';
import { TooManyAttempts } from '../../../../../src/domain/errors.js';
import { startTestServer } from '../../../../support/server.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import { PASSWORD } from '../../../../support/visitor.js';

/** Its smaller form: every page that axe inspects reads all of it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where `npm run screenshots` wants pictures of the pages; otherwise none are taken. */
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

// For pictures, time stands still and the address is a nice one, so that they change only with the pages.
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

  async function call(key: string): Promise<number> {
    return (await fetch(`${server.url}/v1/pets`, { headers: { authorization: `Bearer ${key}` } })).status;
  }

  // The tests without a browser fill in the same forms without JavaScript.
  it.each<[string, boolean]>(
    IS_LONG
      ? [
          ['on', true],
          ['off', false],
        ]
      : [['on', true]],
  )(
    'take a newcomer from signing up to an animal and a revoked key, with JavaScript %s',
    async (name, javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled });
      const email = `newcomer.${name}@example.com`;
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign up' }).click();
      await submit(page, 'Sign up', { Email: email, Password: PASSWORD });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByText('Now sign in.').waitFor();
      await submit(page, 'Sign in', { Email: email, Password: PASSWORD });

      await page.getByRole('link', { name: 'Add animal' }).click();
      await page.getByLabel('Name', { exact: true }).fill(`Rex ${name}`);
      await page.getByLabel('Category').fill('7');
      await page.getByRole('button', { name: 'Add animal' }).dblclick();
      await page.getByText(`Added Rex ${name}, number `).waitFor();
      await page.reload();
      expect(await page.getByText(`Added Rex ${name}, number `).count()).toBe(0);
      const row = page.getByRole('row', { name: `Rex ${name}` });
      expect(await row.count()).toBe(1);
      await row.getByRole('combobox', { name: `Status of Rex ${name}, number ` }).selectOption('Sold');
      await row.getByRole('button', { name: `Change the status of Rex ${name}, number ` }).click();
      await page.getByText('is now sold.').waitFor();
      expect(await row.getByRole('combobox').inputValue()).toBe('sold');
      expect(await page.getByRole('link', { name: 'Animals' }).getAttribute('aria-current')).toBe('page');
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('link', { name: 'Create API key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Shop front');
      expect(await page.getByLabel('Expires').inputValue()).toBe('90d');
      await page.getByRole('button', { name: 'Create API key' }).click();
      const key = await page.locator('#key').innerText();
      expect(await call(key)).toBe(200);
      await page.getByRole('button', { name: 'Copy key' }).waitFor({ state: javaScriptEnabled ? 'visible' : 'hidden' });

      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('link', { name: `Revoke Shop front, ${key.slice(0, 11)}` }).click();
      await page.getByRole('button', { name: 'Revoke API key' }).click();
      await page.getByText('The API key is revoked.').waitFor();
      await eventually(async () => (await call(key)) === 401);

      expect(await page.getByText('You have no active API keys.').isVisible()).toBe(true);
      await page.getByRole('link', { name: 'All, with revoked and expired' }).click();
      expect(await page.getByText('revoked', { exact: true }).first().isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You are signed out.').waitFor();
    },
  );

  it('of two services on one host keep their sessions apart', async () => {
    const page = await holder('both@example.com');
    await shop.services.accounts.createAccount('both@example.com');
    await shop.services.accounts.resetPassword('both@example.com', PASSWORD);
    await page.goto(`${shop.url}/account/sign-in`);
    await submit(page, 'Sign in', { Email: 'both@example.com', Password: PASSWORD });
    await page.waitForURL(`${shop.url}/animals`);
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('copy the key and the command', async () => {
    const page = await holder('copier@example.com', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/account/keys/new');
    await submit(page, 'Create API key', { Name: 'Copied' });
    const key = await page.locator('#key').innerText();
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.locator('#key-copied').getByText('Copied.').waitFor();
    expect(await clipboard()).toBe(key);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.locator('#curl-copied').getByText('Copied.').waitFor();
    expect(await clipboard()).toContain(`curl -H 'Authorization: Bearer ${key}' http://127.0.0.1:`);
  });

  it('show a key even if its form is sent twice', async () => {
    const page = await holder('twice@example.com');
    await page.goto('/account/keys/new');
    await page.getByLabel('Name', { exact: true }).fill('Twice');
    await page.getByRole('button', { name: 'Create API key' }).hover();
    const click = async () => {
      await page.mouse.down();
      await page.mouse.up();
    };
    // The second click comes when the key exists and its response has not arrived.
    await page.route(
      page.url(),
      async (route) => {
        const response = await route.fetch();
        await click();
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await click();
    expect(await call(await page.locator('#key').innerText())).toBe(200);
  });

  it('mark a row until its status is saved, keep the other rows, and ask before unsaved rows are left', async () => {
    const page = await holder('clerk@example.com');
    for (const name of ['Ash', 'Birch', 'Cedar']) {
      await server.services.pets.createPet({ draft: { name, categoryId: 1n }, accountId: 1n });
    }
    await page.goto('/animals');
    const row = (name: string) => page.getByRole('row', { name });
    const button = (name: string) => page.getByRole('button', { name: `Change the status of ${name}` });
    const choose = (name: string, status: string) => row(name).getByRole('combobox').selectOption(status);
    const unsaved = () => page.getByText('Not saved').filter({ visible: true }).count();
    expect([await button('Ash').count(), await unsaved()]).toEqual([0, 0]);

    await choose('Ash', 'Sold');
    await choose('Birch', 'Pending');
    expect([await unsaved(), await button('Cedar').count()]).toEqual([2, 0]);
    await button('Ash').click();
    await page.getByText('is now sold.').waitFor();
    // The script of the page runs after its text is shown.
    await eventually(async () => (await row('Birch').getByRole('combobox').inputValue()) === 'pending');
    expect([await unsaved(), await button('Ash').count(), await button('Birch').count()]).toEqual([1, 0, 1]);

    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await row('Birch').getByText('Not saved').click(); // Chromium asks only after a gesture.
    await page.getByRole('link', { name: 'Account' }).click();
    await eventually(() => asked.length === 1);
    expect([asked, await unsaved()]).toEqual([['beforeunload'], 1]);
    await choose('Birch', 'Available');
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(asked).toHaveLength(1);

    await page.goto('/animals');
    await choose('Cedar', 'Sold');
    await page.context().clearCookies();
    await button('Cedar').click();
    await page.getByText('the form was not sent').waitFor();
    await submit(page, 'Sign in', { Email: 'clerk@example.com', Password: PASSWORD });
    await page.waitForURL('**/animals');
    await eventually(async () => (await row('Cedar').getByRole('combobox').inputValue()) === 'sold');
    expect(await unsaved()).toBe(1);
  });

  it('show choices that are not saved only to the account that has made them', async () => {
    const page = await holder('careful@example.com');
    await server.services.accounts.createAccount('next@example.com');
    await server.services.accounts.resetPassword('next@example.com', PASSWORD);
    for (const name of ['Gorse', 'Holly']) {
      await server.services.pets.createPet({ draft: { name, categoryId: 1n }, accountId: 1n });
    }
    await page.goto('/animals');
    const choice = (name: string) => page.getByRole('combobox', { name: `Status of ${name}` });
    await choice('Gorse').selectOption('Sold');
    await choice('Holly').selectOption('Sold');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Change the status of Holly' }).click();
    await page.getByText('the form was not sent').waitFor();
    await submit(page, 'Sign in', { Email: 'next@example.com', Password: PASSWORD });
    await page.waitForURL('**/animals');
    expect([await choice('Gorse').inputValue(), await choice('Holly').inputValue()]).toEqual([
      'available',
      'available',
    ]);
  });

  it('undo a change, and keep the choices of other rows', async () => {
    const page = await holder('undoer@example.com');
    for (const name of ['Jasmin', 'Kale']) {
      await server.services.pets.createPet({ draft: { name, categoryId: 1n }, accountId: 1n });
    }
    await page.goto('/animals');
    const choice = (name: string) => page.getByRole('combobox', { name: `Status of ${name}` });
    await choice('Jasmin').selectOption('Sold');
    await choice('Kale').selectOption('Pending');
    await page.getByRole('button', { name: 'Change the status of Jasmin' }).click();
    await page.getByText('is now sold.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('is now available.').waitFor();
    await eventually(async () => (await choice('Kale').inputValue()) === 'pending');
    expect(await choice('Jasmin').inputValue()).toBe('available');
  });

  it('drop the choice of a row whose animal another person has changed since', async () => {
    const page = await holder('second.clerk@example.com');
    const ids: bigint[] = [];
    for (const name of ['Dill', 'Elder']) {
      const { pet } = await server.services.pets.createPet({ draft: { name, categoryId: 1n }, accountId: 1n });
      ids.push(pet.id);
    }
    await page.goto('/animals');
    const choice = (name: string) => page.getByRole('combobox', { name: `Status of ${name}` });
    await choice('Dill').selectOption('Pending');
    await choice('Elder').selectOption('Pending');
    const sold = { petId: ids[0] ?? 0n, from: 'available', to: 'sold', accountId: 1n, address: '192.0.2.1' };
    await server.services.pets.changePetStatus(sold);
    await page.getByRole('button', { name: 'Change the status of Elder' }).click();
    await page.getByText('is now pending.').waitFor();
    expect([await choice('Dill').inputValue(), await page.getByText('Not saved').first().isVisible()]).toEqual([
      'sold',
      false,
    ]);
  });

  it('suit a finger on a phone: targets are 44 px high, the next page is within reach, and no name moves', async () => {
    const page = await holder('thumb@example.com', { viewport: PHONE });
    for (let number = 0; number < 21; number++) {
      await server.services.pets.createPet({ draft: { name: `Lily ${number}`, categoryId: 1n }, accountId: 1n });
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
    const name = page.getByRole('rowheader', { name: 'Lily 20' }).locator('bdi');
    const place = await name.boundingBox();
    await page.getByRole('combobox', { name: 'Status of Lily 20' }).selectOption('Sold');
    await page.getByText('Not saved').first().waitFor();
    expect(await name.boundingBox()).toEqual(place);
  });

  itLong('mark an unsaved row without JavaScript, too', async () => {
    const page = await open({ javaScriptEnabled: false });
    await server.services.accounts.createAccount('quiet@example.com');
    await server.services.accounts.resetPassword('quiet@example.com', PASSWORD);
    await signIn(page, 'quiet@example.com');
    await server.services.pets.createPet({ draft: { name: 'Fern', categoryId: 1n }, accountId: 1n });
    await page.goto('/animals');
    const row = page.getByRole('row', { name: 'Fern' });
    expect([await row.getByText('Not saved').isVisible(), await row.getByRole('button').isVisible()]).toEqual([
      false,
      true,
    ]);
    await row.getByRole('combobox').selectOption('Sold');
    expect(await row.getByText('Not saved').isVisible()).toBe(true);
  });

  it('lead back and forward over a refused form and over a new key, and reload them, without an error page', async () => {
    const page = await holder('wanderer@example.com');
    /** Waits for a part of the response to a form, and until the script of the page has run. */
    const response = async (part: Locator) => {
      await part.waitFor();
      await page.waitForLoadState();
    };
    await page.goto('/animals/new');
    await submit(page, 'Add animal', { Name: 'Rex', Category: 'none' });
    await response(page.getByRole('alert'));
    await submit(page, 'Add animal', { Category: '1' });
    await page.getByText('Added Rex').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Add animal' }).waitFor();
    await page.goForward();
    await page.getByRole('row', { name: 'Rex' }).first().waitFor();

    await page.goto('/account/keys/new');
    await submit(page, 'Create API key', { Name: 'Rover' });
    await response(page.locator('#key'));
    await page.goto('/account');
    await page.goBack();
    await page.getByRole('heading', { name: 'Create API key' }).waitFor();
    await submit(page, 'Create API key', { Name: 'Rusty' });
    await response(page.locator('#key'));
    await page.reload();
    await page.getByRole('heading', { name: 'Create API key' }).waitFor();
    expect((await server.services.apiKeys.listApiKeys({ email: 'wanderer@example.com' })).length).toBe(2);
    await page.goto('/account/password');
    await submit(page, 'Change password', { 'Current password': 'wrong password', 'New password': PASSWORD });
    await response(page.getByRole('alert'));
    await page.reload();
    await page.getByRole('heading', { name: 'Change your password' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('send a form again if the page of a failure is loaded again', async () => {
    const page = await holder('patient@example.com');
    jest.spyOn(server.services.sessions, 'signOut').mockRejectedValueOnce(new TooManyAttempts(1_000));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
    await page.reload();
    await page.getByText('You are signed out.').waitFor();
  });

  it('work with only a keyboard, and move the focus to the error', async () => {
    const page = await open();
    await page.goto('/account/sign-up');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyboard@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123456789012');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]:focus').waitFor(); // a browser moves the focus when it renders the page
    expect(await focused(page)).toMatch(/^There is a problem/);
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole('alert').getByRole('link').press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
  });

  it('name their fields for a password manager, and can show a password', async () => {
    const page = await holder('manager@example.com');
    const fieldsOf = async (path: string) => {
      await page.goto(path);
      return page.evaluate<string[]>(
        "[...document.querySelectorAll('main input[autocomplete]')].map((input) => input.autocomplete)",
      );
    };
    expect(await fieldsOf('/account/password')).toEqual(['username', 'current-password', 'new-password']);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await fieldsOf('/account/sign-in')).toEqual(['username', 'current-password']);
    expect(await fieldsOf('/account/sign-up')).toEqual(['username', 'new-password']);
    const password = page.getByLabel('Password');
    for (const [name, type] of [
      ['Show password', 'text'],
      ['Hide password', 'password'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      expect(await password.getAttribute('type')).toBe(type);
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
    const client = { address: '2001:db8::7', network: '2001:db8::/64', site: '2001:db8::/48' };
    await shop.services.sessions.signIn({ email, password: PASSWORD, client });
    await visit('/', '/account', '/account?keys=all');
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
    await inspect('animals-unsaved');
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

/** The text of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.innerText');
}

/** Of these pages there are pictures in docs/images. */
const PICTURED = ['animals-light', 'sign-up-light', 'issued-key-light', 'account-phone-dark'];

/** @param path a name, or a path whose last segment names the picture */
async function picture(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (PICTURES === undefined || !PICTURED.includes(name)) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
