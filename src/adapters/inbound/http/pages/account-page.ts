import { accountOf, browserSessionOf, seeOther } from './browser-session.js';
import { pageNotFound } from './errors.js';
import { noticeOf } from './notices.js';
import type { PageRouter } from './page-router.js';
import type { Show } from './render.js';
import type { PageContext } from './state.js';
import type { PageApiKeys } from '../../../../application/api-keys/page-api-keys.js';
import type { EndOtherSessions } from '../../../../application/sessions/end-other-sessions.js';
import type { EndSession } from '../../../../application/sessions/end-session.js';
import type { ListSessions } from '../../../../application/sessions/list-sessions.js';
import type { Client } from '../../../../domain/client.js';

export interface AccountPageUseCases {
  readonly pageApiKeys: PageApiKeys;
  readonly listSessions: ListSessions;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
}

/** The page of the account that is signed in: its API keys, page by page, and its sessions. */
export function accountPage(
  pages: PageRouter,
  show: Show,
  { pageApiKeys, listSessions, endSession, endOtherSessions }: AccountPageUseCases,
  clientOf: (ctx: PageContext) => Client,
): void {
  pages.page('/account', 'signed in', async (ctx) => {
    const { older, keys: filter } = ctx.query;
    if (Array.isArray(older)) throw pageNotFound();
    const isAll = filter === 'all';
    const { id } = accountOf(ctx);
    const { keys, next } = await pageApiKeys.execute(id, older, isAll ? undefined : 'active');
    const sessions = await listSessions.execute(id, browserSessionOf(ctx).token);
    show(ctx, 'account', { keys, next, isFirst: older === undefined, isAll, sessions, notice: noticeOf(ctx) });
  });

  pages.form('/account/sessions/end', 'signed in', ['session'], async (ctx, { session }) => {
    await endSession.execute(accountOf(ctx).id, session, clientOf(ctx).address);
    seeOther(ctx, '/account?after=session');
  });

  pages.form('/account/sessions/end-others', 'signed in', [], async (ctx) => {
    await endOtherSessions.execute(accountOf(ctx).id, browserSessionOf(ctx).token, clientOf(ctx).address);
    seeOther(ctx, '/account?after=sessions');
  });
}
