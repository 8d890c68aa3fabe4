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
 * A browser without JavaScript: keeps the cookie, sends forms with the token of the page they are on, and follows no
 * redirection by itself. Each has a network address of its own where the server trusts one proxy.
 */
export class Visitor {
  /** Of the session. */
  cookie: string | undefined;
  /** Of the email between sign-up and sign-in. */
  private emailCookie: string | undefined;
  readonly address = `198.51.100.${(visitors = (visitors + 1) % 256)}`;

  constructor(private readonly server: Pick<TestServer, 'url'>) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.ask('GET', path, headers);
  }

  /** Loads the page at `path`, fills in the form on it, and sends that. */
  async fillIn(path: string, fields: Record<string, string>): Promise<Page> {
    const page = await this.get(path);
    return this.send(path, { ...fields, 'csrf-token': tokenOf(page) });
  }

  /** Sends these fields alone, as a browser says it that has them from one of our own pages. */
  send(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Page> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
    const type = 'application/x-www-form-urlencoded';
    return this.ask('POST', path, { 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers }, body);
  }

  /** @param headers one that is empty is not sent. */
  async ask(method: string, path: string, headers: Record<string, string>, body: string | null = null): Promise<Page> {
    const cookies = [this.cookie, this.emailCookie].filter((cookie) => cookie !== undefined).join('; ');
    const all = { 'x-forwarded-for': this.address, cookie: cookies, ...headers };
    const response = await fetch(this.server.url + path, {
      method,
      headers: Object.entries(all).filter(([, value]) => value !== ''),
      body,
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const cookie = set.includes('expires=Thu, 01 Jan 1970') ? undefined : set.split(';')[0];
      if (set.startsWith('signed-up-email=')) this.emailCookie = cookie;
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

/** The token in the forms of a page. */
export function tokenOf({ html }: Page): string {
  const [, token] = /name="csrf-token" value="([^"]+)"/.exec(html) ?? [];
  if (token === undefined) throw new Error(`there is no form on this page:\n${html}`);
  return token;
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
