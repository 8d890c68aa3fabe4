import type { ComponentChildren } from 'preact';

/** The result of a form, which the page to which it redirects shows once. */
export interface Notice {
  /** The view that shows the notice has a text for it, or ignores it. */
  readonly name: string;
  /** The subject of the text, such as the number of an animal. The view checks it. */
  readonly detail: string | undefined;
}

export interface PageContext {
  /** The email of the account that is signed in. It is `undefined` for a visitor, and on a page that is the same for all. */
  readonly email: string | undefined;
  readonly accountId: bigint | undefined;
  /** The result of the form that has redirected to the page. */
  readonly notice: Notice | undefined;
  readonly path: string;
  readonly now: Date;
  /** Returns the address at which a browser reaches a path of this service. */
  readonly url: (path: string) => string;
}

/** The properties of every view, and of every component that has a link or a time. */
export interface PageProps {
  readonly page: PageContext;
}

/** The texts that say on the next page what a form has done. A page that knows more has its own words. */
const NOTICES = {
  'sign-up':
    'If the email was new, your account is ready: sign in. If it already had an account, the password of that is unchanged.',
  'sign-out': 'You are signed out.',
  'session-ended': 'Your session has ended. Sign in to continue where you were.',
  'not-sent': 'You are not signed in, so the form was not sent. Sign in to return to its page.',
  password: 'Your password is changed. Sign in with the new one.',
  deletion: 'Your account is deleted, and its API keys are revoked.',
  revocation: 'The API key is revoked.',
  issued:
    'This form has already created its API key, and a key is shown only once. If you did not store it, replace it below.',
  session: 'The session is ended.',
  sessions: 'All other sessions are ended.',
} as const;

/** The page of animals has its own words for the last three. */
export type NoticeName = keyof typeof NOTICES | 'added' | 'changed' | 'conflict';

/** The name comes from a cookie, which a page of another service on the host may have set. */
function hasNotice(name: string): name is keyof typeof NOTICES {
  return Object.hasOwn(NOTICES, name);
}

interface DocumentProps extends PageProps {
  readonly title: string;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Document({ page, title, head, children }: DocumentProps) {
  const { url } = page;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Animal Store`}</title>
        <link rel="icon" href={url('/account/paw.svg')} type="image/svg+xml" />
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <SiteHeader page={page} />
        {children}
        <footer class="pico container">
          <p>
            <small>
              <a href={url('/docs')}>Documentation</a> · OpenAPI: <a href={url('/openapi.json')}>JSON</a> ·{' '}
              <a href={url('/openapi.yaml')}>YAML</a>
            </small>
          </p>
        </footer>
      </body>
    </html>
  );
}

interface LayoutProps extends Omit<DocumentProps, 'head'> {
  /** Replaces the text of the notice. */
  readonly notice?: ComponentChildren;
}

export function Layout({ page, notice, children, ...document }: LayoutProps) {
  const { url, notice: { name } = { name: '' } } = page;
  const text = notice ?? (hasNotice(name) ? NOTICES[name] : undefined);
  const head = (
    <>
      <link rel="stylesheet" href={url('/account/pico.jade.min.css')} />
      <link rel="stylesheet" href={url('/account/site.css')} />
      <link rel="stylesheet" href={url('/account/page.css')} />
      <script src={url('/account/page.js')} type="module" />
    </>
  );
  return (
    <Document page={page} head={head} {...document}>
      <main id="main" class="container" tabIndex={-1}>
        {text !== undefined && (
          <div class="notice" role="status">
            {text}
          </div>
        )}
        {children}
      </main>
    </Document>
  );
}

function SiteHeader({ page }: PageProps) {
  const { email, url } = page;
  return (
    <header class="pico site-header">
      <nav aria-label="Main">
        <a class="brand" href={url('/')}>
          <img src={url('/account/paw.svg')} alt="" width="28" height="28" />
          <span>Animal Store</span>
        </a>
        <div class="links">
          <MenuLink page={page} path="/animals" label="Animals" />
          <MenuLink page={page} path="/docs" label="Docs" />
          <MenuLink page={page} path="/account" label="Account" />
          {email !== undefined && (
            <form method="post" action={url('/account/sign-out')}>
              <button type="submit" class="outline secondary">
                Sign out
              </button>
            </form>
          )}
        </div>
      </nav>
    </header>
  );
}

/** Writes a link that is marked as current on its page and on the pages below that one. */
function MenuLink({ page, path, label }: PageProps & { readonly path: string; readonly label: string }) {
  const below = page.path.startsWith(`${path}/`) ? 'true' : undefined;
  return (
    <a href={page.url(path)} aria-current={page.path === path ? 'page' : below}>
      {label}
    </a>
  );
}

export function SignedInAs({ email }: { readonly email: string }) {
  return (
    <p>
      You are signed in as <TypedText>{email}</TypedText>.
    </p>
  );
}

/** Shows a text that a person has typed, in the direction of its script. */
export function TypedText({ children }: { readonly children: string | undefined }) {
  return (
    <strong>
      <bdi>{children}</bdi>
    </strong>
  );
}
