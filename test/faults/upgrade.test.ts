import { expect, it } from '@jest/globals';
import { parseStorageUrl } from '../../src/adapters/outbound/storage-url.js';
import type { Database } from '../../src/adapters/outbound/typeorm/execution/database.js';
import { addition, callerOf } from '../support/callers.js';
import { clientAt } from '../support/client-at.js';
import { IS_LONG } from '../support/long.js';
import { animalStore } from '../support/command.js';
import { serveWhenReady } from '../support/process.js';
import { releasedStores, type ReleasedStore } from '../support/releases.js';
import { startTestServer } from '../support/server.js';
import { SettableClock } from '../support/settable-clock.js';
import { benchOn, describeEach, SQL_STORAGES } from '../support/storages.js';

/** An engine that no release knew has no stores to migrate. */
const RELEASED = SQL_STORAGES.filter(({ name }) => releasedStores(name).length > 0);

describeEach(RELEASED, 'the store of a release', (kind) => {
  const [bench, fresh] = [benchOn(kind), benchOn(kind)];

  /** Connects to what the release left, migrated by the code of today. */
  async function migrated({ folder }: ReleasedStore): Promise<Database> {
    await bench.target().sql.restore(folder);
    return bench.migrated({}, 1);
  }

  // The store of the oldest release meets every migration.
  for (const store of releasedStores(kind.name).slice(0, IS_LONG ? undefined : 1)) {
    const { version, facts } = store;

    it(`has the schema of a new store after its migration: ${version}`, async () => {
      await migrated(store);
      await fresh.migrated();
      expect(await bench.target().sql.schema()).toBe(await fresh.target().sql.schema());
    });

    it(`is described by doctor before the upgrade, whose start applies what doctor names: ${version}`, async () => {
      await bench.target().sql.restore(store.folder);
      const env = { DATABASE_URL: bench.target().url };
      const { pending } = JSON.parse((await animalStore(['migrate', '--status', '--json'], { env })).stdout) as {
        readonly pending: readonly string[];
      };
      const before = await animalStore(['doctor'], { env });
      expect(before).toMatchObject({ code: 0 });
      for (const name of pending) expect(before.stdout).toMatch(new RegExp(`^note .*\\b${name}\\b`, 'm'));
      const service = await serveWhenReady({ env });
      const changes = service.log().find(({ msg }) => msg === 'database brought up to date')?.changes;
      expect(changes ?? []).toEqual(pending);
      await service.stop();
      const after = await animalStore(['doctor'], { env });
      expect(after).toMatchObject({ code: 0, stdout: expect.not.stringContaining('note') });
    });

    it(`works with its animals, keys, accounts and sessions: ${version}`, async () => {
      await (await migrated(store)).close();
      const clock = new SettableClock(facts.at);
      const storage = parseStorageUrl(bench.target().url);
      const server = await startTestServer({ storage, clock });
      const { url, services, ports } = server;
      for (const key of [facts.keys.active, facts.keys.ending]) {
        for (const [path, text] of Object.entries(facts.pages)) {
          expect(await callerOf(url, key)({ path })).toMatchObject({ status: 200, text });
        }
      }
      expect((await callerOf(url, facts.keys.revoked)()).status).toBe(401);

      const call = callerOf(url, facts.keys.active);
      const { key, body, answer } = facts.addition;
      const repeat = { method: 'POST', headers: { 'idempotency-key': key }, body };
      expect(await call(repeat)).toMatchObject({ status: 201, text: answer });
      const known = (JSON.parse(facts.pages['/v1/pets'] ?? '') as unknown[]).length;
      const added = JSON.parse((await call(addition('new'))).text) as { id: number };
      expect(added.id).toBeGreaterThan(known);

      const { email, password } = facts;
      const client = clientAt('192.0.2.1');
      await expect(services.sessions.signIn({ email, password, client })).resolves.toMatch(/\S/);
      const account = await ports.accounts.findByEmail(email);
      const session = await ports.sessions.find(ports.secrets.sha256(facts.session));
      expect(session?.accountId).toBe(account?.id);
      clock.advance(365 * 24 * 60 * 60_000); // so that every session has ended
      await ports.sessions.purge(clock.now(), clock.now());
      expect(await ports.sessions.find(ports.secrets.sha256(facts.session))).toBeUndefined();
      await server.close();
    });

    it(`accepts the statements of its own release after that, as in a rollout or a rollback: ${version}`, async () => {
      const database = await migrated(store);
      expect(store.statements.length).toBeGreaterThan(20);
      for (const statement of store.statements) await database.query(statement);
    });
  }
});
