import { FormPage, type FormProps } from '../components/form-page.js';
import { Layout, TypedText, type PageProps } from '../components/layout.js';
import { Instant, RelativeTime } from '../components/time.js';
import { successorName, type ApiKey } from '../../../../../domain/api-key.js';

interface KeyFormProps extends FormProps {
  readonly apiKey: ApiKey;
}

export function ReplaceKeyPage({ page, form, apiKey: { name, prefix } }: KeyFormProps) {
  return (
    <FormPage page={page} form={form} title="Replace this API key?" submit="Replace API key" cancel="/account">
      <p>
        You get a new key with the name <TypedText>{successorName(name)}</TypedText>. The old one,{' '}
        <TypedText>{name}</TypedText>, <code>{prefix}…</code>, works for at most 24 more hours. Give the new one to your
        programs before then.
      </p>
    </FormPage>
  );
}

export function RevokeKeyPage({ page, form, apiKey: { name, prefix, createdAt, lastUsedAt } }: KeyFormProps) {
  return (
    <FormPage
      page={page}
      form={form}
      title="Revoke this API key?"
      submit="Revoke API key"
      isDangerous
      cancel="/account"
    >
      <p>
        <TypedText>{name}</TypedText>, <code>{prefix}…</code>, was created <RelativeTime page={page} date={createdAt} />
        . Last used: <RelativeTime page={page} date={lastUsedAt} />.
      </p>
      <p>Requests with this key fail within seconds. This cannot be undone.</p>
    </FormPage>
  );
}

export interface IssuedKeyProps extends PageProps {
  /** The whole key, which only this page shows. */
  readonly secret: string;
  readonly stored: ApiKey;
  /** The key that the new one replaces, if any. It works until `expiresAt`. */
  readonly replaced?: (Pick<ApiKey, 'name' | 'prefix'> & { readonly expiresAt: Date }) | undefined;
  readonly baseUrl: string;
}

export function IssuedKeyPage({ page, secret, stored: { name, expiresAt }, replaced, baseUrl }: IssuedKeyProps) {
  const command = `curl -H 'Authorization: Bearer ${secret}' ${baseUrl}/pets`;
  return (
    <Layout page={page} title="Your new API key">
      <h1>Your new API key</h1>
      <p class="notice" role="status">
        <strong>Copy it now.</strong> The key is shown only once, and the service does not store it. If you load this
        page again, the key is not shown again, and no second one is created. If you lose the key, replace it.
      </p>
      <section aria-labelledby="key-heading">
        <h2 id="key-heading">
          <bdi>{name}</bdi>
        </h2>
        <Copied id="key" text={secret} button="Copy key" />
        {expiresAt === undefined ? (
          <p>It never expires.</p>
        ) : (
          <p>
            It works until <Instant date={expiresAt} />.
          </p>
        )}
        {replaced !== undefined && (
          <p>
            It replaces <bdi>{replaced.name}</bdi>, <code>{replaced.prefix}…</code>, which works until{' '}
            <Instant date={replaced.expiresAt} />.
          </p>
        )}
      </section>
      <section aria-labelledby="try-heading">
        <h2 id="try-heading">Try it</h2>
        <Copied id="curl" text={command} button="Copy command" class="outline" />
      </section>
      <p>
        <a class="button quiet" href={page.url('/account')}>
          Done
        </a>
      </p>
    </Layout>
  );
}

interface CopiedProps {
  readonly id: string;
  readonly text: string;
  readonly button: string;
  readonly class?: string;
}

/** Shows a text with a button that copies it. The script of the pages shows the button. */
function Copied({ id, text, button, class: className }: CopiedProps) {
  return (
    <>
      <pre class="copied">
        <code id={id}>{text}</code>
      </pre>
      <p class="copy">
        <button type="button" class={className} data-copies={id} aria-describedby={`${id}-copied`} hidden>
          {button}
        </button>{' '}
        <span id={`${id}-copied`} role="status" />
      </p>
    </>
  );
}
