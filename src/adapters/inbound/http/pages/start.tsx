import { Layout, SignedInAs, type PageProps } from './components/layout.js';

interface StartProps extends PageProps {
  readonly signUpOpen: boolean;
}

/** Introduces the service, with links to its pages. */
export function StartPage({ page, signUpOpen }: StartProps) {
  const { email, url } = page;
  return (
    <Layout page={page} title="Welcome">
      <h1>Animal Store</h1>
      <p class="lead">These are the animals that a store offers. List them and add them here, or with the HTTP API.</p>
      {email !== undefined && <SignedInAs email={email} />}
      <div class="grid">
        {email !== undefined && (
          <article>
            <h2>Animals</h2>
            <p>See the animals of the store, add new ones, and mark what is sold.</p>
            <p class="choice">
              <a class="button" href={url('/animals')}>
                Animals
              </a>
            </p>
          </article>
        )}
        <article>
          <h2>API keys</h2>
          {email === undefined ? (
            <>
              <p>Every request to the API needs a key, and keys belong to an account.</p>
              <p class="choice">
                <a class="button" href={url('/account/sign-in')}>
                  Sign in
                </a>
                {signUpOpen && (
                  <a class="button outline" href={url('/account/sign-up')}>
                    Sign up
                  </a>
                )}
              </p>
            </>
          ) : (
            <>
              <p>Create keys for your programs, see when each was last used, and revoke those no longer needed.</p>
              <p class="choice">
                <a class="button outline" href={url('/account')}>
                  Your account
                </a>
              </p>
            </>
          )}
        </article>
        <article>
          <h2>Documentation</h2>
          <p>See every operation with its examples, and try it in the browser.</p>
          <p class="choice">
            <a class="button outline" href={url('/docs')}>
              Read the docs
            </a>
          </p>
        </article>
      </div>
    </Layout>
  );
}
