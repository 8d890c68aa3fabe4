import { PageError, pageNotFound } from './errors.js';
import { noticeOf } from './notices.js';
import type { PageRouter } from './page-router.js';
import { showAgain, type Show } from './render.js';
import type { PageContext } from './state.js';
import type { Expiry } from './views.js';
import { accountOf, seeOther } from './browser-session.js';
import type { IssueApiKey, IssuedApiKey } from '../../../../application/api-keys/issue-api-key.js';
import type { ListApiKeys, ListedApiKey } from '../../../../application/api-keys/list-api-keys.js';
import type { RevokeApiKey } from '../../../../application/api-keys/revoke-api-key.js';

export interface KeyOperations {
  readonly listApiKeys: ListApiKeys;
  readonly issueApiKey: IssueApiKey;
  readonly revokeApiKey: RevokeApiKey;
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

/** The account holder's own keys (specification, section 5.5). @param baseUrl of the API, ending with /v1. */
export function keyRoutes(
  pages: PageRouter,
  show: Show,
  { listApiKeys, issueApiKey, revokeApiKey }: KeyOperations,
  baseUrl: () => string,
): void {
  pages.page('/account', 'account holder', async (ctx) => {
    const keys = await listApiKeys.execute({ email: accountOf(ctx).email });
    show(ctx, 'account', { keys, notice: noticeOf(ctx) });
  });

  pages.page('/account/keys/new', 'account holder', async (ctx) => {
    show(ctx, 'new-key', { typed: '', expiry: NEVER, expiries: EXPIRIES });
  });

  pages.form('/account/keys/new', 'account holder', ['name', 'expiry'], async (ctx, { name, expiry }) => {
    const chosen = EXPIRIES.get(expiry);
    if (chosen === undefined) throw new PageError('bad_form', 'Choose one of the times that the page offers.');
    let issued: IssuedApiKey;
    try {
      issued = await issueApiKey.execute({ email: accountOf(ctx).email, name, expiresIn: chosen.expiresIn });
    } catch (error) {
      const fault = { typed: name, expiry, expiries: EXPIRIES };
      showAgain(ctx, error, { name: 'name' }, (found) => show(ctx, 'new-key', { ...fault, fault: found }));
      return;
    }
    // Shown at once and not by another request: the key is kept nowhere from which that could take it.
    show(ctx, 'issued-key', { ...issued, baseUrl: baseUrl() });
  });

  /** The account's key that the path names. */
  async function ownKey(ctx: PageContext): Promise<ListedApiKey> {
    const keys = await listApiKeys.execute({ email: accountOf(ctx).email });
    const key = keys.find(({ prefix }) => prefix === prefixOf(ctx));
    if (key === undefined) throw pageNotFound();
    return key;
  }

  pages.page('/account/keys/:prefix/revoke', 'account holder', async (ctx) => {
    const key = await ownKey(ctx);
    if (key.state === 'revoked') seeOther(ctx, '/account');
    else show(ctx, 'revoke-key', { key });
  });

  pages.form('/account/keys/:prefix/revoke', 'account holder', [], async (ctx) => {
    await revokeApiKey.execute({ prefix: prefixOf(ctx), accountId: accountOf(ctx).id });
    seeOther(ctx, '/account?after=revocation');
  });
}

function prefixOf({ path }: PageContext): string {
  return path.split('/').at(-2) ?? '';
}
