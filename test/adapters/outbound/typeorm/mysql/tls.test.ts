import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { Database } from '../../../../../src/adapters/outbound/typeorm/database.js';
import { mysqlDialect } from '../../../../../src/adapters/outbound/typeorm/mysql/dialect.js';
import type { ServerOptions } from '../../../../../src/adapters/outbound/typeorm/server-url.js';
import { UNAVAILABLE } from '../../../../support/examples.js';
import { mysql } from '../../../../support/mysql.js';
import { describeEach, targets } from '../../../../support/storages.js';

describeEach([mysql], 'TLS', (kind) => {
  const target = targets(kind);
  let database: Database;
  afterEach(() => database.close());

  function open(tls: ServerOptions['tls']): Promise<void> {
    database = new Database(mysqlDialect({ ...target().options, ...(tls && { tls: Object.freeze(tls) }) }));
    return database.connect();
  }

  async function cipher(): Promise<string | undefined> {
    const rows = await database.run((manager) =>
      manager.query<{ Value: string }[]>("SHOW SESSION STATUS LIKE 'Ssl_cipher'"),
    );
    return rows[0]?.Value;
  }

  /** The authority that the server made for itself when it was set up. */
  async function serversOwnAuthority(): Promise<string> {
    const [rows] = await target().root.query('SELECT @@datadir AS folder');
    return readFile(join((rows as { folder: string }[])[0]?.folder ?? '', 'ca.pem'), 'utf8');
  }

  it('does not encrypt by default', async () => {
    await open(undefined);
    expect(await cipher()).toBe('');
  });

  it('encrypts without checking the certificate if the URL asks for that', async () => {
    await open({ rejectUnauthorized: false, verifyIdentity: false });
    expect(await cipher()).toMatch(/^TLS_/);
  });

  it('refuses a server whose certificate authority is unknown', async () => {
    await expect(open({ rejectUnauthorized: true, verifyIdentity: false })).rejects.toMatchObject(UNAVAILABLE);
  });

  it('trusts the authority that it is given', async () => {
    await open({ ca: await serversOwnAuthority(), rejectUnauthorized: true, verifyIdentity: false });
    expect(await cipher()).toMatch(/^TLS_/);
  });

  it('refuses a certificate of another host if identity is verified', async () => {
    const ca = await serversOwnAuthority();
    await expect(open({ ca, rejectUnauthorized: true, verifyIdentity: true })).rejects.toMatchObject(UNAVAILABLE);
  });
});
