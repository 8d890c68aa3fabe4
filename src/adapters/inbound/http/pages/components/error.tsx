import { Layout, SignedInAs, type PageProps } from './layout.js';

interface ErrorPageProps extends PageProps {
  readonly heading: string;
  readonly message: string;
  readonly requestId: string;
}

export function ErrorPage({ page, heading, message, requestId }: ErrorPageProps) {
  const { email, url } = page;
  return (
    <Layout page={page} title={heading}>
      <h1>{heading}</h1>
      <p>{message}</p>
      {email !== undefined && <SignedInAs email={email} />}
      <p>
        <a href={url('/')}>Start page</a>
      </p>
      <p>
        <small>
          The id of this request is <code>{requestId}</code>.
        </small>
      </p>
    </Layout>
  );
}
