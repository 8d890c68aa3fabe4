import { accountOf, browserSessionOf } from './browser-session.js';
import { PageError } from './errors.js';
import { seeOther, type ShowForm, type Site } from './page-router.js';
import type { Expiry } from './views.js';
import type { HttpContext } from '../state.js';
import type { FindApiKey } from '../../../../application/api-keys/find-api-key.js';
import type { IssueApiKey } from '../../../../application/api-keys/issue-api-key.js';
import type { RevokeApiKey } from '../../../../application/api-keys/revoke-api-key.js';
import type { Flash } from '../../../../application/sessions/flash.js';
import { apiKeyPrefix } from '../../../../domain/api-key.js';

export interface KeyOptions {
  readonly findApiKey: FindApiKey;
  readonly issueApiKey: IssueApiKey;
  readonly revokeApiKey: RevokeApiKey;
  readonly flash: Flash;
  /** Of the API, as its callers reach it; ends with /v1. */
  readonly baseUrl: () => string;
}

const DAY = 24 * 60 * 60 * 1000;
const NEVER = 'never';

const EXPIRIES: ReadonlyMap<string, Expiry> = new Map([
  [NEVER, { label: 'Never' }],
  ['7d', { label: 'In 7 days', expiresIn: 7 * DAY }],
  ['30d', { label: 'In 30 days', expiresIn: 30 * DAY }],
  ['90d', { label: 'In 90 days', expiresIn: 90 * DAY }],
  ['365d', { label: 'In a year', expiresIn: 365 * DAY }],
]);

/** Creating and revoking the API keys of the account that is signed in (specification, section 5.5). */
export function keyRoutes(options: KeyOptions & Site): void {
  const { pages, show, clientOf, baseUrl, findApiKey, issueApiKey, revokeApiKey, flash } = options;

  const showForm: ShowForm<'name' | 'expiry'> = (ctx, form, violation) =>
    show(ctx, 'new-key', { name: '', expiry: NEVER, ...form, expiries: EXPIRIES, violation });

  pages.form('/account/keys/new', 'signed in', ['name', 'expiry'], showForm, async (ctx, { name, expiry }) => {
    const chosen = EXPIRIES.get(expiry);
    if (chosen === undefined) throw new PageError('bad_form', 'Choose one of the expiry times of the form.');
    const { email } = accountOf(ctx);
    const { address } = clientOf(ctx);
    const { key } = await issueApiKey.execute({ email, name, expiresIn: chosen.expiresIn, address });
    await flash.save(browserSessionOf(ctx).token, key);
    seeOther(ctx, '/account/keys/issued');
  });

  pages.page('/account/keys/issued', 'signed in', async (ctx) => {
    // HEAD must not use up what GET shows (RFC 9110, section 9.2.1).
    const key = ctx.method === 'HEAD' ? undefined : await flash.take(browserSessionOf(ctx).token);
    if (key === undefined) {
      seeOther(ctx, '/account?after=issued');
      return;
    }
    const kept = await findApiKey.execute(accountOf(ctx).id, apiKeyPrefix(key));
    show(ctx, 'issued-key', { key, kept, baseUrl: baseUrl() });
  });

  pages.page('/account/keys/:prefix/revoke', 'signed in', async (ctx) => {
    const key = await findApiKey.execute(accountOf(ctx).id, prefixOf(ctx));
    if (key.state === 'revoked') seeOther(ctx, '/account');
    else show(ctx, 'revoke-key', { key });
  });

  pages.action('/account/keys/:prefix/revoke', 'signed in', [], async (ctx) => {
    const { address } = clientOf(ctx);
    await revokeApiKey.execute({ prefix: prefixOf(ctx), accountId: accountOf(ctx).id, address });
    seeOther(ctx, '/account?after=revocation');
  });
}

function prefixOf({ path }: HttpContext): string {
  return path.split('/').at(-2) ?? '';
}
