import { beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_LIFE } from '../../../../../src/domain/session.js';
import { clientAt } from '../../../../support/client-at.js';
import { startTestServer } from '../../../../support/server.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import { accountHolder, PASSWORD, Visitor } from '../../../../support/visitor.js';

const clock = new SettableClock();
const server = await startTestServer({ clock, trustProxy: 1 });

const SIGN_IN = '/account/sign-in';
/** The address to which a page of the account leads a visitor. */
const TO_ACCOUNT = '/account/sign-in?to=%2Faccount';

describe('Signing up', () => {
  it('leads to the sign-in page, which leads to the account', async () => {
    const visitor = new Visitor(server);
    const signedUp = await visitor.fillIn('/account/sign-up', { email: 'New@Exämple.com', password: PASSWORD });
    expect([signedUp.status, signedUp.location]).toEqual([303, SIGN_IN]);
    const signIn = await visitor.get(SIGN_IN);
    expect([signIn.heading, signIn.notice]).toEqual(['Sign in', expect.stringContaining('sign in')]);
    const again = new Visitor(server);
    const repeated = await again.fillIn('/account/sign-up', { email: 'new@xn--exmple-cua.com', password: PASSWORD });
    expect([repeated.status, repeated.location, (await again.get(SIGN_IN)).text]).toEqual([303, SIGN_IN, signIn.text]);
    const signedIn = await visitor.fillIn(SIGN_IN, { email: 'new@EXÄMPLE.com', password: PASSWORD });
    expect([signedIn.status, signedIn.location]).toEqual([303, '/animals']);
    expect((await visitor.get('/account')).text).toContain('new@xn--exmple-cua.com');
  });

  it.each([
    ['email', `"><script>alert('1')</script>`, PASSWORD],
    ['password', 'a@example.com', 'short'],
  ])('with a wrong %s is refused, with what was typed as text, and a message', async (field, email, password) => {
    const page = await new Visitor(server).fillIn('/account/sign-up', { email, password });
    expect(page.html).not.toContain('<script>alert');
    expect([page.status, page.violations]).toEqual([422, [field]]);
    expect(page.html).toContain('<title>Error: ');
    expect(page.fields).toMatchObject({ email, password: '' });
  });

  it('can be turned off', async () => {
    const closed = await startTestServer({ signUpOpen: false });
    const visitor = new Visitor(closed);
    const signIn = await visitor.get(SIGN_IN);
    expect(signIn.html).not.toContain('sign-up');
    const fields = { email: 'a@example.com', password: PASSWORD };
    for (const page of [await visitor.get('/account/sign-up'), await visitor.send('/account/sign-up', fields)]) {
      expect(page.status).toBe(404);
    }
    expect((await closed.services.accounts.listAccounts()).map(({ email }) => email)).toEqual([closed.email]);
  });
});

describe('Signing in', () => {
  it('sets a new cookie, and ends the session before it', async () => {
    const visitor = await accountHolder(server, 'again@example.com');
    const before = visitor.cookie ?? '';
    const fields = { email: 'again@example.com', password: PASSWORD };
    expect((await visitor.send(SIGN_IN, fields)).status).toBe(303);
    expect(visitor.cookie).not.toBe(before);
    expect((await visitor.get('/account')).status).toBe(200);
    expect((await visitor.get('/account', { cookie: before })).location).toEqual(TO_ACCOUNT);
  });

  it('is refused after five wrong passwords, with the time to wait', async () => {
    await accountHolder(server, 'guessed@example.com');
    const visitor = new Visitor(server);
    const guess = () => visitor.fillIn(SIGN_IN, { email: 'guessed@example.com', password: 'wrong password' });
    for (let each = 0; each < 5; each++) expect((await guess()).status).toBe(403);
    const { status, heading, headers } = await guess();
    expect([status, heading]).toEqual([429, 'Too many attempts']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is not offered to a signed-in account holder', async () => {
    const visitor = await accountHolder(server, 'inside@example.com');
    for (const path of [SIGN_IN, '/account/sign-up']) expect((await visitor.get(path)).location).toBe('/animals');
  });
});

describe('A session', () => {
  it('ends at sign-out, also for a copy of the cookie', async () => {
    const visitor = await accountHolder(server, 'leaving@example.com');
    const copy = visitor.cookie ?? '';
    const { status, location, headers } = await visitor.send('/account/sign-out', {});
    expect([status, location]).toEqual([303, SIGN_IN]);
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^animal-store-session=; path=\/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; httponly$/,
      ),
    );
    expect((await visitor.get(SIGN_IN)).notice).toContain('signed out');
    expect((await visitor.get('/account', { cookie: copy })).location).toEqual(TO_ACCOUNT);
  });
});

describe('The sign-in page leads', () => {
  const credentials = { email: 'returning@example.com', password: PASSWORD };
  beforeAll(() => accountHolder(server, credentials.email));

  it('to the page that was asked for, with its query, after a mistyped password, too', async () => {
    const visitor = new Visitor(server);
    const address = '/animals?status=sold&before=7';
    const { status, location } = await visitor.get(address);
    expect([status, location]).toEqual([303, `${SIGN_IN}?to=${encodeURIComponent(address)}`]);
    const signIn = await visitor.get(location ?? '');
    expect(signIn.notice).toBeUndefined();
    const wrong = await visitor.submit(signIn, { ...credentials, password: 'wrong password' });
    expect(wrong.status).toBe(403);
    expect((await visitor.submit(wrong, credentials)).location).toBe(address);
    expect((await visitor.get(location ?? '')).location).toBe(address);
  });

  it('to that page after a session has ended, and says so', async () => {
    const visitor = await accountHolder(server, 'late@example.com');
    clock.advance(SESSION_LIFE.idle);
    const { location } = await visitor.get('/animals?status=sold');
    const signIn = await visitor.get(location ?? '');
    expect(signIn.notice).toContain('session has ended');
    const signedIn = await visitor.send(location ?? '', { email: 'late@example.com', password: PASSWORD });
    expect(signedIn.location).toBe('/animals?status=sold');
  });
});

describe('The list of sessions on the account page', () => {
  async function signedInTwice(email: string): Promise<[Visitor, Visitor]> {
    const one = await accountHolder(server, email);
    const other = new Visitor(server);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    await other.send(SIGN_IN, { email, password: PASSWORD }, { 'user-agent': agent });
    return [one, other];
  }

  it('shows the address and the times of each session, and ends one of them', async () => {
    const [one, other] = await signedInTwice('sessions@example.com');
    const page = await one.get('/account');
    const now = { 'Signed in': 'just now', 'Last seen': 'just now' };
    expect(page.rows('sessions')).toEqual(
      expect.arrayContaining([
        { From: `${one.address} this session`, ...now, Action: '' },
        { From: `Firefox on Linux, ${other.address}`, ...now, Action: expect.stringContaining(other.address) },
      ]),
    );
    const { session: id = '' } = page.fields;
    expect(other.cookie).not.toContain(id);
    const ended = await one.send('/account/sessions/end', { session: id });
    expect([ended.status, ended.location]).toEqual([303, '/account']);
    expect((await other.get('/account')).location).toEqual(TO_ACCOUNT);
    const left = await one.get(ended.location ?? '');
    expect([left.rows('sessions').length, left.notice]).toEqual([1, expect.stringContaining('session is ended')]);
  });

  it('ends all sessions at once, except the current one', async () => {
    const [one, other] = await signedInTwice('others@example.com');
    const ended = await one.send('/account/sessions/end-others', {});
    expect([ended.status, ended.location]).toEqual([303, '/account']);
    expect((await other.get('/account')).location).toEqual(TO_ACCOUNT);
    expect((await one.get('/account')).status).toBe(200);
  });
});

it('A password manager knows which password each field is for', async () => {
  const holder = await accountHolder(server, 'manager@example.com');
  const purposes = async (visitor: Visitor, path: string) =>
    (await visitor.get(path)).tags('#main input[type=password]').map(({ autocomplete }) => autocomplete);
  expect(await purposes(new Visitor(server), '/account/sign-up')).toEqual(['new-password']);
  expect(await purposes(new Visitor(server), SIGN_IN)).toEqual(['current-password']);
  expect(await purposes(holder, '/account/password')).toEqual(['current-password', 'new-password']);
  expect(await purposes(holder, '/account/delete')).toEqual(['current-password']);
});

it('Changing the password requires the current password, ends every session, and then accepts only the new password', async () => {
  const email = 'changing@example.com';
  const visitor = await accountHolder(server, email);
  const elsewhere = `animal-store-session=${await server.services.sessions.signIn({ email, password: PASSWORD, client: clientAt('192.0.2.1') })}`;
  const change = (current: string, next: string) =>
    visitor.fillIn('/account/password', { 'current-password': current, password: next });

  const wrong = await change('wrong password', 'eight lamps of brass');
  expect([wrong.status, wrong.violations]).toEqual([403, ['current-password']]);
  for (const password of [PASSWORD, 'short']) {
    const weak = await change(PASSWORD, password);
    expect([weak.status, weak.violations]).toEqual([422, ['password']]);
  }
  expect((await visitor.get('/account')).status).toBe(200);

  expect((await change(PASSWORD, 'eight lamps of brass')).location).toBe(SIGN_IN);
  expect((await visitor.get('/account', { cookie: elsewhere })).location).toEqual(TO_ACCOUNT);
  expect((await visitor.fillIn(SIGN_IN, { email, password: PASSWORD })).status).toBe(403);
  expect((await visitor.fillIn(SIGN_IN, { email, password: 'eight lamps of brass' })).location).toBe('/animals');
});

it('Deleting the account requires the password, and ends the session', async () => {
  const email = 'going@example.com';
  const visitor = await accountHolder(server, email);
  const wrong = await visitor.fillIn('/account/delete', { 'current-password': 'wrong password' });
  expect([wrong.status, wrong.heading]).toEqual([403, 'Delete your account?']);
  const gone = await visitor.fillIn('/account/delete', { 'current-password': PASSWORD });
  expect([gone.status, gone.location]).toEqual([303, '/']);
  expect((await visitor.get(gone.location ?? '')).notice).toContain('deleted');
  expect((await visitor.get('/account')).location).toEqual(TO_ACCOUNT);
  expect((await server.services.accounts.listAccounts()).map((account) => account.email)).not.toContain(email);
});
