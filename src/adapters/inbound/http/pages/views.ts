import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Eta } from 'eta';
import type { ListedApiKey } from '../../../../application/api-keys/list-api-keys.js';
import type { ApiKey } from '../../../../domain/api-key.js';

/** What was wrong with what somebody typed. */
export interface Fault {
  /** The name of the field. */
  readonly field: string;
  readonly message: string;
}

/** A form, as it is shown again where something in it was wrong. */
interface Form {
  readonly fault?: Fault | undefined;
}

/** Each page, and what it shows. */
export interface Views {
  start: { readonly notice: string | undefined };
  'sign-up': Form & { readonly typed: string };
  'sign-in': Form & { readonly typed: string; readonly notice: string | undefined; readonly signUpOpen: boolean };
  account: { readonly keys: readonly ListedApiKey[]; readonly notice: string | undefined };
  'new-key': Form & { readonly typed: string; readonly expiry: string; readonly expiries: ReadonlyMap<string, Expiry> };
  'issued-key': { readonly key: string; readonly kept: ApiKey; readonly baseUrl: string };
  'revoke-key': { readonly key: ListedApiKey };
  password: Form;
  delete: Form;
  error: { readonly heading: string; readonly message: string; readonly requestId: string | undefined };
}

/** How long a key works, as a person chooses it. */
export interface Expiry {
  readonly label: string;
  /** In milliseconds; absent: for ever. */
  readonly expiresIn?: number;
}

/** What every page shows of the visit. */
export interface Layout {
  /** Of the account that is signed in. */
  readonly email?: string;
  /** For the forms of the page. */
  readonly csrfToken?: string;
}

export type Render = <Name extends keyof Views>(view: Name, data: Views[Name] & Layout) => string;

/** Reads the templates, once: no request's path ever becomes the name of a file. Whatever they print is escaped. */
export function readViews(): Render {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = new URL('views/', import.meta.url);
  for (const file of readdirSync(folder)) {
    eta.loadTemplate(`@${basename(file, '.eta')}`, readFileSync(new URL(file, folder), 'utf8'));
  }
  return (view, data) => eta.render(`@${view}`, { ...data, instant });
}

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function instant(date: Date): string {
  return `${INSTANT.format(date)} UTC`;
}
