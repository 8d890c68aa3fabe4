import { accountOf, browserSessionOf, seeOther } from './browser-session.js';
import { PageError } from './errors.js';
import type { PageRouter } from './page-router.js';
import { showAgain, type Show } from './render.js';
import type { PageContext } from './state.js';
import type { Expiry, Violation } from './views.js';
import type { FindApiKey } from '../../../../application/api-keys/find-api-key.js';
import type { IssueApiKey, IssuedApiKey } from '../../../../application/api-keys/issue-api-key.js';
import type { RevokeApiKey } from '../../../../application/api-keys/revoke-api-key.js';
import type { SaveFlash } from '../../../../application/sessions/save-flash.js';
import type { TakeFlash } from '../../../../application/sessions/take-flash.js';
import { apiKeyPrefix } from '../../../../domain/api-key.js';
import type { Client } from '../../../../domain/client.js';

export interface KeyUseCases {
  readonly findApiKey: FindApiKey;
  readonly issueApiKey: IssueApiKey;
  readonly revokeApiKey: RevokeApiKey;
  readonly saveFlash: SaveFlash;
  readonly takeFlash: TakeFlash;
}

export interface KeyRouteOptions {
  /** Of the API; ends with /v1. */
  readonly baseUrl: () => string;
  readonly clientOf: (ctx: PageContext) => Client;
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
export function keyRoutes(
  pages: PageRouter,
  show: Show,
  { findApiKey, issueApiKey, revokeApiKey, saveFlash, takeFlash }: KeyUseCases,
  { baseUrl, clientOf }: KeyRouteOptions,
): void {
  pages.page('/account/keys/new', 'signed in', async (ctx) => {
    show(ctx, 'new-key', { name: '', expiry: NEVER, expiries: EXPIRIES });
  });

  pages.form('/account/keys/new', 'signed in', ['name', 'expiry'], async (ctx, { name, expiry }) => {
    const chosen = EXPIRIES.get(expiry);
    if (chosen === undefined) throw new PageError('bad_form', 'Choose one of the expiry times of the form.');
    const { address } = clientOf(ctx);
    let issued: IssuedApiKey;
    try {
      issued = await issueApiKey.execute({ email: accountOf(ctx).email, name, expiresIn: chosen.expiresIn, address });
    } catch (error) {
      const showForm = (violation: Violation) => show(ctx, 'new-key', { name, expiry, expiries: EXPIRIES, violation });
      showAgain(ctx, error, { name: 'name' }, showForm);
      return;
    }
    await saveFlash.execute(browserSessionOf(ctx).token, issued.key);
    seeOther(ctx, '/account/keys/issued');
  });

  pages.page('/account/keys/issued', 'signed in', async (ctx) => {
    // HEAD must not use up what GET shows (RFC 9110, section 9.2.1).
    const key = ctx.method === 'HEAD' ? undefined : await takeFlash.execute(browserSessionOf(ctx).token);
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

  pages.form('/account/keys/:prefix/revoke', 'signed in', [], async (ctx) => {
    const { address } = clientOf(ctx);
    await revokeApiKey.execute({ prefix: prefixOf(ctx), accountId: accountOf(ctx).id, address });
    seeOther(ctx, '/account?after=revocation');
  });
}

function prefixOf({ path }: PageContext): string {
  return path.split('/').at(-2) ?? '';
}
