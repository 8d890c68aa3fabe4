import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DomainError } from '../../../../../src/domain/errors.js';
import { CAT } from '../../../../support/examples.js';
import { routesOfPages } from './page-routes.js';
import { startTestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, type Visitor } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');
const { pet } = await server.services.pets.createPet({ draft: CAT, accountId: 1n });
const number = String(pet.id);
afterEach(() => void jest.restoreAllMocks());

/** Changes the status of the animal from `available`, which leaves a notice for the list. */
function sell(visitor: Visitor): Promise<Page> {
  return visitor.send('/animals', { number, shown: 'available', status: 'sold' });
}

function giveBack(): Promise<unknown> {
  const change = { petId: pet.id, from: 'sold', to: 'available', accountId: 1n, address: '192.0.2.1' };
  return server.services.pets.changePetStatus(change);
}

function hasNotice({ notice }: Page): boolean {
  return notice !== undefined;
}

function noticeIn({ headers }: Page): string[] {
  return headers.getSetCookie().filter((each) => each.includes('animal-store-notice'));
}

const FLAGS = 'samesite=lax; httponly';

describe('A notice', () => {
  afterEach(async () => {
    await giveBack();
    await jane.get('/animals'); // This takes the notice that a test has left.
  });

  it('is shown once, by the page to which the form redirects', async () => {
    const [left = ''] = noticeIn(await sell(jane));
    expect(left).toMatch(
      new RegExp(`^animal-store-notice=/animals\\.changed\\.${number}; path=/; expires=[^;]*; ${FLAGS}$`),
    );
    const shown = await jane.get('/animals');
    const removed = `animal-store-notice=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; ${FLAGS}`;
    expect([hasNotice(shown), noticeIn(shown)]).toEqual([true, [removed]]);
    const reloaded = await jane.get('/animals');
    expect([hasNotice(reloaded), noticeIn(reloaded)]).toEqual([false, []]);
  });

  it('is not taken by another page or a file that is loaded in between', async () => {
    await sell(jane);
    const { pages, files } = routesOfPages(server, 'as_00000000');
    const others = [...pages, ...files].filter((path) => path !== '/animals');
    for (const path of [...others, '/nope', '/favicon.ico', '/v1/pets'])
      expect({ path, notice: noticeIn(await jane.get(path)) }).toEqual({ path, notice: [] });
    expect(hasNotice(await jane.get('/animals'))).toBe(true);
  });

  it('waits while its page cannot be shown', async () => {
    await sell(jane);
    const browse = jest.spyOn(server.services.pets, 'browsePets');
    browse.mockRejectedValueOnce(new DomainError('unavailable', 'away'));
    const failed = await jane.get('/animals');
    expect([failed.status, noticeIn(failed)]).toEqual([503, []]);
    expect(hasNotice(await jane.get('/animals'))).toBe(true);
  });
});

it('No address shows a notice', async () => {
  for (const path of routesOfPages(server, 'as_00000000').pages) {
    const page = await jane.get(`${path}?notice=changed&animal=${number}`);
    expect({ path, shown: hasNotice(page) }).toEqual({ path, shown: false });
  }
});

it.each([
  '/animals.toString',
  '/animals.added.99999',
  `/animals.changed.${'9'.repeat(30)}`,
  '/animals.<b>',
  `/animals.${'x'.repeat(3000)}`,
  '%',
])('A cookie that no form has left shows nothing: %s', async (value) => {
  const cookie = `${jane.cookie}; animal-store-notice=${value}`;
  const page = await jane.get('/animals', { cookie });
  expect([page.status, hasNotice(page)]).toEqual([200, false]);
});
