import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { CAT } from '../../../../support/examples.js';
import { newFolder } from '../../../../support/folder.js';
import { describeUnless } from '../../../../support/requirements.js';
import { open } from '../../../../support/storages.js';

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

describeUnless(whyNotImmutable(), 'a file that became read-only', () => {
  it('is reported from the first refused write to the next that succeeds, with the remedy', async () => {
    const file = join(newFolder(), 'store.sqlite');
    const { pets, health } = await open({ url: `sqlite:${file}`, drop: async () => {} });
    await pets.add(CAT);
    setImmutable(true, file, `${file}-wal`);
    try {
      expect(health.writeFault()).toBeUndefined();
      const remedy = `make the file, its folder and its disk readable and writable for user ${process.geteuid?.()}`;
      const message = `EPERM: cannot write ${file}; ${remedy}`;
      await expect(pets.add(CAT)).rejects.toMatchObject({ meaning: 'unwritable', cause: { message } });
      expect(health.writeFault()).toContain('make it writable');
      expect(await pets.list({ limit: 9 })).toHaveLength(1);
    } finally {
      setImmutable(false, file, `${file}-wal`);
    }
    await pets.add(CAT);
    expect(health.writeFault()).toBeUndefined();
  });
});
