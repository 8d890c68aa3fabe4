import { describe, expect, it } from '@jest/globals';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder, Visitor, type Page } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');

const VALID = { name: 'Rex', categoryId: '1', status: 'available' };

function rowsOn({ html }: Page): string[][] {
  const rows = [...html.matchAll(/<tr role="row">\s*<th role="rowheader".*?<\/tr>/gs)];
  return rows.map(([row]) => [...row.matchAll(/<(?:bdi|span|td)[^>]*>([^<]+)</g)].map(([, text = '']) => text));
}

describe('The animals', () => {
  it('are the first page after signing in, which in an empty store explains how to add one', async () => {
    const page = await jane.get('/animals');
    expect([page.status, page.heading]).toEqual([200, 'Animals']);
    expect(page.html).toContain('No animals yet. <a href="/animals/new">Add the first one</a>');
  });

  it('are not shown to a visitor who is not signed in', async () => {
    for (const path of ['/animals', '/animals/new']) {
      expect((await new Visitor(server).get(path)).location).toBe('/account/sign-in');
    }
  });

  it('are added by a form, with every digit, and the page confirms it', async () => {
    const cats = '🐈'.repeat(20);
    const form = { name: ` <b>Milo</b> ${cats}`, categoryId: '-9223372036854775808', status: 'pending' };
    const sent = await jane.fillIn('/animals/new', form);
    expect([sent.status, sent.location]).toEqual([303, '/animals']);
    const page = await jane.get('/animals');
    expect(page.html).toContain(`Added  &lt;b&gt;Milo&lt;/b&gt; ${cats}, number 1.`);
    expect(rowsOn(page)).toEqual([[` &lt;b&gt;Milo&lt;/b&gt; ${cats}`, 'pending', '-9223372036854775808', '1']]);
    expect((await jane.get('/animals')).html).not.toContain('Added');
    await jane.fillIn('/animals/new', { ...VALID, categoryId: '9223372036854775807', status: 'sold' });
    expect(rowsOn(await jane.get('/animals'))[1]).toEqual(['Rex', 'sold', '9223372036854775807', '2']);
  });

  it('are added once by a double click, and by a form that is sent again', async () => {
    const { html } = await jane.get('/animals/new');
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(html) ?? [];
    const send = () => jane.send('/animals/new', { ...VALID, name: 'Once', once });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(rowsOn(await jane.get('/animals')).filter(([name]) => name === 'Once')).toHaveLength(1);
    const other = await jane.send('/animals/new', { ...VALID, name: 'Other', once });
    expect([other.status, other.html]).toEqual([422, expect.stringContaining('has added another animal already')]);
    expect(other.html).not.toContain(once);
  });

  it('are refused with the message of the rule at each field, with the input', async () => {
    const page = await jane.fillIn('/animals/new', { name: ' ', categoryId: '9223372036854775808', status: 'lost' });
    expect(page.status).toBe(422);
    for (const [field, words] of [
      ['name', 'Name must contain a character that is not white space.'],
      ['categoryId', 'Category must be between -9223372036854775808 and 9223372036854775807.'],
      ['status', 'Status must be one of available, pending, sold.'],
    ]) {
      expect(page.html).toContain(`<a href="#${field}">${words}</a>`);
      expect(page.html).toMatch(
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-violation" aria-invalid`),
      );
    }
    expect(page.html).toContain('value="9223372036854775808"');
  });

  it.each(['', '1.5', '1e3', 'x', '0x1', '１', '9'.repeat(31)])(
    'are refused with the category %j',
    async (categoryId) => {
      const { status, html } = await jane.fillIn('/animals/new', { ...VALID, categoryId });
      expect([status, html]).toEqual([422, expect.stringContaining('Category must be a whole number.')]);
    },
  );

  it.each(['', 'x', 'x'.repeat(300)])('are not added by a form with the identity %j', async (once) => {
    expect((await jane.send('/animals/new', { ...VALID, once })).status).toBe(400);
  });

  it('have pages of 20, oldest first, filtered by status, that lead to each animal once', async () => {
    const busy = await startTestServer();
    const visitor = await accountHolder(busy, 'jane@example.com');
    for (let number = 1; number <= 45; number++) {
      const status = number % 2 === 0 ? 'sold' : 'pending';
      await busy.services.createPet.execute({
        draft: { name: `Pet ${number}`, categoryId: 1n, status },
        accountId: 1n,
      });
    }
    async function walk(start: string): Promise<string[][]> {
      const pages: string[][] = [];
      for (let path: string | undefined = start; path !== undefined;) {
        const page: Page = await visitor.get(path);
        pages.push(rowsOn(page).map(([name = '']) => name));
        path = /href="([^"]+)" rel="next"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&');
      }
      return pages;
    }
    const names = (count: number, step: number) => Array.from({ length: count }, (_, at) => `Pet ${(at + 1) * step}`);
    expect(await walk('/animals')).toEqual([
      names(45, 1).slice(0, 20),
      names(45, 1).slice(20, 40),
      names(45, 1).slice(40),
    ]);
    expect(await walk('/animals?status=sold')).toEqual([names(22, 2).slice(0, 20), names(22, 2).slice(20)]);
    expect((await visitor.get('/animals?status=available')).html).toContain('No animal is available.');
  });

  it.each(['status=lost', 'cursor=x', 'limit=0', 'page=2', 'x'.repeat(3000)])('have no page for ?%s', async (query) => {
    expect((await jane.get(`/animals?${query}`)).status).toBe(400);
  });
});
