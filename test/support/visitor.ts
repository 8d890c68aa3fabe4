import { clientAt } from './client-at.js';
import type { TestServer } from './server.js';

/** What a browser was shown. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What stands in the first heading. */
  readonly heading: string | undefined;
  /** Where it was sent on to. */
  readonly location: string | null;
}

export const PASSWORD = 'seven lamps of brass';

let visitors = 0;

/**
 * A browser without JavaScript: keeps cookies, sends forms with their hidden fields, and follows no redirection by itself.
 * Each has a network address of its own where the server trusts one proxy.
 */
export class Visitor {
  /** Of the session. */
  cookie: string | undefined;
  /** Of what a form leaves for the next page. */
  flash: string | undefined;
  readonly address = `198.51.100.${(visitors = (visitors + 1) % 256)}`;

  constructor(private readonly server: Pick<TestServer, 'url'>) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.ask('GET', path, headers);
  }

  /** Loads the page at `path`, fills in the form on it, and sends that. */
  async fillIn(path: string, fields: Record<string, string>): Promise<Page> {
    const { html } = await this.get(path);
    const form = /<form method="post".*?<\/form>/s.exec(html.slice(html.indexOf('<main')))?.[0] ?? '';
    const hidden: Record<string, string> = {};
    for (const [, name = '', value = ''] of form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) {
      hidden[name] = value;
    }
    return this.send(path, { ...hidden, ...fields });
  }

  /** Sends only these fields, with the headers of a form on one of our own pages. */
  send(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Page> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    const type = 'application/x-www-form-urlencoded';
    return this.ask('POST', path, { 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers }, body);
  }

  /** @param headers one that is empty is not sent. */
  async ask(method: string, path: string, headers: Record<string, string>, body: string | null = null): Promise<Page> {
    const cookies = [this.cookie, this.flash].filter((cookie) => cookie !== undefined).join('; ');
    const all = { 'x-forwarded-for': this.address, cookie: cookies, ...headers };
    const response = await fetch(this.server.url + path, {
      method,
      headers: Object.entries(all).filter(([, value]) => value !== ''),
      body,
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const cookie = set.includes('expires=Thu, 01 Jan 1970') ? undefined : set.split(';')[0];
      if (/^(?:__Host-)?flash=/.test(set)) this.flash = cookie;
      else this.cookie = cookie;
    }
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      html,
      heading: /<h1>(.*?)<\/h1>/s.exec(html)?.[1],
      location: response.headers.get('location'),
    };
  }
}

/** Submits the form for a new API key, and follows to the page that shows the key. */
export async function createKey(visitor: Visitor, name: string, expiry = 'never'): Promise<Page> {
  const { location } = await visitor.fillIn('/account/keys/new', { name, expiry });
  return visitor.get(location ?? '');
}

/** A visitor with an account who is signed in. */
export async function accountHolder(server: TestServer, email: string): Promise<Visitor> {
  const { createAccount, setPassword, signIn } = server.services;
  await createAccount.execute(email);
  await setPassword.execute(email, PASSWORD);
  const visitor = new Visitor(server);
  visitor.cookie = `session=${await signIn.execute({ email, password: PASSWORD, client: clientAt(visitor.address) })}`;
  return visitor;
}
