import type { ComponentChildren } from 'preact';
import type { PageProps } from './page.js';

/** Every page has this frame, with the header and the footer. */
interface LayoutProps extends PageProps {
  readonly title: string;
  /** Whether the page reports violations of a form, which its title says first. */
  readonly hasViolations?: boolean;
  readonly children: ComponentChildren;
}

/** Writes the document around the content of a page. */
export function Layout({ page, title, hasViolations = false, children }: LayoutProps) {
  const { url } = page;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${hasViolations ? 'Error: ' : ''}${title} · Animal Store`}</title>
        <link rel="icon" href={url('/account/paw.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={url('/account/pico.css')} />
        <link rel="stylesheet" href={url('/account/page.css')} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <SiteHeader page={page} />
        <main id="main" class="container" tabIndex={-1}>
          {children}
        </main>
        <footer class="container">
          <p>
            <small>
              <a href={url('/docs')}>Documentation</a> · <a href={url('/openapi.yaml')}>OpenAPI document</a>
            </small>
          </p>
        </footer>
      </body>
    </html>
  );
}

function SiteHeader({ page: { email, url } }: PageProps) {
  const isSignedIn = email !== undefined;
  return (
    <header class="site-header">
      <nav aria-label="Main">
        <a class="brand" href={url('/')}>
          <img src={url('/account/paw.svg')} alt="" width="28" height="28" />
          <span>Animal Store</span>
        </a>
        <div class="links">
          {isSignedIn && <a href={url('/animals')}>Animals</a>}
          <a href={url('/docs')}>Docs</a>
          {isSignedIn ? <a href={url('/account')}>Account</a> : <a href={url('/account/sign-in')}>Sign in</a>}
          {isSignedIn && (
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
