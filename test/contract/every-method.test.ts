import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { REPOSITORY_CALLS } from '../support/ports.js';

it('Each method of a repository is called by its contract', () => {
  expect(REPOSITORY_CALLS.length).toBeGreaterThan(25);
  const left = REPOSITORY_CALLS.filter((call) => {
    const [member = '', method = ''] = call.split('.');
    return !contractOf(member).includes(`.${method}(`);
  });
  expect(left).toEqual([]);
});

/** @param member the member of a storage, such as `apiKeys` */
function contractOf(member: string): string {
  const entity = member.slice(0, -1).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return readFileSync(join(import.meta.dirname, `${entity}-repository.test.ts`), 'utf8');
}
