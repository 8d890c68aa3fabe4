import { Layout, SignedInAs, type PageProps } from './components/layout.js';

interface StartProps extends PageProps {
  readonly signUpOpen: boolean;
}

/** Introduces the service to staff, who use the pages, and to developers, whose programs use the API. */
export function StartPage({ page, signUpOpen }: StartProps) {
  const { email, url } = page;
  return (
    <Layout page={page} title="Welcome">
      <h1>Animal Store</h1>
      <p class="lead">All animals of the shop in one list, for its staff and for its programs.</p>
      {email === undefined ? <Entrance page={page} signUpOpen={signUpOpen} /> : <SignedInAs email={email} />}
      <div class="grid">
        <article>
          <h2>For staff</h2>
          <p>See the animals of the shop, add new ones, and mark what is reserved or sold, here in the browser.</p>
          {email !== undefined && (
            <p class="choice">
              <a class="button" href={url('/animals')}>
                Animals
              </a>
              <a class="button outline" href={url('/animals/new')}>
                Add animal
              </a>
            </p>
          )}
        </article>
        <article>
          <h2>For programs</h2>
          <p>
            A web shop or a till lists and adds animals with the HTTP API. It needs an API key, which you create in your
            account.
          </p>
          <p class="choice">
            {email !== undefined && (
              <a class="button outline" href={url('/account')}>
                Your account
              </a>
            )}
            <a class="button outline" href={url('/docs')}>
              Read the docs
            </a>
          </p>
        </article>
      </div>
    </Layout>
  );
}

/** The links for a visitor. */
function Entrance({ page: { url }, signUpOpen }: StartProps) {
  return (
    <p class="choice entrance">
      <a class="button" href={url('/account/sign-in')}>
        Sign in
      </a>
      {signUpOpen && (
        <a class="button outline" href={url('/account/sign-up')}>
          Sign up
        </a>
      )}
    </p>
  );
}
