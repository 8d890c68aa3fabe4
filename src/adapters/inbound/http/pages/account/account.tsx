import { Form, HiddenField } from '../components/form.js';
import { Layout, SignedInAs, type PageProps } from '../components/layout.js';
import { Table } from '../components/table.js';
import { instant, RelativeTime } from '../components/time.js';
import type { ListedSession } from '../../../../../application/sessions.js';
import type { ApiKey, ApiKeyState } from '../../../../../domain/api-key.js';

type ListedKey = ApiKey & { readonly state: ApiKeyState; readonly isReplaced: boolean };

interface AccountProps extends PageProps {
  readonly keys: readonly ListedKey[];
  /** The next page follows the key with this prefix. It is `undefined` on the last page. */
  readonly next: string | undefined;
  readonly isAll: boolean;
  readonly sessions: readonly ListedSession[];
}

export function AccountPage({ page, sessions, ...keys }: AccountProps) {
  const { email, url } = page;
  return (
    <Layout page={page} title="Your account">
      <h1>Your account</h1>
      {email !== undefined && <SignedInAs email={email} />}
      <Keys page={page} {...keys} />
      <Sessions page={page} sessions={sessions} />
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <ul class="plain">
          <li>
            <a href={url('/account/password')}>Change your password</a>
          </li>
          <li>
            <a class="serious-link" href={url('/account/delete')}>
              Delete your account
            </a>
          </li>
        </ul>
      </section>
    </Layout>
  );
}

function Keys({ page, keys, next, isAll }: Omit<AccountProps, 'sessions'>) {
  const { url } = page;
  return (
    <section aria-labelledby="keys">
      <div class="heading">
        <h2 id="keys">API keys</h2>
        <a class="button" href={url('/account/keys/new')}>
          Create API key
        </a>
      </div>
      <nav class="filter" aria-label="Filter API keys by state">
        <a href={url('/account')} aria-current={isAll ? undefined : 'page'}>
          Active
        </a>
        <a href={url('/account?keys=all')} aria-current={isAll ? 'page' : undefined}>
          All, with revoked and expired
        </a>
      </nav>
      {keys.length === 0 ? (
        <p class="empty">
          {isAll ? 'You have no API keys yet.' : 'You have no active API keys.'} Create one to call the API.
        </p>
      ) : (
        <Table
          labelledBy="keys"
          rows={keys}
          columns={[
            { label: 'Name', cell: (key) => <KeyName apiKey={key} /> },
            { label: 'Created', cell: ({ createdAt }) => <RelativeTime page={page} date={createdAt} /> },
            { label: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime page={page} date={lastUsedAt} /> },
            {
              label: 'Ends',
              cell: ({ revokedAt, expiresAt }) => <RelativeTime page={page} date={revokedAt ?? expiresAt} />,
            },
            { cell: (key) => key.state === 'active' && <KeyActions page={page} apiKey={key} /> },
          ]}
        />
      )}
      {next !== undefined && (
        <nav class="pager" aria-label="Pages of API keys">
          <a href={url(`/account?${isAll ? 'keys=all&' : ''}older=${next}`)} rel="next">
            Older keys
          </a>
        </nav>
      )}
    </section>
  );
}

function KeyName({ apiKey: { name, prefix, state, isReplaced } }: { readonly apiKey: ListedKey }) {
  const badge = state === 'active' && isReplaced ? 'replaced' : state;
  return (
    <>
      <bdi>{name}</bdi> {badge !== 'active' && <span class="state">{badge}</span>}
      <br />
      <code>{prefix}…</code>
    </>
  );
}

function KeyActions({
  page: { url },
  apiKey: { name, prefix, isReplaced },
}: PageProps & { readonly apiKey: ListedKey }) {
  const which = (
    <span class="visually-hidden">
      {' '}
      <bdi>{name}</bdi>, {prefix}
    </span>
  );
  return (
    <>
      {!isReplaced && (
        <a class="button quiet" href={url(`/account/keys/${prefix}/replace`)}>
          Replace{which}
        </a>
      )}{' '}
      <a class="button danger" href={url(`/account/keys/${prefix}/revoke`)}>
        Revoke{which}
      </a>
    </>
  );
}

function Sessions({ page, sessions }: Pick<AccountProps, 'page' | 'sessions'>) {
  return (
    <section aria-labelledby="sessions">
      <div class="heading">
        <h2 id="sessions">Sessions</h2>
        {sessions.length > 1 && (
          <Form page={page} action="/account/sessions/end-others">
            <button type="submit" class="outline secondary">
              End all other sessions
            </button>
          </Form>
        )}
      </div>
      <Table
        labelledBy="sessions"
        rows={sessions}
        columns={[
          { label: 'From', cell: (session) => <SessionName {...session} /> },
          { label: 'Signed in', cell: ({ createdAt }) => <RelativeTime page={page} date={createdAt} /> },
          { label: 'Last seen', cell: ({ lastSeenAt }) => <RelativeTime page={page} date={lastSeenAt} /> },
          { cell: (session) => !session.isCurrent && <EndSession page={page} session={session} /> },
        ]}
      />
    </section>
  );
}

const UNKNOWN_ADDRESS = 'unknown address';

function SessionName({ browser, address = UNKNOWN_ADDRESS, isCurrent }: ListedSession) {
  return (
    <>
      {browser !== undefined && `${browser}, `}
      <bdi>{address}</bdi> {isCurrent && <span class="state active">this session</span>}
    </>
  );
}

function EndSession({ page, session }: PageProps & { readonly session: ListedSession }) {
  const { id, address = UNKNOWN_ADDRESS, createdAt } = session;
  return (
    <Form page={page} action="/account/sessions/end">
      <HiddenField name="session" value={id} />
      <button type="submit" class="outline secondary">
        End session
        <span class="visually-hidden">
          {' '}
          from <bdi>{address}</bdi>, signed in {instant(createdAt)}
        </span>
      </button>
    </Form>
  );
}
