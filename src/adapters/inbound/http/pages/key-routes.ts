import { accountOf } from './browser-session.js';
import type { PageRouter, RenderForm } from './page-router.js';
import { HttpError } from '../errors.js';
import type { HttpContext } from '../state.js';
import type { FindApiKey } from '../../../../application/api-keys/find-api-key.js';
import type { IssueApiKey } from '../../../../application/api-keys/issue-api-key.js';
import type { ReplaceApiKey } from '../../../../application/api-keys/replace-api-key.js';
import type { RevokeApiKey } from '../../../../application/api-keys/revoke-api-key.js';
import { apiKeyPrefix } from '../../../../domain/api-key.js';

export interface KeyOptions {
  readonly findApiKey: FindApiKey;
  readonly issueApiKey: IssueApiKey;
  readonly replaceApiKey: ReplaceApiKey;
  readonly revokeApiKey: RevokeApiKey;
  /** Of the API, as its callers reach it; ends with /v1. */
  readonly baseUrl: () => string;
}

const DAY = 24 * 60 * 60 * 1000;
const DEFAULT_EXPIRY = '90d';

/** The expiry times of the form for a new key: value, label and milliseconds; absent: the key never expires. */
const EXPIRIES: readonly (readonly [value: string, label: string, expiresIn?: number])[] = [
  ['7d', 'In 7 days', 7 * DAY],
  ['30d', 'In 30 days', 30 * DAY],
  ['90d', 'In 90 days', 90 * DAY],
  ['365d', 'In a year', 365 * DAY],
  ['never', 'Never'],
];

/** Creating, replacing and revoking the API keys of the account that is signed in (specification, section 5.5). */
export function keyRoutes(pages: PageRouter, options: KeyOptions): void {
  creationRoutes(pages, options);
  replacementRoutes(pages, options);
  revocationRoutes(pages, options);
}

function creationRoutes(pages: PageRouter, { baseUrl, findApiKey, issueApiKey }: KeyOptions): void {
  const renderForm: RenderForm<'name' | 'expiry'> = (ctx, form, violations) =>
    pages.render(ctx, 'new-key', { name: '', expiry: DEFAULT_EXPIRY, ...form, expiries: EXPIRIES, violations });

  pages.form('/account/keys/new', 'signed in', ['name', 'expiry'], renderForm, async (ctx, { name, expiry }) => {
    const { email } = accountOf(ctx);
    const { address } = ctx.state.client;
    const { key } = await issueApiKey.execute({ email, name, expiresIn: chosen(expiry), address });
    pages.redirect(ctx, '/account/keys/issued', { key });
  });

  pages.page('/account/keys/issued', 'signed in', async (ctx) => {
    const { key, about } = ctx.state.flash ?? {};
    if (key === undefined) {
      pages.redirect(ctx, '/account', ctx.method === 'GET' ? { notice: 'issued' } : undefined);
      return;
    }
    const { id } = accountOf(ctx);
    const stored = await findApiKey.execute(id, apiKeyPrefix(key));
    const replaced = about === undefined ? undefined : await findApiKey.execute(id, about);
    pages.render(ctx, 'issued-key', { key, stored, replaced, baseUrl: baseUrl() });
  });
}

function replacementRoutes(pages: PageRouter, { findApiKey, replaceApiKey }: KeyOptions): void {
  const renderForm: RenderForm<'expiry'> = async (ctx, { expiry = DEFAULT_EXPIRY }, violations) => {
    const key = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (key.state === 'active') pages.render(ctx, 'replace-key', { key, expiry, expiries: EXPIRIES, violations });
    else pages.redirect(ctx, '/account');
  };

  pages.form('/account/keys/:prefix/replace', 'signed in', ['expiry'], renderForm, async (ctx, { expiry }) => {
    const { address } = ctx.state.client;
    const prefix = prefixOf(ctx);
    const key = await replaceApiKey.execute({ account: accountOf(ctx), prefix, expiresIn: chosen(expiry), address });
    pages.redirect(ctx, '/account/keys/issued', { key, about: prefix });
  });
}

function revocationRoutes(pages: PageRouter, { findApiKey, revokeApiKey }: KeyOptions): void {
  pages.page('/account/keys/:prefix/revoke', 'signed in', async (ctx) => {
    const key = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (key.state === 'revoked') pages.redirect(ctx, '/account');
    else pages.render(ctx, 'revoke-key', { key });
  });

  pages.action('/account/keys/:prefix/revoke', 'signed in', [], async (ctx) => {
    const { address } = ctx.state.client;
    await revokeApiKey.execute({ prefix: prefixOf(ctx), accountId: accountOf(ctx).id, address });
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
