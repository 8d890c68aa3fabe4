import { Detail } from './detail.js';
import { Layout } from './layout.js';
import type { PageProps } from './page.js';
import { RelativeTime } from './time.js';
import type { ApiKey } from '../../../../../domain/api-key.js';

/** Asks for confirmation before an API key is revoked. */
export function RevokeKeyPage({ page, apiKey }: PageProps & { readonly apiKey: ApiKey }) {
  const { name, prefix, createdAt, lastUsedAt } = apiKey;
  return (
    <Layout page={page} title="Revoke API key">
      <div class="narrow">
        <h1>Revoke this API key?</h1>
        <div class="cards">
          <div class="card">
            <dl>
              <Detail term="Name">
                <bdi>{name}</bdi>
              </Detail>
              <Detail term="Key">
                <code>{prefix}…</code>
              </Detail>
              <Detail term="Created">
                <RelativeTime page={page} date={createdAt} />
              </Detail>
              <Detail term="Last used">
                <RelativeTime page={page} date={lastUsedAt} />
              </Detail>
            </dl>
          </div>
        </div>
        <p>Requests with this key fail within seconds. This cannot be undone.</p>
        <form class="choice" method="post" action={page.url(`/account/keys/${prefix}/revoke`)}>
          <button type="submit" class="danger">
            Revoke API key
          </button>
          <a class="button quiet" href={page.url('/account')}>
            Cancel
          </a>
        </form>
      </div>
    </Layout>
  );
}
