import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../../../../src/domain/errors.js';
import { eventually } from '../../../../support/eventually.js';
import { routesOfPages } from './page-routes.js';
import { startTestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');
const { stored } = await server.services.apiKeys.createApiKey({ email: 'jane@example.com' });
afterEach(() => void jest.restoreAllMocks());

const { pages: PAGES, files: FILES } = routesOfPages(server, stored.prefix);

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** The Content-Security-Policy of a page. Only the documentation also calls the API. */
const policyOf = (path: string) => (path === '/docs' ? `${POLICY}; connect-src 'self'` : POLICY);

/** The one for whom a page is: a visitor, unless it leads visitors to the sign-in. */
async function readerOf(path: string): Promise<Visitor> {
  const visitor = new Visitor(server);
  return (await visitor.get(path)).status === 303 ? jane : visitor;
}

function expectHeaders({ headers }: Page, path = ''): void {
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('content-security-policy')).toBe(policyOf(path));
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
}

describe('Every page', () => {
  it('comes from the router', () => {
    expect(PAGES).toEqual(expect.arrayContaining(['/', '/docs', '/account', '/animals', '/animals/new']));
    expect(FILES).toEqual(expect.arrayContaining(['/account/page.css', '/account/swagger-ui-bundle.js']));
  });

  it.each(PAGES)(
    'at %s is HTML with its title, its language and its headers, and nothing that the policy would block',
    async (path) => {
      const page = await (await readerOf(path)).get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expectHeaders(page, path);
      expect(page.html).toMatch(/^<!doctype html>\s*<html lang="en">/);
      expect(page.html).toMatch(/<title>\w/);
      for (const { autocomplete } of page.tags('input[type=hidden]')) expect(autocomplete).toBe('off');
      expect(page.html).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|undefined|\[object/);
      for (const { href, src } of [...page.tags('link'), ...page.tags('script'), ...page.tags('img')])
        expect(FILES).toContain(href ?? src);
    },
  );

  it('at /docs has the links of the other pages, and without JavaScript the operations', async () => {
    const page = await jane.get('/docs');
    const operations = page.find('noscript table')?.text;
    for (const text of ['GET /pets', 'POST /pets', 'GET /pets/{petId}']) expect(operations).toContain(text);
    const links = page.tags('a').map(({ href }) => href);
    expect(links).toEqual(expect.arrayContaining(['/openapi.json', '/openapi.yaml', '/animals', '/account']));
    expect(page.tags('a[aria-current=page]').map(({ href }) => href)).toEqual(['/docs']);
  });

  it.each([
    ['DELETE', '/account', 'GET, HEAD, OPTIONS'],
    ['GET', '/account/sign-out', 'OPTIONS, POST'],
    ['POST', '/account/page.css', 'GET, HEAD, OPTIONS'],
  ])('refuses %s %s with 405 and the methods that it allows', async (method, path, allow) => {
    const page = await jane.ask(method, path, {});
    expect([page.status, page.headers.get('allow'), page.heading]).toEqual([405, allow, 'Method not allowed']);
    expectHeaders(page);
    const options = await jane.ask('OPTIONS', path, {});
    expect([options.status, options.headers.get('allow'), options.html]).toEqual([204, allow, '']);
  });
});

describe('An unknown address', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const MISSING = ['/account/nope', '/account/sign-in/', '/animals/1', '/Account', '/%61ccount', '/v10', '/%E0%A4%A'];

  it.each(MISSING)('such as %s gets a browser a page', async (path) => {
    const page = await jane.get(path, { accept: BROWSER });
    expect([page.status, page.heading]).toEqual([404, 'Page not found']);
    expectHeaders(page);
  });

  it.each(MISSING.filter((path) => path !== '/animals/1'))('such as %s gets every other client JSON', async (path) => {
    const long = `text/html, ${'text/plain, '.repeat(100)}`;
    for (const accept of ['*/*', '', 'application/json', 'application/json, text/html;q=0.9', 'text/plain', long]) {
      const { status, headers, html } = await jane.get(path, { accept });
      expect([accept, status, headers.get('content-type')]).toEqual([accept, 404, 'application/json; charset=utf-8']);
      expect(JSON.parse(html)).toMatchObject({ code: 'not_found', status: 404 });
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it('under /v1 gets a browser JSON, too', async () => {
    const { status, headers } = await jane.get('/v1/nope', { accept: BROWSER });
    expect([status, headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
  });
});

it.each([...PAGES, ...FILES])('HEAD of %s gets the same answer as GET, without a body', async (path) => {
  const reader = await readerOf(path);
  const [got, head] = [await reader.get(path), await reader.ask('HEAD', path, {})];
  expect([head.status, head.html]).toEqual([200, '']);
  const steady = ({ headers }: Page) =>
    [...headers].filter(([name]) => !/^(connection|date|keep-alive|x-request-id)$/.test(name));
  expect(steady(head)).toEqual(steady(got));
});

it.each(FILES)('The file %s is sent again only after a change', async (path) => {
  const { headers } = await jane.get(path);
  const etag = headers.get('etag') ?? '';
  expect([headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^"[\w-]{43}"$/)]);
  const revalidate = { 'cache-control': 'max-age=0' }; // as browsers send it; fetch would send no-cache
  const again = await jane.get(path, { ...revalidate, 'if-none-match': etag });
  expect([again.status, again.html, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await jane.get(path, { ...revalidate, 'if-none-match': '"other"' })).status).toBe(200);
});

describe('A cookie', () => {
  async function signIn(visitor: Visitor, email: string): Promise<string[]> {
    const page = await visitor.send('/account/sign-in', { email, password: PASSWORD });
    return page.headers.getSetCookie();
  }

  it('of a session is closed to scripts and to other sites, and is deleted when the browser ends', async () => {
    const flags = /^animal-store-session=[\w-]{43}; path=\/; samesite=lax; httponly$/;
    expect(await signIn(new Visitor(server), 'jane@example.com')).toEqual([expect.stringMatching(flags)]);
  });

  it('counts beside those of other services, and not if it has not the form of a token', async () => {
    const { cookie = '' } = await accountHolder(server, 'several@example.com');
    const foreign = ['session=a', `xanimal-store-session=${'c'.repeat(43)}`, 'animal-store-session', '=', ''];
    const all = [...foreign, cookie, ...foreign].join('; ');
    expect((await new Visitor(server).get('/account', { cookie: all })).status).toBe(200);
    const find = jest.spyOn(server.ports.sessions, 'find');
    expect((await new Visitor(server).get('/account', { cookie: `${cookie}x` })).status).toBe(303);
    expect(find).not.toHaveBeenCalled();
  });

  it('is bound to TLS and to the host if browsers connect over TLS', async () => {
    const secure = await startTestServer({ cookieSecure: true });
    const visitor = new Visitor(secure);
    const signedUp = await visitor.send('/account/sign-up', { email: 'tls@example.com', password: PASSWORD });
    expect(signedUp.headers.getSetCookie()).not.toContainEqual(expect.stringContaining('session'));
    const flags = '; path=/; samesite=lax; secure; httponly';
    const session = expect.stringMatching(`^__Host-animal-store-session=[\\w-]{43}${flags}$`);
    expect(await signIn(visitor, 'tls@example.com')).toEqual([session]);
    expect((await visitor.get('/account')).status).toBe(200);
    const plain = visitor.cookie?.replace('__Host-', '') ?? '';
    expect((await visitor.get('/account', { cookie: plain })).location).toBe('/account/sign-in?to=%2Faccount');
    const signedOut = await visitor.send('/account/sign-out', {});
    for (const cookie of signedOut.headers.getSetCookie()) expect(cookie).toMatch(/; secure; httponly$/);
  });
});

it('The address at which password managers look leads to the page that changes a password', async () => {
  const { status, location } = await new Visitor(server).get('/.well-known/change-password');
  expect([status, location]).toEqual([303, '/account/password']);
});

describe('A failure', () => {
  it('of the store is reported as such', async () => {
    const away = new DomainError('unavailable', 'unspeakable');
    jest.spyOn(server.ports.sessions, 'find').mockRejectedValue(away);
    const page = await jane.get('/account');
    expect([page.status, page.heading, page.headers.get('retry-after')]).toEqual([503, 'Temporarily unavailable', '1']);
    expect(page.html).not.toContain('unspeakable');
    expectHeaders(page);
  });

  it('of the service itself is reported without detail, with the id of the request', async () => {
    jest.spyOn(server.ports.sessions, 'find').mockRejectedValue(new Error('unspeakable'));
    const page = await jane.get('/account');
    expect([page.status, page.heading]).toEqual([500, 'Something went wrong']);
    expect(page.html).not.toContain('unspeakable');
    expect(page.text).toContain(page.headers.get('x-request-id'));
  });
});

it('The observer receives the pattern of the path and the account, and neither the cookie, nor the form, nor the key', async () => {
  server.records.splice(0);
  const fields = { name: 'unspeakable', expiry: 'never', once: randomUUID() };
  const page = await jane.send('/account/keys/new', fields);
  await jane.send('/account/keys/new', { ...fields, name: `unspeakable${'x'.repeat(100)}` });
  await jane.send('/account/sign-in', { email: 'unspeakable', password: 'unspeakable' });
  await jane.get(`/account/keys/${stored.prefix}/revoke`);
  await jane.get('/account/nope');
  await eventually(() => server.records.length >= 5);
  expect(server.records.map(({ status, accountId, route }) => [status, accountId, route])).toEqual([
    [200, 2n, '/account/keys/new'],
    [422, 2n, '/account/keys/new'],
    [403, 2n, '/account/sign-in'],
    [200, 2n, '/account/keys/:prefix/revoke'],
    [404, undefined, undefined],
  ]);
  const told = inspect(server.records, { depth: Infinity, showHidden: true });
  const issued = /as_\w{36}/.exec(page.html)?.[0] ?? '';
  for (const secret of ['unspeakable', jane.cookie?.split('=')[1] ?? '', issued]) {
    expect(secret).not.toBe('');
    expect(told).not.toContain(secret);
  }
});
