import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../../../../src/domain/errors.js';
import { CAT } from '../../../../support/examples.js';
import { routesOfPages } from './page-routes.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');
const { pet } = await server.services.pets.createPet({ draft: CAT, accountId: 1n });
const number = String(pet.id);
afterEach(() => void jest.restoreAllMocks());

/** Changes the status of the animal from `available`, which leaves a notice for the list. */
function sell(visitor: Visitor): Promise<Page> {
  return visitor.send('/animals', { number, shown: 'available', status: 'sold' });
}

function giveBack(): Promise<unknown> {
  const change = { petId: pet.id, from: 'sold', to: 'available', accountId: 1n, address: '192.0.2.1' };
  return server.services.pets.changePetStatus(change);
}

function hasNotice({ notice }: Page): boolean {
  return notice !== undefined;
}

function noticeIn({ headers }: Page): string[] {
  return headers.getSetCookie().filter((each) => each.includes('animal-store-notice'));
}

const FLAGS = 'Path=/; Max-Age=60; SameSite=Lax; HttpOnly';

describe('A notice', () => {
  afterEach(async () => {
    await giveBack();
    await jane.get('/animals'); // This takes the notice that a test has left.
  });

  it('is shown once, by the page to which the form redirects', async () => {
    const name = `animal-store-notice-${server.port}`;
    expect(noticeIn(await sell(jane))).toEqual([`${name}=/animals.changed.${number}.available.sold; ${FLAGS}`]);
    const shown = await jane.get('/animals');
    expect([hasNotice(shown), shown.html.includes('class="undo"')]).toEqual([true, true]);
    expect(noticeIn(shown)).toEqual([`${name}=; ${FLAGS.replace('60', '0')}`]);
    const reloaded = await jane.get('/animals');
    expect([hasNotice(reloaded), noticeIn(reloaded)]).toEqual([false, []]);
  });

  it('is not taken by another page or a file that is loaded in between', async () => {
    await sell(jane);
    const { pages, files } = routesOfPages(server, 'as_00000000');
    const others = [...pages, ...files].filter((path) => path !== '/animals');
    for (const path of [...others, '/nope', '/favicon.ico', '/v1/pets'])
      expect({ path, notice: noticeIn(await jane.get(path)) }).toEqual({ path, notice: [] });
    expect(hasNotice(await jane.get('/animals'))).toBe(true);
  });

  it('is harmless in two tabs: either shows it, and a second Undo changes nothing', async () => {
    await sell(jane);
    const tab = await jane.get('/animals?status=sold');
    expect(hasNotice(tab)).toBe(true);
    expect(hasNotice(await jane.get('/animals'))).toBe(false);
    for (let times = 0; times < 2; times++) {
      expect((await jane.submit(tab)).location).toBe('/animals?status=sold');
      expect(hasNotice(await jane.get('/animals?status=sold'))).toBe(true);
    }
    expect(await server.services.pets.findPet(pet.id)).toMatchObject({ status: 'available' });
  });

  it('waits while its page cannot be shown', async () => {
    await sell(jane);
    const browse = jest.spyOn(server.services.pets, 'browsePets');
    browse.mockRejectedValueOnce(new DomainError('unavailable', 'away'));
    const failed = await jane.get('/animals');
    expect([failed.status, noticeIn(failed)]).toEqual([503, []]);
    expect(hasNotice(await jane.get('/animals'))).toBe(true);
  });

  it('is small, and holds nothing that was typed', async () => {
    const secret = { email: 'jane@example.com', password: 'unspeakable password' };
    for (const [path, fields] of [
      ['/account/sign-up', secret],
      ['/animals', { number, shown: 'available', status: 'sold', name: 'unspeakable' }],
    ] as const) {
      const [cookie = ''] = noticeIn(await jane.send(path, fields));
      expect(cookie.length).toBeLessThan(200);
      expect(cookie).not.toMatch(/unspeakable|jane/);
    }
  });
});

const NAMES = [
  ...['sign-up', 'sign-out', 'session-ended', 'not-sent', 'password', 'deletion', 'revocation', 'issued', 'session'],
  ...['sessions', 'added', 'changed', 'unchanged', 'conflict', 'unknown', 'toString'],
];

it.each(NAMES)('No address shows the notice %s', async (name) => {
  const { pages } = routesOfPages(server, 'as_00000000');
  for (const path of pages) {
    const query = `notice=${name}&animal=${number}&from=sold&to=available`;
    for (const page of [await jane.get(`${path}?${query}`), await new Visitor(server).get(`${path}?${query}`)])
      expect({ path, shown: hasNotice(page) || page.html.includes('class="undo"') }).toEqual({ path, shown: false });
  }
});

it.each([
  '/animals.unknown',
  '/animals.toString',
  '/animals.added',
  '/animals.added.99999',
  '/animals.changed.x.sold.available',
  `/animals.changed.${'9'.repeat(30)}.sold.available`,
  '/animals.changed.1.2.3.4.5',
  '/animals.<b>',
  '/animals',
  `/animals.${'x'.repeat(3000)}`,
  '%',
  '',
])('A cookie that no form has left shows nothing: %s', async (value) => {
  const cookie = `${jane.cookie}; animal-store-notice-${server.port}=${value}`;
  const page = await jane.get('/animals', { cookie });
  expect([page.status, hasNotice(page)]).toEqual([200, false]);
});

it.each([
  [{ cookieSecure: true }, /^__Host-animal-store-notice-\d+=.*; Path=\/; Max-Age=60; SameSite=Lax; Secure; HttpOnly$/],
  [
    { cookieSecure: true, publicBaseUrl: 'https://example.com/shop/v1' },
    /^__Secure-animal-store-notice=.*; Path=\/shop; Max-Age=60; SameSite=Lax; Secure; HttpOnly$/,
  ],
  [
    { publicBaseUrl: 'http://example.com:81/shop/v1' },
    /^animal-store-notice-81=.*; Path=\/shop; Max-Age=60; SameSite=/,
  ],
])('The cookie of a notice has the scope of that of a session: %j', async (options, cookie) => {
  const scoped: TestServer = await startTestServer(options);
  const visitor = await accountHolder(scoped, 'jane@example.com');
  expect(noticeIn(await visitor.send('/account/sessions/end-others', {}))).toEqual([expect.stringMatching(cookie)]);
  expect(hasNotice(await visitor.get('/account'))).toBe(true);
  expect(hasNotice(await visitor.get('/account'))).toBe(false);
});
