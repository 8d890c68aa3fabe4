import { Copied } from './copied.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';
import { Instant } from './time.js';
import type { ApiKey } from '../../../../../domain/api-key.js';

export interface IssuedKeyProps extends PageProps {
  /** The whole key, which only this page shows. */
  readonly secret: string;
  readonly stored: ApiKey;
  /** The key that the new one replaces, if any. It works until `expiresAt`. */
  readonly replaced?: { readonly prefix: string; readonly expiresAt: Date } | undefined;
  /** The address at which clients reach the API. */
  readonly baseUrl: string;
}

/** Shows a new API key, once. */
export function IssuedKeyPage({ page, secret, stored, replaced, baseUrl }: IssuedKeyProps) {
  return (
    <Layout page={page} title="Your new API key">
      <h1>Your new API key</h1>
      <p class="notice" role="status">
        <strong>Copy it now.</strong> The key is shown only once, and the service does not store it. If you load this
        page again, the key is not shown again, and no second one is created. If you lose the key, replace it.
      </p>
      <section aria-labelledby="key-heading">
        <h2 id="key-heading">
          <bdi>{stored.name}</bdi>
        </h2>
        <Copied id="key" text={secret} button="Copy key" />
        <Expiry expiresAt={stored.expiresAt} />
        {replaced !== undefined && (
          <p>
            <code>{replaced.prefix}…</code>, which it replaces, works until <Instant date={replaced.expiresAt} />.
          </p>
        )}
      </section>
      <section aria-labelledby="try-heading">
        <h2 id="try-heading">Try it</h2>
        <Copied
          id="curl"
          text={`curl -H 'Authorization: Bearer ${secret}' ${baseUrl}/pets`}
          button="Copy command"
          class="outline"
        />
      </section>
      <p>
        <a class="button quiet" href={page.url('/account')}>
          Done
        </a>
      </p>
      <script src={page.url('/account/copy.js')} type="module" />
    </Layout>
  );
}

function Expiry({ expiresAt }: { readonly expiresAt: Date | undefined }) {
  if (expiresAt === undefined) return <p>It never expires.</p>;
  return (
    <p>
      It works until <Instant date={expiresAt} />.
    </p>
  );
}
