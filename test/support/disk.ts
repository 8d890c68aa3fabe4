import { execFileSync } from 'node:child_process';
import { afterAll } from '@jest/globals';
import { newFolder } from './process.js';
import { describeUnless } from './requirements.js';

/**
 * Declares a suite with a file system of its own, of a size as mount(8) writes it. It is skipped for users who may not
 * mount one.
 */
export function describeOnDisk(size: string, name: string, tests: (folder: string) => void): void {
  const folder = newFolder();
  const missing = mount(size, folder) ? undefined : 'only root may mount a small file system; run the tests as root';
  describeUnless(missing, name, () => {
    afterAll(() => {
      execFileSync('umount', ['--lazy', folder]);
    });
    tests(folder);
  });
}

function mount(size: string, folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
