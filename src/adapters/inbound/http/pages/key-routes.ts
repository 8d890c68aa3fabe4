import { accountOf } from './browser-session.js';
import { leaveFlash } from './cookies.js';
import { seeOther, type PageTools, type RenderForm } from './page-router.js';
import { HttpError } from '../errors.js';
import type { Expiry } from './views.js';
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

const EXPIRIES: ReadonlyMap<string, Expiry> = new Map([
  ['7d', { label: 'In 7 days', expiresIn: 7 * DAY }],
  ['30d', { label: 'In 30 days', expiresIn: 30 * DAY }],
  ['90d', { label: 'In 90 days', expiresIn: 90 * DAY }],
  ['365d', { label: 'In a year', expiresIn: 365 * DAY }],
  ['never', { label: 'Never' }],
]);

/** Creating, replacing and revoking the API keys of the account that is signed in (specification, section 5.5). */
export function keyRoutes(options: KeyOptions & PageTools): void {
  const { pages, render, cookies, clientOf, baseUrl, findApiKey, issueApiKey, replaceApiKey, revokeApiKey } = options;

  const renderForm: RenderForm<'name' | 'expiry'> = (ctx, form, violations) =>
    render(ctx, 'new-key', { name: '', expiry: DEFAULT_EXPIRY, ...form, expiries: EXPIRIES, violations });

  pages.form('/account/keys/new', 'signed in', ['name', 'expiry'], renderForm, async (ctx, { name, expiry }) => {
    const { email } = accountOf(ctx);
    const { address } = clientOf(ctx);
    const { key } = await issueApiKey.execute({ email, name, expiresIn: chosen(expiry).expiresIn, address });
    leaveFlash(ctx, cookies, { key });
    seeOther(ctx, '/account/keys/issued');
  });

  pages.page('/account/keys/issued', 'signed in', async (ctx) => {
    const { key, about } = ctx.state.flash ?? {};
    if (key === undefined) {
      if (ctx.method === 'GET') leaveFlash(ctx, cookies, { notice: 'issued' });
      seeOther(ctx, '/account');
      return;
    }
    const { id } = accountOf(ctx);
    const stored = await findApiKey.execute(id, apiKeyPrefix(key));
    const replaced = about === undefined ? undefined : await findApiKey.execute(id, about);
    render(ctx, 'issued-key', { key, stored, replaced, baseUrl: baseUrl() });
  });

  const renderReplacement: RenderForm<'expiry'> = async (ctx, { expiry = DEFAULT_EXPIRY }, violations) => {
    const key = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (key.state === 'active') render(ctx, 'replace-key', { key, expiry, expiries: EXPIRIES, violations });
    else seeOther(ctx, '/account');
  };

  pages.form('/account/keys/:prefix/replace', 'signed in', ['expiry'], renderReplacement, async (ctx, { expiry }) => {
    const { address } = clientOf(ctx);
    const prefix = prefixOf(ctx);
    const { expiresIn } = chosen(expiry);
    const key = await replaceApiKey.execute({ account: accountOf(ctx), prefix, expiresIn, address });
    leaveFlash(ctx, cookies, { key, about: prefix });
    seeOther(ctx, '/account/keys/issued');
  });

  pages.page('/account/keys/:prefix/revoke', 'signed in', async (ctx) => {
    const key = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (key.state === 'revoked') seeOther(ctx, '/account');
    else render(ctx, 'revoke-key', { key });
  });

  pages.action('/account/keys/:prefix/revoke', 'signed in', [], async (ctx) => {
    const { address } = clientOf(ctx);
    await revokeApiKey.execute({ prefix: prefixOf(ctx), accountId: accountOf(ctx).id, address });
    leaveFlash(ctx, cookies, { notice: 'revocation' });
    seeOther(ctx, '/account');
  });
}

function chosen(expiry: string): Expiry {
  const found = EXPIRIES.get(expiry);
  if (found === undefined) throw new HttpError('bad_form', 'Choose one of the expiry times of the form.');
  return found;
}

function prefixOf({ path }: HttpContext): string {
  return path.split('/').at(-2) ?? '';
}
