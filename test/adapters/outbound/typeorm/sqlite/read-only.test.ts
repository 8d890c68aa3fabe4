import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { addition, callerOf } from '../../../../support/callers.js';
import { animalStore, newFolder, serveWhenReady } from '../../../../support/process.js';
import { describeUnless } from '../../../../support/requirements.js';

/** Makes files immutable, which refuses writes like a disk that became read-only: also to a process that has them open. */
function setImmutable(isImmutable: boolean, ...files: string[]): void {
  execFileSync('chattr', [isImmutable ? '+i' : '-i', ...files], { stdio: 'ignore' });
}

function whyNotImmutable(): string | undefined {
  const folder = newFolder();
  try {
    setImmutable(true, folder);
    setImmutable(false, folder);
    return undefined;
  } catch {
    return 'only root may make a file immutable; run the tests as root, with TMPDIR on ext4, XFS or Btrfs';
  }
}

const REASON = 'The store is read-only until its operator makes it writable.';

describeUnless(whyNotImmutable(), 'a file that became read-only', () => {
  it('is reported from the first refused write to the next that succeeds, and the doctor names it and the remedy', async () => {
    const file = join(newFolder(), 'store.sqlite');
    const env = { DATABASE_URL: `sqlite:${file}` };
    const service = await serveWhenReady({ env: { ...env, ADMIN_PORT: '0' } });
    const key = await service.until(() => /as_[0-9A-Za-z]{36}/.exec(service.stderr())?.[0]);
    const admin = String(service.log().find(({ msg }) => msg === 'listening on ADMIN_PORT')?.url);
    const call = callerOf(service.url, key);
    const ready = async () => JSON.parse((await call({ path: '/readyz' })).text) as { status: string; reason?: string };
    const metric = async () =>
      /^animal_store_store_refuses_writes (\d)$/m.exec(await (await fetch(`${admin}/metrics`)).text())?.[1];

    expect((await call(addition('before'))).status).toBe(201);
    expect(await metric()).toBe('0');
    setImmutable(true, file, `${file}-wal`);
    try {
      expect(await ready()).toEqual({ status: 'ready' });
      const refused = await call(addition('refused'));
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(REASON)]);
      expect(await ready()).toEqual({ status: 'refuses-writes', reason: REASON });
      expect(await metric()).toBe('1');
      expect((await call()).text).toContain('before');
      const { code, stderr } = await animalStore(['doctor'], { env });
      const cause = `EPERM: cannot write ${file}; make the file and its disk writable`;
      expect({ code, stderr }).toEqual({ code: 69, stderr: `${REASON} (${cause})\n` });
    } finally {
      setImmutable(false, file, `${file}-wal`);
    }
    expect((await call(addition('after'))).status).toBe(201);
    expect(await ready()).toEqual({ status: 'ready' });
    expect(await metric()).toBe('0');
    expect((await service.stop()).code).toBe(0);
  });
});
