import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../../../support/eventually.js';
import { haproxyMissing, runHaproxy } from '../../../../support/haproxy.js';
import { freePort } from '../../../../support/free-port.js';
import { describeUnless } from '../../../../support/requirements.js';
import { startTestServer, type TestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { PASSWORD, Visitor } from '../../../../support/visitor.js';

const PREFIX = '/shop';
const EMAIL = 'jane@example.com';

/** Runs the backend of docs/accounts.md behind a frontend on this port. */
async function startProxy(port: number, to: number): Promise<{ stop(): Promise<void> }> {
  const lines = /^```haproxy\n(.*?)^```$/ms.exec(readFileSync('docs/accounts.md', 'utf8'))?.[1] ?? '';
  const backend = lines.replace('127.0.0.1:8080', `127.0.0.1:${to}`);
  const defaults = 'defaults\n  mode http\n  timeout connect 5s\n  timeout client 1m\n  timeout server 1m\n';
  const frontend = `frontend shop\n  bind 127.0.0.1:${port}\n  default_backend animal-store\n`;
  return runHaproxy(`${defaults}${frontend}${backend}`, port);
}

/** The addresses in a page that are not within it. */
function addressesIn(page: Page): string[] {
  const addresses = page.tags('*').map(({ href, src, action }) => href ?? src ?? action ?? '#');
  return addresses.filter((each) => !each.startsWith('#'));
}

describeUnless(haproxyMissing, 'Pages under a path that a proxy removes', () => {
  let server: TestServer;
  let visitor: Visitor;
  let proxy: { stop(): Promise<void> };

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    server = await startTestServer({ publicBaseUrl: `${url}${PREFIX}/v1`, trustProxy: 1 });
    proxy = await startProxy(port, server.port);
    visitor = new Visitor({ url });
    await eventually(() =>
      visitor.get(`${PREFIX}/`).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(() => proxy.stop());

  it('lead from signing up to a key and an animal at addresses that begin with the path', async () => {
    const credentials = { email: EMAIL, password: PASSWORD };
    const signedUp = await visitor.fillIn(`${PREFIX}/account/sign-up`, credentials);
    expect(signedUp.location).toBe(`${PREFIX}/account/sign-in`);
    expect((await visitor.get(`${PREFIX}/account/sign-in`)).notice).toBeDefined();
    const asked = await visitor.get(`${PREFIX}/animals?status=sold`);
    expect(asked.location).toBe(`${PREFIX}/account/sign-in?to=%2Fanimals%3Fstatus%3Dsold`);
    const signedIn = await visitor.fillIn(asked.location ?? '', credentials);
    expect([signedIn.status, signedIn.location]).toEqual([303, `${PREFIX}/animals?status=sold`]);
    for (const cookie of signedIn.headers.getSetCookie()) expect(cookie).toContain(`; path=${PREFIX}; `);
    const issued = await visitor.fillIn(`${PREFIX}/account/keys/new`, { name: 'a', expiry: '7d' });
    expect(issued.find('#curl')?.text).toContain(`${PREFIX}/v1/pets`);
    const animal = { name: 'Rex', categoryId: '1', status: 'sold' };
    const added = await visitor.fillIn(`${PREFIX}/animals/new`, animal);
    expect(added.location).toBe(`${PREFIX}/animals?number=1`);
    const change = { number: '1', shown: 'sold', status: 'available' };
    const place = `${PREFIX}/animals?status=sold`;
    const changed = await visitor.send(place, change);
    expect(changed.location).toBe(place);
    expect((await visitor.get(place)).notice).toContain('now available');
    visitor.cookie = undefined;
    const late = await visitor.send(`${PREFIX}/animals/new`, animal);
    expect(late.location).toBe(`${PREFIX}/account/sign-in?to=%2Fanimals%2Fnew`);
    expect((await visitor.fillIn(late.location ?? '', credentials)).location).toBe(`${PREFIX}/animals/new`);
  });

  it('have no link to an address without the path or to a missing page', async () => {
    const waiting = [`${PREFIX}/`, `${PREFIX}/account/nope`];
    const seen = new Set(waiting);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = await visitor.get(path);
      if (!path.endsWith('/nope')) expect({ path, isMissing: page.status === 404 }).toEqual({ path, isMissing: false });
      if (!page.headers.get('content-type')?.startsWith('text/html')) continue;
      const addresses = addressesIn(page);
      expect({ path, bare: addresses.filter((each) => !each.startsWith(`${PREFIX}/`)) }).toEqual({ path, bare: [] });
      const fresh = addresses.filter((each) => !seen.has(each) && !/sign-out|\/sessions\/|\{/.test(each));
      for (const each of fresh) seen.add(each);
      waiting.push(...fresh);
    }
    for (const path of [
      '/docs',
      '/openapi.json',
      '/openapi.yaml',
      '/account/password',
      '/animals/new',
      '/account/docs.js',
    ]) {
      expect([...seen]).toContain(`${PREFIX}${path}`);
    }
    expect(seen.size).toBeGreaterThan(20);
  });
});

it('A cookie under a path is bound to TLS and to the path', async () => {
  const server = await startTestServer({ publicBaseUrl: `https://example.com${PREFIX}/v1`, cookieSecure: true });
  const visitor = new Visitor(server);
  await visitor.send('/account/sign-up', { email: EMAIL, password: PASSWORD });
  const signedIn = await visitor.send('/account/sign-in', { email: EMAIL, password: PASSWORD });
  expect(signedIn.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-animal-store-session=[\w-]{43}; path=\/shop; samesite=lax; secure; httponly$/),
  ]);
  expect((await visitor.get('/account')).status).toBe(200);
});
