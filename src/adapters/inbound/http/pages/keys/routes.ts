import { ownSessionOf } from '../support/browser-session.js';
import { formKey } from '../support/form.js';
import type { PageRouter } from '../support/page-router.js';
import { FormPage, type FormState, type Option } from '../components/form-page.js';
import { IssuedKeyPage, ReplaceKeyPage, RevokeKeyPage, type IssuedKeyProps } from './keys.js';
import { HttpError } from '../../http-errors.js';
import type { HttpContext } from '../../state.js';
import type { ApiKeyUseCases } from '../../../../../application/api-keys.js';
import { hasCode } from '../../../../../domain/errors.js';

export interface KeyOptions {
  readonly apiKeys: ApiKeyUseCases;
  /** Returns the address of the API as its callers reach it, which ends with /v1. */
  readonly baseUrl: () => string;
}

const DAY = 24 * 60 * 60 * 1000;

/** The expiry times that the forms for a new key offer, in milliseconds. Without one the key never expires. */
const EXPIRIES: readonly (readonly [value: string, label: string, expiresIn?: number])[] = [
  ['7d', 'In 7 days', 7 * DAY],
  ['30d', 'In 30 days', 30 * DAY],
  ['90d', 'In 90 days', 90 * DAY],
  ['365d', 'In a year', 365 * DAY],
  ['never', 'Never'],
];

const OPTIONS: readonly Option[] = EXPIRIES.map(([value, label]) => [value, label]);
const EXPIRY = { type: 'choice', options: OPTIONS, initial: '90d' } as const;

export function keyRoutes(pages: PageRouter, options: KeyOptions): void {
  const { apiKeys, baseUrl } = options;

  async function showKeyPage(ctx: HttpContext, view: typeof ReplaceKeyPage, form: FormState): Promise<void> {
    const apiKey = await apiKeys.findOwnApiKey(ownSessionOf(ctx).accountId, prefixOf(ctx));
    if (apiKey.state === 'active') pages.render(ctx, view, { apiKey, form });
    else pages.redirect(ctx, '/account');
  }

  pages.form(
    '/account/keys/new',
    'signed in',
    {
      name: {
        type: 'text',
        label: 'Name',
        hint: 'Say what the key is for, such as “shop front”, in at most 100 characters.',
      },
      expiry: { ...EXPIRY, label: 'Expires' },
    },
    (ctx, form) => {
      pages.render(ctx, FormPage, { form, title: 'Create API key', submit: 'Create API key', cancel: '/account' });
    },
    (ctx, { name, expiry }) => {
      const { email } = ownSessionOf(ctx).account;
      const { address } = ctx.state.client;
      const request = { email, name, expiresIn: chosen(expiry), idempotencyKey: formKey(ctx), address };
      return showNewKey(pages, ctx, baseUrl(), () => apiKeys.createApiKey(request));
    },
  );

  pages.form(
    '/account/keys/:prefix/replace',
    'signed in',
    { expiry: { ...EXPIRY, label: 'The new key expires' } },
    (ctx, form) => showKeyPage(ctx, ReplaceKeyPage, form),
    (ctx, { expiry }) => {
      const { account } = ownSessionOf(ctx);
      const { address } = ctx.state.client;
      const request = { account, prefix: prefixOf(ctx), expiresIn: chosen(expiry), address };
      return showNewKey(pages, ctx, baseUrl(), () => apiKeys.replaceOwnApiKey(request));
    },
  );

  pages.form(
    '/account/keys/:prefix/revoke',
    'signed in',
    {},
    (ctx, form) => showKeyPage(ctx, RevokeKeyPage, form),
    async (ctx) => {
      const { accountId } = ownSessionOf(ctx);
      await apiKeys.revokeOwnApiKey({ accountId, prefix: prefixOf(ctx), address: ctx.state.client.address });
      pages.redirect(ctx, '/account', 'revocation');
    },
  );
}

type NewKey = Pick<IssuedKeyProps, 'stored' | 'replaced'> & { readonly key: string };

/**
 * Shows a new key in this response, and nowhere else. The form, sent again, creates no second key and cannot show the
 * first one.
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
    pages.redirect(ctx, '/account', 'issued');
  }
}

function chosen(expiry: string): number | undefined {
  const found = EXPIRIES.find(([value]) => value === expiry);
  if (found === undefined) throw new HttpError('bad_form', 'Choose one of the expiry times of the form.');
  return found[2];
}

/** Returns the prefix in the path. `ctx.params` cannot be used: they are percent-decoded, and paths match exactly. */
function prefixOf({ captures: [prefix = ''] = [] }: HttpContext): string {
  return prefix;
}
