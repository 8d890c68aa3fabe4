import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientAt } from '../../../../support/client-at.js';
import { CAT } from '../../../../support/examples.js';
import type { RequestHeaders } from '../../../../support/http-client.js';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const server = await startTestServer({ publicBaseUrl: 'https://animals.example/v1', trustProxy: 1 });
const jane = await accountHolder(server, 'jane@example.com');
const { stored } = await server.services.issueApiKey.execute({ email: 'jane@example.com' });
await server.services.signIn.execute({ email: 'jane@example.com', password: PASSWORD, client: clientAt('192.0.2.1') });
const elsewhere = (await server.services.listSessions.execute(2n, jane.cookie?.split('=')[1] ?? '')).find(
  ({ isCurrent }) => !isCurrent,
);

await server.services.createPet.execute({ draft: CAT, accountId: 2n });

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
  [`/account/keys/${stored.prefix}/replace`, { expiry: 'never', once: randomUUID() }],
  [`/account/keys/${stored.prefix}/revoke`, {}],
  ['/account/sessions/end', { session: elsewhere?.id ?? '' }],
  ['/account/sessions/end-others', {}],
  ['/account/password', { 'current-password': PASSWORD, password: 'the forger has this' }],
  ['/account/delete', { 'current-password': PASSWORD }],
  ['/animals', { number: '1', shown: 'available', status: 'sold' }],
  ['/animals/new', { name: 'forged', categoryId: '1', status: 'sold', once: randomUUID() }],
];

/** What a forged form must leave as it is. */
async function state() {
  const { listAccounts, listApiKeys } = server.services;
  const accounts = (await listAccounts.execute()).map(({ email }) => email);
  const keys = (await listApiKeys.execute()).map(({ prefix, state: now }) => [prefix, now]);
  const sessions = (await server.services.listSessions.execute(2n, '')).map(({ id }) => id).sort();
  const { pets } = await server.services.listPets.execute({});
  return { accounts, keys, sessions, pets, signedIn: (await jane.get('/account')).status };
}

describe.each(FORMS)('The form at %s', (path, fields) => {
  async function expectRefusal(send: () => Promise<{ status: number; heading: string | undefined }>): Promise<void> {
    const [cookie, before] = [jane.cookie, await state()];
    const { status, heading } = await send();
    expect([status, heading]).toEqual([403, 'Form refused']);
    expect(jane.cookie).toBe(cookie);
    expect(await state()).toEqual(before);
  }

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['a relation that no browser defines yet', { 'sec-fetch-site': 'same-originish' }],
    ['another site, in an older browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['another port of the same host', { 'sec-fetch-site': '', origin: 'http://127.0.0.1:1' }],
    ['another scheme of the same address', { 'sec-fetch-site': '', origin: server.url.replace('http:', 'https:') }],
    ['another protocol at the same address', { 'sec-fetch-site': '', origin: server.url.replace('http:', 'ftp:') }],
    ['another scheme of the public host', { 'sec-fetch-site': '', origin: 'http://animals.example' }],
    ['another port of the public host', { 'sec-fetch-site': '', origin: 'https://animals.example:444' }],
    ['a sandboxed frame', { 'sec-fetch-site': '', origin: 'null' }],
    ['an unknown origin', { 'sec-fetch-site': '' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['the same origin and another site', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['another scheme of the same host', { 'sec-fetch-site': 'cross-site', origin: 'https://127.0.0.1' }],
    ['an origin that is no URL', { 'sec-fetch-site': '', origin: 'x' }],
    ['another site with our origin', { 'sec-fetch-site': 'cross-site', origin: server.url }],
  ])('is refused from %s', async (_, headers) => {
    await expectRefusal(() => jane.send(path, fields, headers));
  });

  it('does nothing without its fields, which count as empty', async () => {
    if (Object.keys(fields).length === 0) return; // this form has none
    const before = await state();
    expect((await jane.send(path, '')).status).toBeGreaterThanOrEqual(400);
    expect(await state()).toEqual(before);
  });
});

describe('A form that needs a session', () => {
  it.each(FORMS.slice(3))(
    'at %s redirects a visitor who is not signed in to the sign-in page',
    async (path, fields) => {
      const before = await state();
      const visitor = new Visitor(server);
      const { status, location } = await visitor.send(path, fields);
      const page = path.startsWith('/account/sessions/') ? '/account' : path;
      const address = `/account/sign-in?to=${encodeURIComponent(page)}`;
      expect([status, location]).toEqual([303, `${address}&notice=not-sent`]);
      expect((await new Visitor(server).get(page)).location).toBe(address);
      expect(await state()).toEqual(before);
    },
  );
});

describe('A form is accepted', () => {
  it.each([
    ['from the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['from the same origin in an older browser', { 'sec-fetch-site': '', origin: server.url }],
    ['from the public origin', { 'sec-fetch-site': '', origin: 'https://animals.example' }],
    ['with the parameter charset', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
  ])('%s', async (_, headers) => {
    const valid = { name: 'mine', expiry: 'never', once: randomUUID() };
    expect((await jane.send('/account/keys/new', valid, headers)).heading).toBe('Your new API key');
  });
});

describe('A form whose Host is the public host', () => {
  it.each([
    ['http://animals.example', 403],
    ['ftp://animals.example', 403],
    ['https://animals.example:444', 403],
    ['https://animals.example', 200],
  ])('is accepted from the public origin only: from %s the status is %i', async (origin, status) => {
    const headers = { host: 'animals.example', origin, 'content-type': FORM };
    expect(await post('/account/keys/new', headers, `name=mine&expiry=never&once=${randomUUID()}`)).toBe(status);
  });
});

describe('The body of a form is refused', () => {
  const text = new URLSearchParams(CREDENTIALS).toString();
  const long = `${text}&x=${'x'.repeat(16 * 1024)}`;

  it.each<[string, RequestHeaders, string, number]>([
    ['if it is JSON', { 'content-type': 'application/json' }, text, 415],
    ['if it has another charset', { 'content-type': `${FORM}; charset=latin1` }, text, 415],
    ['if it has no media type', {}, text, 415],
    ['if its media type is given twice', { 'content-type': [FORM, FORM] }, text, 415],
    ['if it is compressed', { 'content-type': FORM, 'content-encoding': 'gzip' }, text, 415],
    ['if it is larger than 16 KiB', { 'content-type': FORM, 'content-length': String(long.length) }, long, 413],
    ['if it is larger than 16 KiB in chunks', { 'content-type': FORM, 'transfer-encoding': 'chunked' }, long, 413],
  ])('%s', async (_, headers, body, status) => {
    expect(await post('/account/sign-in', { 'sec-fetch-site': 'same-origin', ...headers }, body)).toBe(status);
  });
});
