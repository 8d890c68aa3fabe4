import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Eta } from 'eta';
import { relativeTime } from './relative-time.js';
import type { HttpContext } from '../state.js';
import type { ApiKeyWithState } from '../../../../application/api-keys/find-api-key.js';
import type { ListedSession } from '../../../../application/sessions/list-sessions.js';
import type { ApiKey } from '../../../../domain/api-key.js';
import type { Violation } from '../../../../domain/errors.js';
import { PET_STATUSES, type Pet, type PetStatus } from '../../../../domain/pet.js';
import type { Clock } from '../../../../domain/ports/clock.js';

/** A form that is shown again has violations; each member is the name of a field. */
interface Form {
  readonly violations?: readonly Violation[] | undefined;
}

/** The data of each page. */
interface Views {
  start: { readonly signUpOpen: boolean };
  'sign-up': Form & { readonly typedEmail: string };
  'sign-in': Form & { readonly typedEmail: string; readonly signUpOpen: boolean };
  account: {
    /** Newest first. */
    readonly keys: readonly ApiKeyWithState[];
    /** Where the page of older keys begins; absent on the last page. */
    readonly next: string | undefined;
    readonly isFirst: boolean;
    /** Whether revoked and expired keys are listed too. */
    readonly isAll: boolean;
    readonly sessions: readonly ListedSession[];
  };
  'new-key': Form & { readonly name: string; readonly expiry: string; readonly expiries: ReadonlyMap<string, Expiry> };
  'issued-key': {
    readonly key: string;
    readonly stored: ApiKey;
    /** The key that it replaces, if any. */
    readonly replaced: ApiKey | undefined;
    readonly baseUrl: string;
  };
  'replace-key': Form & {
    readonly key: ApiKey;
    readonly expiry: string;
    readonly expiries: ReadonlyMap<string, Expiry>;
  };
  'revoke-key': { readonly key: ApiKeyWithState };
  animals: {
    readonly pets: readonly Pet[];
    /** The filter. */
    readonly status: PetStatus | undefined;
    readonly isFirst: boolean;
    /** The query of the next page; absent on the last page. */
    readonly nextQuery: string | undefined;
  };
  'new-animal': Form & {
    readonly name: string;
    readonly categoryId: string;
    readonly status: string;
    /** Identifies this form, so that it adds one animal. */
    readonly once: string;
  };
  password: Form;
  delete: Form;
  /** HTML of the template `reference`. */
  docs: { readonly reference: string };
  error: { readonly heading: string; readonly message: string; readonly requestId: string | undefined };
}

/** An expiry time of the form for a new key. */
export interface Expiry {
  readonly label: string;
  /** In milliseconds; absent: the key never expires. */
  readonly expiresIn?: number;
}

type Members = Readonly<Record<string, unknown>>;

/** The OpenAPI document, and what its template writes it with. */
interface Reference {
  readonly api: Members;
  /** What a reference stands for. */
  readonly resolve: (node: Members) => Members;
  /** HTML of Markdown, with and without paragraphs. */
  readonly markdown: (text: string) => string;
  readonly inline: (text: string) => string;
  /** JSON with every digit, on many lines; a string stays as it is in `text`. */
  readonly json: (value: unknown) => string;
  readonly text: (value: unknown) => string;
}

/** Answers with a page. */
export type Render = <Name extends keyof Views>(ctx: HttpContext, view: Name, data: Views[Name]) => void;

/** HTML of the template `reference`. */
export type RenderReference = (data: Reference) => string;

/** Reads the templates once: no path of a request becomes the name of a file. All output is escaped. */
export function readViews(clock: Clock): { render: Render; renderReference: RenderReference } {
  const eta = new Eta({ autoEscape: true, autoTrim: false });
  const folder = new URL('views/', import.meta.url);
  for (const file of readdirSync(folder)) {
    eta.loadTemplate(`@${basename(file, '.eta')}`, readFileSync(new URL(file, folder), 'utf8'));
  }
  const render: Render = (ctx, view, data) => {
    const { browserSession, flash } = ctx.state;
    const now = clock.now();
    ctx.set('Content-Type', 'text/html; charset=utf-8');
    ctx.body = eta.render(`@${view}`, {
      ...data,
      email: browserSession?.account.email,
      notice: flash && NOTICES.get(flash.notice ?? '')?.(flash.about ?? ''),
      statuses: PET_STATUSES,
      instant,
      time: (date?: Date) => timeElement(date, now),
    });
  };
  return { render, renderReference: (data) => eta.render('@reference', data) };
}

/** What a page shows after a form, by the name in the flash. @param about what the notice is about */
const NOTICES = new Map<string, (about: string) => string>([
  [
    'sign-up',
    () => 'Now sign in with your new password. If the email already had an account, its password is unchanged.',
  ],
  ['sign-out', () => 'You are signed out.'],
  ['session-ended', () => 'Your session has ended. Sign in to continue where you were.'],
  ['password', () => 'Your password is changed. Sign in with the new one.'],
  ['deletion', () => 'Your account is deleted, and its API keys are revoked.'],
  ['revocation', () => 'The API key is revoked.'],
  ['issued', () => 'A new API key is shown only once. If you did not store it, revoke it and create another one.'],
  ['session', () => 'The session is ended.'],
  ['sessions', () => 'All other sessions are ended.'],
  ['animal', (about) => `Added ${about}.`],
]);

const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function instant(date: Date): string {
  return `${INSTANT.format(date)} UTC`;
}

/** HTML: how long ago or ahead, with the exact time on hover; "never" without a date. */
function timeElement(date: Date | undefined, now: Date): string {
  if (date === undefined) return 'never';
  return `<time datetime="${date.toISOString()}" title="${instant(date)}">${relativeTime(date, now)}</time>`;
}
