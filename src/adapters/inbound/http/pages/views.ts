import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Eta } from 'eta';
import { relativeTime } from './relative-time.js';
import type { ApiKeyWithState } from '../../../../application/api-keys/page-api-keys.js';
import type { ListedSession } from '../../../../application/sessions/list-sessions.js';
import type { ApiKey } from '../../../../domain/api-key.js';
import type { Clock } from '../../../../domain/ports/clock.js';

/** What is wrong with the input of a form. */
export interface Violation {
  /** The name of the field. */
  readonly field: string;
  readonly message: string;
}

/** A form that is shown again has a violation. */
interface Form {
  readonly violation?: Violation | undefined;
}

/** The data of each page. */
export interface Views {
  start: { readonly notice: string | undefined; readonly signUpOpen: boolean };
  'sign-up': Form & { readonly typedEmail: string };
  'sign-in': Form & { readonly typedEmail: string; readonly notice: string | undefined; readonly signUpOpen: boolean };
  account: {
    /** Newest first. */
    readonly keys: readonly ApiKeyWithState[];
    /** Where the page of older keys begins; absent on the last page. */
    readonly next: string | undefined;
    readonly isFirst: boolean;
    /** Whether revoked and expired keys are listed too. */
    readonly isAll: boolean;
    readonly sessions: readonly ListedSession[];
    readonly notice: string | undefined;
  };
  'new-key': Form & { readonly name: string; readonly expiry: string; readonly expiries: ReadonlyMap<string, Expiry> };
  'issued-key': { readonly key: string; readonly kept: ApiKey; readonly baseUrl: string };
  'revoke-key': { readonly key: ApiKeyWithState };
  password: Form;
  delete: Form;
  error: { readonly heading: string; readonly message: string; readonly requestId: string | undefined };
}

/** An expiry time of the form for a new key. */
export interface Expiry {
  readonly label: string;
  /** In milliseconds; absent: the key never expires. */
  readonly expiresIn?: number;
}

/** The data of the layout, which every page has. */
export interface Layout {
  /** Of the account that is signed in. */
  readonly email?: string;
  /** For the forms of the page. */
  readonly csrfToken?: string;
}

export type Render = <Name extends keyof Views>(view: Name, data: Views[Name] & Layout) => string;

/** Reads the templates once: no path of a request becomes the name of a file. All output is escaped. */
export function readViews(clock: Clock): Render {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = new URL('views/', import.meta.url);
  for (const file of readdirSync(folder)) {
    eta.loadTemplate(`@${basename(file, '.eta')}`, readFileSync(new URL(file, folder), 'utf8'));
  }
  return (view, data) => {
    const now = clock.now();
    return eta.render(`@${view}`, { ...data, instant, time: (date?: Date) => timeElement(date, now) });
  };
}

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function instant(date: Date): string {
  return `${INSTANT.format(date)} UTC`;
}

/** HTML: how long ago or ahead, with the exact time on hover; "never" without a date. */
function timeElement(date: Date | undefined, now: Date): string {
  if (date === undefined) return 'never';
  return `<time datetime="${date.toISOString()}" title="${instant(date)}">${relativeTime(date, now)}</time>`;
}
