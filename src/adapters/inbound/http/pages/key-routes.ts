import { randomUUID } from 'node:crypto';
import { accountOf } from './browser-session.js';
import { readFormId } from './form.js';
import type { PageRouter, RenderForm } from './page-router.js';
import type { SelectOption } from './views/fields.js';
import { IssuedKeyPage, type IssuedKeyProps } from './views/issued-key.js';
import { NewKeyPage } from './views/new-key.js';
import { ReplaceKeyPage } from './views/replace-key.js';
import { RevokeKeyPage } from './views/revoke-key.js';
import { HttpError } from '../errors.js';
import type { HttpContext } from '../state.js';
import type { FindApiKey } from '../../../../application/api-keys/find-api-key.js';
import type { IssueApiKey } from '../../../../application/api-keys/issue-api-key.js';
import type { ReplaceApiKey } from '../../../../application/api-keys/replace-api-key.js';
import type { RevokeOwnApiKey } from '../../../../application/api-keys/revoke-own-api-key.js';
import { hasCode } from '../../../../domain/errors.js';

export interface KeyOptions {
  readonly findApiKey: FindApiKey;
  readonly issueApiKey: IssueApiKey;
  readonly replaceApiKey: ReplaceApiKey;
  readonly revokeOwnApiKey: RevokeOwnApiKey;
  /** Returns the address of the API as its callers reach it, which ends with /v1. */
  readonly baseUrl: () => string;
}

const DAY = 24 * 60 * 60 * 1000;
const DEFAULT_EXPIRY = '90d';

/** The expiry times that the form for a new key offers, in milliseconds. Without one the key never expires. */
const EXPIRIES: readonly (readonly [value: string, label: string, expiresIn?: number])[] = [
  ['7d', 'In 7 days', 7 * DAY],
  ['30d', 'In 30 days', 30 * DAY],
  ['90d', 'In 90 days', 90 * DAY],
  ['365d', 'In a year', 365 * DAY],
  ['never', 'Never'],
];
const OPTIONS: readonly SelectOption[] = EXPIRIES.map(([value, label]) => [value, label]);

/** Adds the pages on which account holders create, replace and revoke their API keys (specification, section 5.5). */
export function keyRoutes(pages: PageRouter, options: KeyOptions): void {
  creationRoutes(pages, options);
  replacementRoutes(pages, options);
  revocationRoutes(pages, options);
}

function creationRoutes(pages: PageRouter, { baseUrl, issueApiKey }: KeyOptions): void {
  const fields = { name: 'The name', expiry: 'The expiry', once: 'The form' } as const;

  const renderForm: RenderForm<keyof typeof fields> = (ctx, form, violations) => {
    const empty = { name: '', expiry: DEFAULT_EXPIRY, once: randomUUID() };
    pages.render(ctx, NewKeyPage, { ...empty, ...form, expiries: OPTIONS, violations });
  };

  pages.form('/account/keys/new', 'signed in', fields, renderForm, (ctx, { name, expiry, once }) => {
    const { email } = accountOf(ctx);
    const { address } = ctx.state.client;
    const request = { email, name, expiresIn: chosen(expiry), idempotencyKey: readFormId(once), address };
    return showNewKey(pages, ctx, baseUrl(), () => issueApiKey.execute(request));
  });
}

function replacementRoutes(pages: PageRouter, { baseUrl, findApiKey, replaceApiKey }: KeyOptions): void {
  const fields = { expiry: 'The expiry', once: 'The form' } as const;

  const renderForm: RenderForm<keyof typeof fields> = async (ctx, form, violations) => {
    const apiKey = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    const empty = { expiry: DEFAULT_EXPIRY, once: randomUUID() };
    if (apiKey.state !== 'active') pages.redirect(ctx, '/account');
    else pages.render(ctx, ReplaceKeyPage, { apiKey, ...empty, ...form, expiries: OPTIONS, violations });
  };

  pages.form('/account/keys/:prefix/replace', 'signed in', fields, renderForm, (ctx, { expiry, once }) => {
    const [account, { address }] = [accountOf(ctx), ctx.state.client];
    const request = { prefix: prefixOf(ctx), expiresIn: chosen(expiry), idempotencyKey: readFormId(once) };
    return showNewKey(pages, ctx, baseUrl(), () => replaceApiKey.execute({ account, address, ...request }));
  });
}

type NewKey = Pick<IssuedKeyProps, 'stored' | 'replaced'> & { readonly key: string };

/**
 * Shows a new key in this response, and nowhere else: it passes no redirect and no cookie. A browser that loads the
 * response again sends the form again, which creates no second key and cannot show the first one.
 */
async function showNewKey(
  pages: PageRouter,
  ctx: HttpContext,
  baseUrl: string,
  create: () => Promise<NewKey>,
): Promise<void> {
  try {
    const { key, stored, replaced } = await create();
    pages.render(ctx, IssuedKeyPage, { secret: key, stored, replaced, baseUrl });
  } catch (error) {
    if (!hasCode(error, 'already_exists')) throw error;
    pages.redirect(ctx, '/account', { notice: 'issued' });
  }
}

function revocationRoutes(pages: PageRouter, { findApiKey, revokeOwnApiKey }: KeyOptions): void {
  pages.page('/account/keys/:prefix/revoke', 'signed in', async (ctx) => {
    const apiKey = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (apiKey.state === 'revoked') pages.redirect(ctx, '/account');
    else pages.render(ctx, RevokeKeyPage, { apiKey });
  });

  pages.action('/account/keys/:prefix/revoke', 'signed in', [], async (ctx) => {
    const { address } = ctx.state.client;
    await revokeOwnApiKey.execute({ accountId: accountOf(ctx).id, prefix: prefixOf(ctx), address });
    pages.redirect(ctx, '/account', { notice: 'revocation' });
  });
}

function chosen(expiry: string): number | undefined {
  const found = EXPIRIES.find(([value]) => value === expiry);
  if (found === undefined) throw new HttpError('bad_form', 'Choose one of the expiry times of the form.');
  return found[2];
}

function prefixOf({ path }: HttpContext): string {
  return path.split('/').at(-2) ?? '';
}
