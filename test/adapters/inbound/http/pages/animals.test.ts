import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer } from '../../../../support/server.js';
import { accountHolder, Visitor, type Page } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');

const VALID = { name: 'Rex', categoryId: '1', status: 'available' };

function rowsOn({ html }: Page): string[][] {
  const rows = [...html.matchAll(/<tr role="row"(?: class="added")?><th role="rowheader".*?<\/tr>/gs)];
  return rows.map(([row]) => [...row.matchAll(/<(?:bdi|span|td)[^>]*>([^<]+)</g)].map(([, text = '']) => text));
}

describe('The page of animals', () => {
  it('is the first page after signing in, and leads in an empty store to the form for the first animal', async () => {
    const page = await jane.get('/animals');
    expect([page.status, page.heading]).toEqual([200, 'Animals']);
    expect(page.html).toContain('There are no animals yet. <a href="/animals/new">Add the first one</a>');
  });

  it('is not shown to a visitor who is not signed in', async () => {
    for (const path of ['/animals', '/animals/new']) {
      expect((await new Visitor(server).get(path)).location).toBe('/account/sign-in');
    }
  });

  it('has a form that adds an animal with every digit, and confirms it', async () => {
    const cats = '🐈'.repeat(20);
    const form = { name: ` <b>Milo</b> ${cats}`, categoryId: '-9223372036854775808', status: 'pending' };
    const sent = await jane.fillIn('/animals/new', form);
    expect([sent.status, sent.location]).toEqual([303, '/animals?number=1']);
    const page = await jane.get('/animals?number=1');
    expect(page.html).toContain(`Added  &lt;b>Milo&lt;/b> ${cats}, number 1.`);
    expect(rowsOn(page)).toEqual([[` &lt;b>Milo&lt;/b> ${cats}`, 'pending', '-9223372036854775808', '1']]);
    expect((await jane.get('/animals')).html).not.toContain('Added');
    await jane.fillIn('/animals/new', { ...VALID, categoryId: '9223372036854775807', status: 'sold' });
    expect(rowsOn(await jane.get('/animals'))[0]).toEqual(['Rex', 'sold', '9223372036854775807', '2']);
  });

  it('adds an animal once on a double click, and when its form is sent again', async () => {
    const { html } = await jane.get('/animals/new');
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(html) ?? [];
    const send = () => jane.send('/animals/new', { ...VALID, name: 'Once', once });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(rowsOn(await jane.get('/animals')).filter(([name]) => name === 'Once')).toHaveLength(1);
    const other = await jane.send('/animals/new', { ...VALID, name: 'Other', once });
    expect([other.status, other.html]).toEqual([422, expect.stringContaining('has already added another animal')]);
    expect(other.html).not.toContain(once);
  });

  it('refuses an animal with the message of the rule at each field, and keeps the input', async () => {
    const page = await jane.fillIn('/animals/new', { name: ' ', categoryId: '9223372036854775808', status: 'lost' });
    expect(page.status).toBe(422);
    for (const [field, words] of [
      ['name', 'The name must contain a character that is not white space.'],
      ['categoryId', 'The category must be between -9223372036854775808 and 9223372036854775807.'],
      ['status', 'The status must be one of available, pending, sold.'],
    ]) {
      expect(page.html).toContain(`<a href="#${field}">${words}</a>`);
      expect(page.html).toMatch(
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-violation" aria-invalid`),
      );
    }
    expect(page.html).toContain('value="9223372036854775808"');
  });

  it.each(['', '1.5', '1e3', 'x', '0x1', '１', '9'.repeat(31)])('refuses the category %j', async (categoryId) => {
    const { status, html } = await jane.fillIn('/animals/new', { ...VALID, categoryId });
    expect([status, html]).toEqual([422, expect.stringContaining('The category must be a whole number.')]);
  });

  it.each(['', 'x', 'x'.repeat(300)])('refuses a form with the identity %j', async (once) => {
    expect((await jane.send('/animals/new', { ...VALID, once })).status).toBe(400);
  });

  describe('with many animals', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      const busy = await startTestServer();
      visitor = await accountHolder(busy, 'jane@example.com');
      for (let number = 1; number <= 45; number++) {
        const status = number % 2 === 0 ? 'sold' : 'pending';
        const draft = { name: `Pet ${number}`, categoryId: 1n, status };
        await busy.services.createPet.execute({ draft, accountId: 1n });
      }
    });

    /** The names on this page and on those that its links lead to, page by page. */
    async function walk(start: string, rel: 'next' | 'prev'): Promise<{ names: string[][]; end: string }> {
      const names: string[][] = [];
      for (let path = start; ;) {
        const page = await visitor.get(path);
        names.push(rowsOn(page).map(([name = '']) => name));
        const link = new RegExp(`href="([^"]+)" rel="${rel}"`).exec(page.html)?.[1]?.replaceAll('&amp;', '&');
        if (link === undefined) return { names, end: path };
        path = link;
      }
    }

    /** From the newest down: 45, 44 and so on, or each second one of them. */
    const namesFrom = (first: number, count: number, step = 1) =>
      Array.from({ length: count }, (_, at) => `Pet ${first - at * step}`);

    it.each([
      ['', [namesFrom(45, 20), namesFrom(25, 20), namesFrom(5, 5)]],
      ['status=sold', [namesFrom(44, 20, 2), namesFrom(4, 2, 2)]],
    ])('leads from the newest animal to the oldest and back, showing each once: %s', async (query, pages) => {
      const { names, end } = await walk(`/animals?${query}`, 'next');
      expect(names).toEqual(pages);
      const back = await walk(end, 'prev');
      expect(back.names).toEqual(pages.toReversed());
      expect((await visitor.get(end)).html).toContain(`href="/animals${query && '?'}${query}">Newest</a>`);
    });

    it('begins at a number that is typed, or at the next lower one of the status', async () => {
      const shown = async (query: string) => rowsOn(await visitor.get(`/animals?${query}`)).map(([name]) => name);
      expect((await shown('number=31')).slice(0, 2)).toEqual(['Pet 31', 'Pet 30']);
      expect((await shown('status=sold&number=31')).slice(0, 2)).toEqual(['Pet 30', 'Pet 28']);
      expect((await shown('number=9999999999999999999'))[0]).toBe('Pet 45');
      expect((await shown('number='))[0]).toBe('Pet 45');
      const { names } = await walk('/animals?number=31', 'prev');
      expect(names).toEqual([namesFrom(31, 20), namesFrom(45, 20)]); // the newest page is full
    });

    it('says that no animal has the number or a lower one, and leads back', async () => {
      const page = await visitor.get('/animals?status=sold&number=1');
      expect(rowsOn(page)).toEqual([]);
      expect(page.html).toContain('No animal in this list has this number or a lower one.');
      expect(page.html).toContain('rel="prev"');
    });

    it('shows and marks an animal that was just added', async () => {
      const sent = await visitor.fillIn('/animals/new', { ...VALID, name: 'Newest' });
      const page = await visitor.get(sent.location ?? '');
      expect(page.html).toContain('Added Newest, number 46.');
      expect(page.html).toMatch(/<tr role="row" class="added"><th role="rowheader" scope="row"><bdi>Newest</);
      expect(page.html.match(/class="added"/g)).toHaveLength(1);
      expect((await visitor.get(sent.location ?? '')).html).not.toContain('class="added"');
    });

    it('says that no animal has a status', async () => {
      const empty = await accountHolder(await startTestServer(), 'jane@example.com');
      const { html } = await empty.get('/animals?status=available');
      expect(html).toContain('No animal is available.');
      expect(html).not.toContain('Previous page');
    });
  });

  it.each(['status=lost', 'status=', 'cursor=x', 'limit=0', 'number=x', 'number=-1', 'number=1&number=2', 'after=1.0'])(
    'refuses the query %s',
    async (query) => {
      expect((await jane.get(`/animals?${query}`)).status).toBe(400);
    },
  );
});
