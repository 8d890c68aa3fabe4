import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startTestServer } from '../../../../support/server.js';
import { SettableClock } from '../../../../support/settable-clock.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, createKey } from '../../../../support/visitor.js';

const clock = new SettableClock();
const server = await startTestServer({ clock });
const jane = await accountHolder(server, 'jane@example.com');
const mallory = await accountHolder(server, 'mallory@example.com');

function keyOn(page: Page): string {
  return page.find('#key')?.text ?? '';
}

async function callWith(key: string): Promise<number> {
  return (await fetch(`${server.url}/v1/pets`, { headers: { authorization: `Bearer ${key}` } })).status;
}

describe('Creating a key', () => {
  it('shows the whole key in the response that creates it, and in no cookie, with a command that works', async () => {
    const page = await jane.fillIn('/account/keys/new', { name: 'Shop front', expiry: 'never' });
    const key = keyOn(page);
    expect([page.status, page.heading, page.location]).toEqual([200, 'Your new API key', null]);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.find('#curl')?.text).toBe(`curl -H 'Authorization: Bearer ${key}' ${server.url}/v1/pets`);
    expect(await callWith(key)).toBe(200);
    const account = await jane.get('/account');
    expect(account.text).toContain(key.slice(0, 11));
    expect(account.html).not.toContain(key);
  });

  it('creates no second key when the form is sent again, even at the same time, and explains that a key is shown once', async () => {
    const tom = await accountHolder(server, 'tom@example.com');
    const fields = { name: 'Once', expiry: 'never', once: randomUUID() };
    const send = () => tom.send('/account/keys/new', fields);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status, location }) => [status, location]).sort()).toEqual([
      [200, null],
      [303, '/account'],
      [303, '/account'],
    ]);
    const account = await tom.get('/account');
    expect(account.notice).toContain('shown only once');
    expect(account.rows('keys')).toHaveLength(1);
  });

  it('adds it to the list with its name, its prefix, and how long ago it was created and used, with the exact time on hover', async () => {
    clock.turnTo('2026-12-01T12:00:00Z');
    const tim = await accountHolder(server, 'tim@example.com');
    const key = keyOn(await createKey(tim, 'For a month', '30d'));
    const listed = async () => (await tim.get('/account')).rows('keys');
    const row = { Name: `For a month ${key.slice(0, 11)}…`, Ends: 'in 30 days' };
    expect(await listed()).toMatchObject([{ ...row, Created: 'just now', 'Last used': 'never' }]);
    clock.advance(10 * 60_000);
    await callWith(key);
    clock.advance(5 * 60_000);
    expect(await listed()).toMatchObject([{ ...row, Created: '15 minutes ago', 'Last used': '5 minutes ago' }]);
    const exact = { datetime: '2026-12-01T12:10:00.000Z', title: '1 Dec 2026, 12:10 UTC' };
    expect((await tim.get('/account')).tags('time')).toContainEqual(exact);
  });

  it.each([
    ['a name that breaks a rule', 'x'.repeat(101), 'never', 422, ['name']],
    ['an expiry that is not offered', 'a', '1s', 400, []],
  ])('is refused with %s', async (_, name, expiry, status, violations) => {
    const page = await jane.fillIn('/account/keys/new', { name, expiry });
    expect([page.status, page.violations]).toEqual([status, violations]);
    expect(page.headers.get('set-cookie')).toBeNull();
  });
});

describe('The list of keys', () => {
  it('has pages of 20, newest first', async () => {
    const ida = await accountHolder(server, 'ida@example.com');
    for (let number = 0; number < 21; number++) {
      await server.services.apiKeys.createApiKey({ email: 'ida@example.com', name: `Key ${number}` });
      clock.advance(1);
    }
    const names = async (path: string) => {
      const page = await ida.get(path);
      return { names: page.rows('keys').map(({ Name = '' }) => Name.replace(/ as_.*/, '')), next: page.link('next') };
    };
    const newest = await names('/account');
    expect(newest.names).toEqual(Array.from({ length: 20 }, (_, at) => `Key ${20 - at}`));
    expect(await names(newest.next ?? '')).toEqual({ names: ['Key 0'], next: undefined });
  });

  it('leaves out revoked and expired keys unless all keys are requested', async () => {
    const eve = await accountHolder(server, 'eve@example.com');
    await createKey(eve, 'Active');
    await server.services.apiKeys.createApiKey({ email: 'eve@example.com', name: 'Expired', expiresIn: 1000 });
    const { stored } = await server.services.apiKeys.createApiKey({ email: 'eve@example.com', name: 'Revoked' });
    await server.services.apiKeys.revokeApiKey(stored.prefix);
    clock.advance(1000);
    const names = async (path: string) =>
      (await eve.get(path)).rows('keys').map(({ Name }) => Name?.replace(/ as_.*/, ''));
    expect(await names('/account')).toEqual(['Active']);
    expect((await names('/account?keys=all')).sort()).toEqual(['Active', 'Expired expired', 'Revoked revoked']);
    const links = (await eve.get('/account?keys=all')).tags('a').filter(({ href = '' }) => href.endsWith('/revoke'));
    expect(links).toHaveLength(1);
  });
});

it('Replacing a key asks for confirmation, shows the new key once, and says when the old one expires', async () => {
  const old = keyOn(await createKey(jane, 'Shop floor'));
  const path = `/account/keys/${old.slice(0, 11)}/replace`;
  const asked = await jane.get(path);
  expect([asked.heading, asked.text]).toEqual(['Replace this API key?', expect.stringContaining('Shop floor (2)')]);
  const page = await jane.send(path, { expiry: '90d' });
  expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
  expect((await jane.send(path, { expiry: '90d' })).location).toBe('/account');
  expect(page.text).toMatch(new RegExp(`Shop floor, ${old.slice(0, 11)}…, which works until \\d`));
  expect([await callWith(old), await callWith(keyOn(page))]).toEqual([200, 200]);
  const keys = (await jane.get('/account')).rows('keys');
  const row = keys.find(({ Name }) => Name?.includes(old.slice(0, 11)));
  expect([row?.Name, row?.Ends]).toEqual([expect.stringContaining('Shop floor replaced'), 'in 1 day']);
  expect(row?.Action).not.toContain('Replace');
  expect(keys.find(({ Name }) => Name?.startsWith('Shop floor (2) as_'))?.Action).toContain('Replace');
  await jane.send(path.replace('replace', 'revoke'), {});
  expect((await jane.get(path)).location).toBe('/account');
});

it('Revoking a key asks for confirmation, and takes effect at once', async () => {
  const key = keyOn(await createKey(jane, 'Leaked'));
  const path = `/account/keys/${key.slice(0, 11)}/revoke`;
  const asked = await jane.get(path);
  expect([asked.heading, asked.text]).toEqual(['Revoke this API key?', expect.stringContaining('Leaked')]);
  expect(await callWith(key)).toBe(200);
  const revoked = await jane.fillIn(path, {});
  expect([revoked.status, revoked.location]).toEqual([303, '/account']);
  expect(await callWith(key)).toBe(401);
  expect((await jane.get(revoked.location ?? '')).notice).toContain('revoked');
  expect((await jane.get(path)).location).toBe('/account');
});

it("Another account's key cannot be listed, shown, replaced or revoked, and looks like none", async () => {
  const prefix = keyOn(await createKey(jane, 'Only hers')).slice(0, 11);
  const paths = (prefix: string) => [
    `/account?older=${prefix}`,
    ...['replace', 'revoke'].map((each) => `/account/keys/${prefix}/${each}`),
  ];
  const said = (page: Page) =>
    page
      .findAll('#main h1, #main > p')
      .slice(0, 2)
      .map(({ text }) => text);
  const nowhere = await mallory.get('/account/keys/as_00000000/revoke');
  for (const path of [...paths(prefix), ...paths('as_%00'), ...paths(prefix.replace('a', '%61'))]) {
    const found = await mallory.get(path);
    expect([path, found.status, said(found)]).toEqual([path, 404, said(nowhere)]);
  }
  for (const path of paths(prefix).slice(1)) expect((await mallory.send(path, { expiry: '90d' })).status).toBe(404);
  expect((await mallory.get('/account')).html).not.toContain(prefix);
  expect((await jane.get('/account')).html).toContain(prefix);
});
