import { Layout, type PageProps } from './components/layout.js';

interface StartProps extends PageProps {
  readonly signUpOpen: boolean;
}

export function StartPage({ page, signUpOpen }: StartProps) {
  const { url } = page;
  return (
    <Layout page={page} title="Welcome">
      <h1>Animal Store</h1>
      <p class="lead">All animals of the shop in one list, for its staff and for its programs.</p>
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
      <div class="grid">
        <article>
          <h2>For staff</h2>
          <p>See the animals of the shop, add new ones, and mark what is pending or sold, here in the browser.</p>
          <p class="choice">
            <a class="button outline" href={url('/animals')}>
              Animals
            </a>
          </p>
        </article>
        <article>
          <h2>For programs</h2>
          <p>
            A web shop or a till lists and adds animals with the HTTP API. It needs an API key, which you create in your
            account.
          </p>
          <p class="choice">
            <a class="button outline" href={url('/account')}>
              Your account
            </a>
            <a class="button outline" href={url('/docs')}>
              Read the docs
            </a>
          </p>
        </article>
      </div>
    </Layout>
  );
}
