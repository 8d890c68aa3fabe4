import { Form } from '../components/form.js';
import { Layout, SignedInAs, type PageProps } from '../components/layout.js';
import { Cell, Row, Table } from '../components/lists.js';
import { instant, RelativeTime } from '../components/time.js';
import type { ListedSession } from '../../../../../application/sessions.js';
import type { ApiKey, ApiKeyState } from '../../../../../domain/api-key.js';

type ListedKey = ApiKey & { readonly state: ApiKeyState; readonly isReplaced: boolean };

interface AccountProps extends PageProps {
  readonly keys: readonly ListedKey[];
  readonly isFirst: boolean;
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

function Keys({ page, keys, isFirst, next, isAll }: Omit<AccountProps, 'sessions'>) {
  const { url } = page;
  const columns = ['Name', 'Created', 'Last used', isAll ? 'Ends' : 'Expires'];
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
        <Table labelledBy="keys" columns={columns} hasActions>
          {keys.map((key) => (
            <KeyRow page={page} apiKey={key} />
          ))}
        </Table>
      )}
      {(!isFirst || next !== undefined) && (
        <nav class="pager" aria-label="Pages of API keys">
          {!isFirst && <a href={url(isAll ? '/account?keys=all' : '/account')}>Newest keys</a>}
          {next !== undefined && (
            <a href={url(`/account?${isAll ? 'keys=all&' : ''}older=${next}`)} rel="next">
              Older keys
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

const END_OF = { active: 'Expires', expired: 'Expired', revoked: 'Revoked' } as const;

function KeyRow({ page, apiKey }: PageProps & { readonly apiKey: ListedKey }) {
  const { name, prefix, state, isReplaced, createdAt, lastUsedAt, revokedAt, expiresAt } = apiKey;
  const badge = state === 'active' && isReplaced ? 'replaced' : state;
  const title = (
    <>
      <bdi>{name}</bdi> {badge !== 'active' && <span class="state">{badge}</span>}
      <br />
      <code>{prefix}…</code>
    </>
  );
  return (
    <Row name={title}>
      <Cell label="Created">
        <RelativeTime page={page} date={createdAt} />
      </Cell>
      <Cell label="Last used">
        <RelativeTime page={page} date={lastUsedAt} />
      </Cell>
      <Cell label={END_OF[state]}>
        <RelativeTime page={page} date={revokedAt ?? expiresAt} />
      </Cell>
      <Cell class="action">{state === 'active' && <KeyActions page={page} apiKey={apiKey} />}</Cell>
    </Row>
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
      <Table labelledBy="sessions" columns={['From', 'Signed in', 'Last seen']} hasActions>
        {sessions.map((session) => (
          <SessionRow page={page} session={session} />
        ))}
      </Table>
    </section>
  );
}

function SessionRow({ page, session }: PageProps & { readonly session: ListedSession }) {
  const { id, browser, address = 'unknown address', createdAt, lastSeenAt, isCurrent } = session;
  const name = (
    <>
      {browser !== undefined && `${browser}, `}
      <bdi>{address}</bdi> {isCurrent && <span class="state active">this session</span>}
    </>
  );
  return (
    <Row name={name}>
      <Cell label="Signed in">
        <RelativeTime page={page} date={createdAt} />
      </Cell>
      <Cell label="Last seen">
        <RelativeTime page={page} date={lastSeenAt} />
      </Cell>
      <Cell class="action">
        {!isCurrent && (
          <Form page={page} action="/account/sessions/end">
            <input type="hidden" name="session" value={id} />
            <button type="submit" class="outline secondary">
              End session
              <span class="visually-hidden">
                {' '}
                from <bdi>{address}</bdi>, signed in {instant(createdAt)}
              </span>
            </button>
          </Form>
        )}
      </Cell>
    </Row>
  );
}
