import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cat } from '../../../../support/examples.js';
import { startTestServer } from '../../../../support/server.js';
import type { Page } from '../../../../support/page.js';
import { accountHolder, type Visitor } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');

const VALID = { name: 'Rex', categoryId: '1', status: 'available' };

/** The name, category, number and status of each animal that a page lists. */
function rowsOn(page: Page): string[][] {
  const rows = page.rows('animals');
  return rows.map(({ Name = '', Category = '', Number = '', Status = '' }) => [
    Name,
    Category,
    Number,
    Status.split(' ', 1)[0]?.toLowerCase() ?? '',
  ]);
}

/** The name of the animal whose row a page marks, if any. */
function markedOn(page: Page): string | undefined {
  const marked = page.findAll('.marked');
  expect(marked.length).toBeLessThan(2);
  return marked[0]?.find('[role=rowheader]')?.text;
}

describe('The page of animals', () => {
  it('is the first page after signing in, and leads in an empty store to the form for the first animal', async () => {
    const page = await jane.get('/animals');
    expect([page.status, page.heading]).toEqual([200, 'Animals']);
    expect(page.find('.empty')?.tags('a')[0]?.href).toBe('/animals/new');
  });

  it('has a form that adds an animal with every digit, and confirms it', async () => {
    const cats = '🐈'.repeat(20);
    const form = { name: ` <b>Milo</b> ${cats}`, categoryId: '-9223372036854775808', status: 'pending' };
    const sent = await jane.fillIn('/animals/new', form);
    expect([sent.status, sent.location]).toEqual([303, '/animals?number=1']);
    const page = await jane.get(sent.location ?? '');
    expect(page.notice).toBe(`Added <b>Milo</b> ${cats}, number 1.`);
    expect(page.html).toContain(`<bdi> &lt;b>Milo&lt;/b> ${cats}</bdi>`);
    expect(rowsOn(page)).toEqual([[`<b>Milo</b> ${cats}`, '-9223372036854775808', '1', 'pending']]);
    expect(markedOn(page)).toBe(`<b>Milo</b> ${cats}`);
    expect((await jane.get('/animals')).notice).toBeUndefined();
  });

  it('adds an animal once for a form that is sent again, and another one if its form was changed', async () => {
    const { once = '' } = (await jane.get('/animals/new')).fields;
    const send = (name: string) => jane.send('/animals/new', { ...VALID, name, once });
    const answers = [...(await Promise.all([send('Once'), send('Once')])), await send('Once'), await send('Other')];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const names = rowsOn(await jane.get('/animals')).map(([name]) => name);
    expect(names.slice(0, 3)).toEqual(['Other', 'Once', '<b>Milo</b> ' + '🐈'.repeat(20)]);
  });

  it('asks for what is missing, in a form of another version, too', async () => {
    const { violations } = await jane.send('/animals/new', { once: randomUUID(), colour: 'red' });
    expect(violations).toEqual(['name', 'categoryId', 'status']);
  });

  it('refuses a form without its identity', async () => {
    expect((await jane.send('/animals/new', VALID)).status).toBe(400);
  });

  describe('with many animals', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      const busy = await startTestServer();
      visitor = await accountHolder(busy, 'jane@example.com');
      for (let number = 1; number <= 45; number++) {
        const status = number % 2 === 0 ? 'sold' : 'pending';
        const draft = { ...cat(`Pet ${number}`), status };
        await busy.services.pets.createPet({ draft, accountId: 1n });
      }
    });

    /** The names on this page and on those that its links lead to, page by page. */
    async function walk(start: string, rel: 'next' | 'prev'): Promise<{ names: string[][]; end: string }> {
      const names: string[][] = [];
      for (let path = start; ;) {
        const page = await visitor.get(path);
        names.push(rowsOn(page).map(([name = '']) => name));
        const link = page.link(rel);
        if (link === undefined) return { names, end: path };
        path = link;
      }
    }

    /** From the newest down: 45, 44 and so on, or each second one of them. */
    const namesFrom = (first: number, count: number, step = 1) =>
      Array.from({ length: count }, (_, at) => `Pet ${first - at * step}`);

    it('leads from the newest animal with a status to the oldest and back, showing each once', async () => {
      const pages = [namesFrom(44, 20, 2), namesFrom(4, 2, 2)];
      const { names, end } = await walk('/animals?status=sold', 'next');
      expect(names).toEqual(pages);
      expect((await walk(end, 'prev')).names).toEqual(pages.toReversed());
      const links = (await visitor.get(end)).find('[aria-label="Pages of animals"]')?.tags('a');
      expect(links?.[0]?.href).toBe('/animals?status=sold');
    });

    it('begins at a number that is typed, and marks its row', async () => {
      const page = await visitor.get('/animals?number=31');
      expect(rowsOn(page).map(([name]) => name)).toEqual(namesFrom(31, 20));
      expect([markedOn(page), page.alert]).toEqual(['Pet 31', undefined]);
      expect(rowsOn(await visitor.get('/animals?number='))[0]?.[0]).toBe('Pet 45');
      const { names } = await walk('/animals?number=31', 'prev');
      expect(names).toEqual([namesFrom(31, 20), namesFrom(45, 20)]); // the newest page is full
    });

    it.each([
      ['number=46', /46/, 'Pet 45'],
      ['number=9223372036854775807', /9223372036854775807/, 'Pet 45'],
      ['number=Rex', /digits/, 'Pet 45'],
      ['status=sold&number=31', /sold .* 31/, 'Pet 30'],
      ['status=sold&number=1', /sold .* 1/, undefined],
    ])('says that no animal has the number, and shows the next lower ones: %s', async (query, words, first) => {
      const page = await visitor.get(`/animals?${query}`);
      expect(page.alert).toMatch(words);
      expect([rowsOn(page)[0]?.[0], markedOn(page)]).toEqual([first, undefined]);
      if (first === undefined) expect(page.link('prev')).toBeDefined();
    });

    it.each([
      ['status=available', 'no available animals', false],
      ['status=sold&before=2', 'no sold animals', true],
      ['before=1', 'no animals', true],
    ])('says that a page is empty, and leads on: %s', async (query, words, hasNewer) => {
      const page = await visitor.get(`/animals?${query}`);
      const empty = page.find('.empty');
      expect([empty?.text, empty?.tags('a')[0]?.href]).toEqual([expect.stringContaining(words), '/animals']);
      expect(page.link('prev') !== undefined).toBe(hasNewer);
    });
  });

  it.each(['status=lost&before=x', 'before=9223372036854775808', 'after=-1', 'from=1'])(
    'shows the newest animals for an address that no page has: %s',
    async (query) => {
      const page = await jane.get(`/animals?${query}`);
      expect([page.status, rowsOn(page)]).toEqual([200, rowsOn(await jane.get('/animals'))]);
    },
  );
});

describe('The form in the row of an animal', () => {
  async function add(name: string, status = 'available'): Promise<string> {
    const draft = { ...cat(name), status };
    return String((await server.services.pets.createPet({ draft, accountId: 1n })).pet.id);
  }

  async function statusOf(number: string): Promise<string | undefined> {
    const { pets } = await server.services.pets.browsePets({ from: { before: BigInt(number) + 1n } });
    return pets[0]?.status;
  }

  it('changes the status, and leads back to the same place of the list, which says so', async () => {
    const number = await add('Bella');
    await add('Luna');
    const place = `/animals?status=available&before=${BigInt(number) + 1n}`;
    const forms = (await jane.get(place)).find('#main')?.tags('form') ?? [];
    expect(forms[0]).toMatchObject({ method: 'post', action: place, autocomplete: 'off' });
    const sent = await jane.send(place, { number, shown: 'available', status: 'sold' });
    expect([sent.status, sent.location, await statusOf(number)]).toEqual([303, place, 'sold']);
    const filtered = await jane.get(place);
    expect(filtered.notice).toContain(`Bella, number ${number}, is now sold.`);
    expect(rowsOn(filtered).map(([name]) => name)).not.toContain('Bella');
    await jane.send('/animals', { number, shown: 'sold', status: 'pending' });
    const all = await jane.get('/animals');
    expect(markedOn(all)).toBe('Bella');
    expect(rowsOn(all)).toContainEqual(['Bella', '1', number, 'pending']);
  });

  it('changes nothing if the status was changed since, and says what it is now', async () => {
    const number = await add('Wanted');
    const tom = await accountHolder(server, 'tom@example.com');
    await tom.send('/animals', { number, shown: 'available', status: 'pending' });
    await jane.send('/animals', { number, shown: 'available', status: 'sold' });
    const page = await jane.get('/animals');
    for (const words of ['not made', `Wanted, number ${number}, is now pending`]) expect(page.alert).toContain(words);
    expect([page.notice, await statusOf(number), markedOn(page)]).toEqual([undefined, 'pending', 'Wanted']);
  });

  it('says what the status is if the same one was chosen, or a change is sent twice', async () => {
    const number = await add('Same');
    for (const status of ['available', 'sold', 'sold']) {
      await jane.send('/animals', { number, shown: 'available', status });
      expect((await jane.get('/animals')).notice).toBe(`Same, number ${number}, is now ${status}.`);
    }
  });

  it.each([
    ['an unknown status', { status: 'lost' }, 422],
    ['an unknown status before', { shown: 'lost' }, 422],
    ['no number', { number: '' }, 400],
    ['a number that no animal has', { number: '99999' }, 404],
  ])('is refused with %s', async (_, fields, status) => {
    const number = await add('Safe');
    const form = { number, shown: 'available', status: 'sold', ...fields };
    expect((await jane.send('/animals', form)).status).toBe(status);
    expect(await statusOf(number)).toBe('available');
  });
});
