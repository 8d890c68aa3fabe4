import type { ServerUrls } from '../server-url.js';

/** How the URLs of MySQL and MariaDB are written. The parameters have the names of the options of MySQL's clients. */
export const mysqlUrls: ServerUrls = {
  schemes: ['mysql'],
  defaultPort: 3306,
  tls: {
    mode: 'ssl-mode',
    ca: 'ssl-ca',
    cert: 'ssl-cert',
    key: 'ssl-key',
    modes: {
      none: 'DISABLED',
      encrypted: 'REQUIRED',
      verifyIssuer: 'VERIFY_CA',
      verifyIdentity: 'VERIFY_IDENTITY',
    },
  },
};
