import { clientAt } from './client-at.js';
import { Page } from './page.js';
import type { TestServer } from './server.js';

export const PASSWORD = 'seven lamps of brass';

let visitors = 0;

/**
 * A browser without JavaScript. It keeps cookies, sends forms with all their fields, and follows no redirection by
 * itself. If the server trusts one proxy, it sees each visitor at a different network address.
 */
export class Visitor {
  /** The values of its cookies by their names. */
  private readonly cookies = new Map<string, string>();
  readonly address = `198.51.100.${(visitors = (visitors + 1) % 256)}`;

  constructor(private readonly server: Pick<TestServer, 'url'>) {}

  /** The cookie that holds the session, as a request has it. Setting it, or removing it, leaves the other cookies. */
  get cookie(): string | undefined {
    const found = [...this.cookies].find(isOfSession);
    return found?.join('=');
  }

  set cookie(cookie: string | undefined) {
    for (const [name] of [...this.cookies].filter(isOfSession)) this.cookies.delete(name);
    if (cookie !== undefined) this.keep(cookie);
  }

  private keep(cookie: string): void {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    this.cookies.set(name, value);
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.ask('GET', path, headers);
  }

  /** Loads the page at `path`, fills in its form and sends it. */
  async fillIn(path: string, fields: Record<string, string>) {
    return this.submit(await this.get(path), fields, path);
  }

  /** Fills in the first form of the content and sends it. @param action by default, the address to which the form is sent */
  submit(page: Page, fields: Record<string, string> = {}, action?: string): Promise<Page> {
    const form = '#main form[method=post]';
    return this.send(action ?? page.tags(form)[0]?.action ?? '', { ...page.find(form)?.fields, ...fields });
  }

  /** Sends only these fields, with the headers of a form on a page of the service. */
  send(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    const type = 'application/x-www-form-urlencoded';
    return this.ask('POST', path, { 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers }, body);
  }

  /** @param headers the headers of the request; an empty one is not sent */
  async ask(method: string, path: string, headers: Record<string, string>, body: string | null = null) {
    const cookie = [...this.cookies].map((each) => each.join('=')).join('; ');
    const all = { accept: 'text/html', 'x-forwarded-for': this.address, cookie, ...headers };
    const response = await fetch(this.server.url + path, {
      method,
      headers: Object.entries(all).filter(([, value]) => value !== ''),
      body,
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [cookie = ''] = set.split(';', 1);
      if (set.includes('; expires=Thu, 01 Jan 1970')) this.cookies.delete(cookie.split('=')[0] ?? '');
      else this.keep(cookie);
    }
    return new Page(response.status, response.headers, await response.text());
  }
}

function isOfSession([name]: readonly [name: string, value: string]): boolean {
  return name.includes('animal-store-session');
}

/** Submits the form for a new API key, and gets the page that shows the key. */
export function createKey(visitor: Visitor, name: string, expiry = 'never') {
  return visitor.fillIn('/account/keys/new', { name, expiry });
}

/** Creates an account and returns a visitor who is signed in to it. */
export async function accountHolder(server: Pick<TestServer, 'url' | 'services'>, email: string): Promise<Visitor> {
  const { accounts, sessions } = server.services;
  await accounts.createAccount(email);
  await accounts.resetPassword(email, PASSWORD);
  const visitor = new Visitor(server);
  visitor.cookie = `${await cookieName(visitor)}=${await sessions.signIn({ email, password: PASSWORD, client: clientAt(visitor.address) })}`;
  return visitor;
}

/** Returns the name of the cookie of sessions, which the server names when it deletes the cookie. */
async function cookieName(visitor: Visitor): Promise<string> {
  const { headers } = await visitor.send('/account/sign-out', {});
  return (
    headers
      .getSetCookie()
      .find((each) => each.includes('animal-store-session'))
      ?.split('=')[0] ?? ''
  );
}
