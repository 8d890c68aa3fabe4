import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SESSION_LIFE } from '../../../../../src/domain/session.js';
import { clientAt } from '../../../../support/client-at.js';
import { clientOf } from '../../../../support/http-client.js';
import { startTestServer } from '../../../../support/server.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import { accountHolder, PASSWORD, Visitor, type Page } from '../../../../support/visitor.js';

const clock = new SettableClock();
const server = await startTestServer({ clock, trustProxy: 1 });

const SIGN_IN = '/account/sign-in';

describe('Signing up', () => {
  it('leads to the sign-in page, which leads to the account', async () => {
    const visitor = new Visitor(server);
    const signedUp = await visitor.fillIn('/account/sign-up', { email: 'New@Example.com', password: PASSWORD });
    expect([signedUp.status, signedUp.location]).toEqual([303, '/account/sign-in']);
    expect(signedUp.headers.get('set-cookie')).toMatch(/^flash=[\w-]+; path=\/; samesite=lax; httponly$/);
    const signIn = await visitor.get(SIGN_IN);
    expect(signIn.html).toContain('role="status"');
    expect(signIn.html).toMatch(/<input id="email"[^>]* value="New@Example.com"/);
    expect(signIn.html).toMatch(/<input id="password"[^>]* autofocus/);
    const signedIn = await visitor.fillIn(SIGN_IN, { email: 'new@example.com', password: PASSWORD });
    expect([signedIn.status, signedIn.location]).toEqual([303, '/animals']);
    expect((await visitor.get('/account')).html).toContain('<bdi>new@example.com</bdi>');
    const leaving = await visitor.send('/account/sign-out', {});
    expect((await visitor.get(leaving.location ?? '')).html).not.toContain('New@Example.com');
  });

  it('does not reveal whether an email is known, and leaves the account unchanged', async () => {
    const holder = await accountHolder(server, 'known@example.com');
    const visitor = new Visitor(server);
    const known = await visitor.fillIn('/account/sign-up', {
      email: 'known@example.com',
      password: 'another password',
    });
    const unknown = await visitor.fillIn('/account/sign-up', { email: 'unknown@example.com', password: PASSWORD });
    expect({ ...known, headers: {} }).toEqual({ ...unknown, headers: {} });
    expect((await holder.get('/account')).status).toBe(200);
    const tried = await visitor.fillIn(SIGN_IN, { email: 'known@example.com', password: 'another password' });
    expect(tried.status).toBe(403);
  });

  it.each([
    ['an email without @', 'nobody', PASSWORD, 'email', 'The email must be an address'],
    ['a short password', 'a@example.com', 'short', 'password', 'The password must be 12 to 128 characters'],
    [
      'a common password',
      'a@example.com',
      '123456789012',
      'password',
      'The password is too common; choose another one.',
    ],
  ])('with %s is refused, with a message at the field', async (_, email, password, field, words) => {
    const { status, html } = await new Visitor(server).fillIn('/account/sign-up', { email, password });
    expect(status).toBe(422);
    expect(html).toContain('<title>Error: Sign up');
    expect(html).toContain(`<a href="#${field}">${words}`);
    expect(html).toMatch(
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-violation"[^>]*aria-invalid="true"`),
    );
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain(`value="${password}"`);
  });

  it('can be turned off', async () => {
    const closed = await startTestServer({ signUpOpen: false });
    const visitor = new Visitor(closed);
    const signIn = await visitor.get(SIGN_IN);
    expect(signIn.html).not.toContain('/account/sign-up');
    const fields = { email: 'a@example.com', password: PASSWORD };
    for (const page of [await visitor.get('/account/sign-up'), await visitor.send('/account/sign-up', fields)]) {
      expect([page.status, page.heading]).toEqual([403, 'Sign-up is closed']);
    }
    expect((await closed.services.listAccounts.execute()).map(({ email }) => email)).toEqual([closed.email]);
  });
});

describe('Signing in', () => {
  it('gives the same answer for a wrong password, an unknown email and an account without a password', async () => {
    await accountHolder(server, 'somebody@example.com');
    const answers = [];
    for (const email of ['somebody@example.com', 'nobody@example.com', server.email]) {
      const { status, html } = await new Visitor(server).fillIn(SIGN_IN, { email, password: 'wrong password' });
      answers.push([status, html.replaceAll(email, '')]);
    }
    expect(answers[0]).toEqual([403, expect.stringContaining('The email or the password is wrong.')]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('sets a new cookie, and ends the session before it', async () => {
    const visitor = await accountHolder(server, 'again@example.com');
    const before = visitor.cookie ?? '';
    const fields = { email: 'again@example.com', password: PASSWORD };
    expect((await visitor.send(SIGN_IN, fields)).status).toBe(303);
    expect(visitor.cookie).not.toBe(before);
    expect((await visitor.get('/account')).status).toBe(200);
    expect((await visitor.get('/account', { cookie: before })).location).toBe(SIGN_IN);
  });

  it('is refused after five wrong passwords, with the time to wait', async () => {
    await accountHolder(server, 'guessed@example.com');
    const visitor = new Visitor(server);
    const guess = () => visitor.fillIn(SIGN_IN, { email: 'guessed@example.com', password: 'wrong password' });
    for (let each = 0; each < 5; each++) expect((await guess()).status).toBe(403);
    const { status, heading, headers } = await guess();
    expect([status, heading]).toEqual([429, 'Too many attempts']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      (await new Visitor(server).fillIn(SIGN_IN, { email: 'guessed@example.com', password: PASSWORD })).status,
    ).toBe(429);
  });

  it('is not offered to a signed-in account holder', async () => {
    const visitor = await accountHolder(server, 'inside@example.com');
    for (const path of [SIGN_IN, '/account/sign-up']) expect((await visitor.get(path)).location).toBe('/animals');
  });
});

describe('The start page', () => {
  it('shows who is signed in, and offers sign-in and sign-up to others', async () => {
    const visitor = await accountHolder(server, 'start@example.com');
    const known = await visitor.get('/');
    expect(known.html).toContain('<bdi>start@example.com</bdi>');
    expect(known.html).toContain('action="/account/sign-out"');
    const { status, location } = await visitor.send('/account/sign-out', {});
    expect([status, location]).toEqual([303, '/account/sign-in']);
    const { html } = await visitor.get('/');
    expect(html).not.toContain('start@example.com');
    for (const path of [SIGN_IN, '/account/sign-up']) expect(html).toContain(`href="${path}"`);
  });
});

describe('An email', () => {
  it.each([SIGN_IN, '/account/sign-up'])(
    'that was typed into %s is shown again as text, never as markup',
    async (path) => {
      const email = `"><script>alert('1')</script>`;
      const { html } = await new Visitor(server).fillIn(path, { email, password: PASSWORD });
      expect(html).toContain(`value="&quot;>&lt;script>alert('1')&lt;/script>"`);
      expect(html).not.toContain('<script>alert');
    },
  );

  it('of an account is shown as text, never as markup', async () => {
    const visitor = await accountHolder(server, `o'hara&lt@example.com`);
    for (const path of ['/account', '/account/password', '/account/delete']) {
      const { html } = await visitor.get(path);
      expect(html).toContain(`o'hara&amp;lt@example.com`);
      expect(html).not.toContain('hara&lt');
    }
  });
});

describe('A session', () => {
  it('ends at sign-out, also for a copy of the cookie', async () => {
    const visitor = await accountHolder(server, 'leaving@example.com');
    const copy = visitor.cookie ?? '';
    const { status, location, headers } = await visitor.send('/account/sign-out', {});
    expect([status, location]).toEqual([303, '/account/sign-in']);
    expect(headers.get('set-cookie')).toMatch(
      /^session=; path=\/; expires=Thu, 01 Jan 1970 .*; samesite=lax; httponly, flash=/,
    );
    expect((await visitor.get('/account', { cookie: copy })).location).toBe(SIGN_IN);
  });

  it.each(['session=', 'session=made-up', `session=${'A'.repeat(43)}`, `__Host-session=${'A'.repeat(43)}`, 'other=1'])(
    'does not start with the cookie %s',
    async (cookie) => {
      expect((await new Visitor(server).get('/account', { cookie })).location).toBe(SIGN_IN);
    },
  );
});

describe('A session that has ended', () => {
  it('is announced on the sign-in page, which leads back to the form with its input', async () => {
    const visitor = await accountHolder(server, 'returning@example.com');
    clock.advance(SESSION_LIFE.idle);
    const late = await visitor.send('/account/keys/new', { name: 'Typed <b>', expiry: '30d', once: randomUUID() });
    expect([late.status, late.location]).toEqual([303, SIGN_IN]);
    const signIn = await visitor.get(SIGN_IN);
    expect(signIn.html).toContain('Your session has ended. Sign in to continue where you were.');
    const credentials = { email: 'returning@example.com', password: PASSWORD };
    expect((await visitor.send(SIGN_IN, { ...credentials, password: 'wrong password' })).status).toBe(403);
    const back = await visitor.send(SIGN_IN, credentials);
    expect(back.location).toBe('/account/keys/new');
    const form = await visitor.get('/account/keys/new');
    expect(form.html).toContain('value="Typed &lt;b>"');
    expect(form.html).toContain('<option value="30d" selected>');
    expect((await visitor.get('/account/keys/new')).html).not.toContain('Typed');
  });

  it('leads back to a form with the longest name of an animal, and to an empty form if the text is longer', async () => {
    const visitor = await accountHolder(server, 'long@example.com');
    for (const name of [`%26+${'🐈'.repeat(251)}`, 'x'.repeat(5000)]) {
      clock.advance(SESSION_LIFE.idle);
      await visitor.send('/animals/new', { name, categoryId: '7', status: 'sold', once: randomUUID() });
      expect((await visitor.get(SIGN_IN)).html).toContain('Your session has ended.');
      const back = await visitor.send(SIGN_IN, { email: 'long@example.com', password: PASSWORD });
      expect(back.location).toBe('/animals/new');
      expect((await visitor.get('/animals/new')).html.includes(`value="${name}"`)).toBe(name.length < 5000);
    }
  });

  it('keeps no password for the form', async () => {
    const visitor = await accountHolder(server, 'leaves.no@example.com');
    clock.advance(SESSION_LIFE.idle);
    await visitor.send('/account/password', { 'current-password': 'unspeakable', password: 'unspeakable too' });
    const left = Buffer.from(visitor.flash?.split('=')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(left)).toEqual({ notice: 'session-ended', path: '/account/password', form: {} });
  });

  it.each(['//evil.example', 'https://evil.example', '/account/../v1', '/account//evil', '/docs'])(
    'never leads to %s, which a planted cookie names',
    async (path) => {
      const email = `planted${clock.now().getTime()}@example.com`;
      clock.advance(1);
      await accountHolder(server, email);
      const visitor = new Visitor(server);
      visitor.flash = `flash=${Buffer.from(JSON.stringify({ path })).toString('base64url')}`;
      const { location } = await visitor.send(SIGN_IN, { email, password: PASSWORD });
      expect(location).toBe('/animals');
    },
  );

  it.each([
    'flash=x',
    `flash=${'A'.repeat(4000)}`,
    `flash=${Buffer.from('[1]').toString('base64url')}`,
    `flash=${Buffer.from('{"notice":"sign-out","form":{"email":1}}').toString('base64url')}`,
    'flash=bnVsbA',
  ])('is not announced for the damaged cookie %s', async (cookie) => {
    const page = await new Visitor(server).get(SIGN_IN, { cookie });
    expect([page.status, page.html.includes('role="status"')]).toEqual([200, false]);
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

  function idsOn({ html }: Page): string[] {
    return [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = '']) => id);
  }

  it('shows the address and the times of each session, and ends one of them', async () => {
    const [one, other] = await signedInTwice('sessions@example.com');
    const page = await one.get('/account');
    for (const { address } of [one, other]) expect(page.html).toContain(`<bdi>${address}</bdi></h3>`);
    expect(page.html).toContain(`Firefox on Linux, <bdi>${other.address}</bdi></h3>`);
    expect(page.html.match(/this session/g)).toHaveLength(1);
    const [id = ''] = idsOn(page);
    expect(other.cookie).not.toContain(id);
    const ended = await one.send('/account/sessions/end', { session: id });
    expect([ended.status, ended.location]).toEqual([303, '/account']);
    expect((await other.get('/account')).location).toBe(SIGN_IN);
    const left = await one.get('/account');
    expect([idsOn(left), left.html]).toEqual([[], expect.stringContaining('The session is ended.')]);
  });

  it('ends all sessions at once, except the current one', async () => {
    const [one, other] = await signedInTwice('others@example.com');
    const ended = await one.send('/account/sessions/end-others', {});
    expect([ended.status, ended.location]).toEqual([303, '/account']);
    expect((await other.get('/account')).location).toBe(SIGN_IN);
    expect((await one.get('/account')).status).toBe(200);
  });
});

describe('Changing the password', () => {
  it('requires the current password, ends every session, and then accepts only the new password', async () => {
    const email = 'changing@example.com';
    const visitor = await accountHolder(server, email);
    const elsewhere = `session=${await server.services.signIn.execute({ email, password: PASSWORD, client: clientAt('192.0.2.1') })}`;
    const change = (current: string, next: string) =>
      visitor.fillIn('/account/password', { 'current-password': current, password: next });

    const wrong = await change('wrong password', 'eight lamps of brass');
    expect([wrong.status, wrong.html]).toEqual([
      403,
      expect.stringContaining('<a href="#current-password">The password'),
    ]);
    const short = await change(PASSWORD, 'short');
    expect([short.status, short.html]).toEqual([
      422,
      expect.stringContaining('<a href="#password">The new password must'),
    ]);
    const same = await change(PASSWORD, PASSWORD);
    expect([same.status, same.html]).toEqual([
      422,
      expect.stringContaining('The new password must differ from the current one.'),
    ]);
    expect((await visitor.get('/account')).status).toBe(200);

    expect((await change(PASSWORD, 'eight lamps of brass')).location).toBe('/account/sign-in');
    expect((await visitor.get('/account', { cookie: elsewhere })).location).toBe(SIGN_IN);
    expect((await visitor.fillIn(SIGN_IN, { email, password: PASSWORD })).status).toBe(403);
    expect((await visitor.fillIn(SIGN_IN, { email, password: 'eight lamps of brass' })).location).toBe('/account');
  });
});

describe('Deleting the account', () => {
  it('requires the password, revokes the keys and ends the session, and keeps the animals', async () => {
    const email = 'going@example.com';
    const visitor = await accountHolder(server, email);
    const { key } = await server.services.issueApiKey.execute({ email });
    const { get, post } = clientOf({ ...server, key });
    expect((await post('{"name":"Rex","categoryId":1}')).status).toBe(201);

    const wrong = await visitor.fillIn('/account/delete', { 'current-password': 'wrong password' });
    expect([wrong.status, wrong.heading]).toEqual([403, 'Delete your account?']);
    const gone = await visitor.fillIn('/account/delete', { 'current-password': PASSWORD });
    expect([gone.status, gone.location]).toEqual([303, '/']);
    expect((await visitor.get('/')).html).toContain('Your account is deleted');

    expect((await visitor.get('/account')).location).toBe(SIGN_IN);
    expect((await get('/v1/pets')).status).toBe(401);
    const { pets } = await server.services.listPets.execute({});
    expect(pets).toMatchObject([{ name: 'Rex' }]);
    expect((await server.services.listAccounts.execute()).map((account) => account.email)).not.toContain(email);
  });
});
