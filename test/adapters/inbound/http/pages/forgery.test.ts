import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientAt } from '../../../../support/client-at.js';
import { CAT } from '../../../../support/examples.js';
import type { RequestHeaders } from '../../../../support/http-client.js';
import { routesOfPages } from './page-routes.js';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer({ publicBaseUrl: 'https://animals.example/v1', trustProxy: 1 });
const jane = await accountHolder(server, 'jane@example.com');
const { stored } = await server.services.apiKeys.createApiKey({ email: 'jane@example.com' });
await server.services.sessions.signIn({ email: 'jane@example.com', password: PASSWORD, client: clientAt('192.0.2.1') });
const elsewhere = (await server.services.sessions.listSessions(2n, jane.cookie?.split('=')[1] ?? '')).find(
  ({ isCurrent }) => !isCurrent,
);

await server.services.pets.createPet({ draft: CAT, accountId: 2n });

const FORM = 'application/x-www-form-urlencoded';

/** Sends a form of Jane with headers that fetch does not send. Resolves to the status of the response. */
async function post(path: string, headers: RequestHeaders, body: string): Promise<number | undefined> {
  const sent = request(server.url + path, { method: 'POST', headers: { cookie: jane.cookie, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // Node's types have any
  response.resume();
  return response.statusCode;
}

const CREDENTIALS = { email: 'jane@example.com', password: PASSWORD };

/** Every form there is, filled in so that it would be carried out. */
const FORMS: [string, Record<string, string>][] = [
  ['/account/sign-up', { email: 'forged@example.com', password: PASSWORD }],
  ['/account/sign-in', CREDENTIALS],
  ['/account/sign-out', {}],
  ['/account/keys/new', { name: 'forged', expiry: 'never', once: randomUUID() }],
  [`/account/keys/${stored.prefix}/replace`, { expiry: 'never' }],
  [`/account/keys/${stored.prefix}/revoke`, {}],
  ['/account/sessions/end', { session: elsewhere?.id ?? '' }],
  ['/account/sessions/end-others', {}],
  ['/account/password', { 'current-password': PASSWORD, password: 'the forger has this' }],
  ['/account/delete', { 'current-password': PASSWORD }],
  ['/animals', { number: '1', shown: 'available', status: 'sold' }],
  ['/animals/new', { name: 'forged', categoryId: '1', status: 'sold', once: randomUUID() }],
];

it('Every form of the router is among them', () => {
  expect(FORMS.map(([path]) => path).sort()).toEqual(routesOfPages(server, stored.prefix).forms.sort());
});

/** What a forged form must leave as it is. */
async function state() {
  const { services } = server;
  const accounts = (await services.accounts.listAccounts()).map(({ email }) => email);
  const keys = (await services.apiKeys.listApiKeys()).map(({ prefix, state: now }) => [prefix, now]);
  const sessions = (await server.services.sessions.listSessions(2n, '')).map(({ id }) => id).sort();
  const { pets } = await server.services.pets.listPets({});
  return { accounts, keys, sessions, pets, signedIn: (await jane.get('/account')).status };
}

describe.each(FORMS)('The form at %s', (path, fields) => {
  it('is refused from another site, and changes nothing', async () => {
    const [cookie, before] = [jane.cookie, await state()];
    const { status, heading } = await jane.send(path, fields, { 'sec-fetch-site': 'cross-site' });
    expect([status, heading, jane.cookie]).toEqual([403, 'Form refused', cookie]);
    expect(await state()).toEqual(before);
  });

  it('does nothing without its fields, which count as empty', async () => {
    if (Object.keys(fields).length === 0) return; // this form has none
    const before = await state();
    expect((await jane.send(path, '')).status).toBeGreaterThanOrEqual(400);
    expect(await state()).toEqual(before);
  });
});

describe('A form that needs a session', () => {
  it.each(FORMS.slice(3))('at %s is not sent without one, and leads to the sign-in and back', async (path, fields) => {
    const before = await state();
    const visitor = new Visitor(server);
    const sent = await visitor.send(path, fields);
    const page = path.startsWith('/account/sessions/') ? '/account' : path;
    expect([sent.status, sent.location]).toEqual([303, `/account/sign-in?to=${encodeURIComponent(page)}`]);
    expect((await visitor.get(sent.location ?? '')).notice).toContain('not signed in');
    expect((await new Visitor(server).get(page)).location).toBe(sent.location);
    expect(await state()).toEqual(before);
  });

  it.each(FORMS.slice(3))('at %s does nothing if another account has opened it, and says so', async (path, fields) => {
    const before = await state();
    const page = await jane.get(path);
    if (page.status === 200) expect(page.find('#main form[method=post]')?.fields.account).toBe('2');
    const { status, text } = await jane.send(path, { ...fields, account: '1' });
    expect(status).toBe(409);
    for (const words of ['nothing was done', 'signed in as jane@example.com']) expect(text).toContain(words);
    expect(await state()).toEqual(before);
  });
});

describe('A form', () => {
  const THERE = { host: 'animals.example' };

  it.each<[string, number, RequestHeaders]>([
    ['the service', 200, { 'sec-fetch-site': 'same-origin' }],
    ['the service, in an older browser', 200, { origin: server.url }],
    ['the public address', 200, { origin: 'https://animals.example' }],
    ['the public address, at its host', 200, { ...THERE, origin: 'https://animals.example' }],
    ['the public host by another scheme', 403, { origin: 'http://animals.example' }],
    ['the public host by another scheme, at its host', 403, { ...THERE, origin: 'http://animals.example' }],
    ['another port of the public host', 403, { ...THERE, origin: 'https://animals.example:444' }],
    ['another scheme of the service', 403, { origin: server.url.replace('http:', 'https:') }],
    ['another port of the service', 403, { origin: 'http://127.0.0.1:1' }],
    ['another site, in an older browser', 403, { origin: 'https://evil.example' }],
    ['another site that gives our origin', 403, { 'sec-fetch-site': 'cross-site', origin: server.url }],
    ['another host of the domain', 403, { 'sec-fetch-site': 'same-site' }],
    ['the address bar', 403, { 'sec-fetch-site': 'none' }],
    ['the service and another site', 403, { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['a relation that no browser defines yet', 403, { 'sec-fetch-site': 'same-originish' }],
    ['a sandboxed frame', 403, { origin: 'null' }],
    ['an unknown origin', 403, {}],
  ])('from %s gets the status %i', async (_, status, headers) => {
    const body = `name=mine&expiry=never&once=${randomUUID()}`;
    expect(await post('/account/keys/new', { 'content-type': `${FORM}; charset=UTF-8`, ...headers }, body)).toBe(
      status,
    );
  });
});

// The bodies of animals are read by the same function, with the limit and the media type of the API.
it('The body of a form is refused if it is JSON or larger than 16 KiB', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': FORM, 'transfer-encoding': 'chunked' };
  const long = `${new URLSearchParams(CREDENTIALS).toString()}&x=${'x'.repeat(16 * 1024)}`;
  expect(await post('/account/sign-in', headers, long)).toBe(413);
  expect(await post('/account/sign-in', { ...headers, 'content-type': 'application/json' }, '{}')).toBe(415);
});
