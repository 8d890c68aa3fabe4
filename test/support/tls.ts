import { resolve } from 'node:path';

/** Returns the path of a file that `openssl req` and `openssl x509` made for tests, and that is valid until 2126. */
const file = (name: string) => resolve(import.meta.dirname, 'tls', name);

/** The certificate of an authority, and two that it issued. That of the server names `localhost` and no other host. */
export const CERTIFICATES = {
  authority: file('authority.pem'),
  server: { cert: file('server.pem'), key: file('server.key') },
  client: { cert: file('client.pem'), key: file('client.key') },
};
