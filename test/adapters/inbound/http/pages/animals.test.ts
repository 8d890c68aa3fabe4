import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cat } from '../../../../support/examples.js';
import { startTestServer } from '../../../../support/server.js';
import type { Visitor } from '../../../../support/visitor.js';
import { accountHolder, type Page } from '../../../../support/visitor.js';

const server = await startTestServer();
const jane = await accountHolder(server, 'jane@example.com');

const VALID = { name: 'Rex', categoryId: '1', status: 'available' };

/** The name, category, number and status of each animal that a page lists. */
function rowsOn({ html }: Page): string[][] {
  const rows = [...html.matchAll(/<tr role="row"(?: class="marked")?><th role="rowheader".*?<\/tr>/gs)];
  const cells = [/<th[^>]*><bdi>([^<]+)</, cell('Category'), cell('Number'), /<option value="(\w+)" selected/];
  return rows.map(([row]) => cells.map((each) => each.exec(row)?.[1] ?? ''));
}

/** The text in a cell of the column that has this heading. */
function cell(heading: string): RegExp {
  return new RegExp(`<td[^>]* data-label="${heading}"[^>]*>([^<]+)<`);
}

/** The name of the animal whose row a page marks, if any. */
function markedOn({ html }: Page): string | undefined {
  expect(html.match(/ class="marked"/g)?.length ?? 0).toBeLessThan(2);
  return /<tr role="row" class="marked"><th role="rowheader" scope="row"><bdi>([^<]+)</.exec(html)?.[1];
}

function textOf({ html }: Page): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

describe('The page of animals', () => {
  it('is the first page after signing in, and leads in an empty store to the form for the first animal', async () => {
    const page = await jane.get('/animals');
    expect([page.status, page.heading]).toEqual([200, 'Animals']);
    expect(page.html).toContain('There are no animals yet. <a href="/animals/new">Add the first one</a>');
  });

  it('has a form that adds an animal with every digit, and confirms it', async () => {
    const cats = '🐈'.repeat(20);
    const form = { name: ` <b>Milo</b> ${cats}`, categoryId: '-9223372036854775808', status: 'pending' };
    const sent = await jane.fillIn('/animals/new', form);
    expect([sent.status, sent.location]).toEqual([303, '/animals?before=2']);
    const page = await jane.get(sent.location ?? '');
    expect(page.html).toContain(`Added <bdi> &lt;b>Milo&lt;/b> ${cats}</bdi>, number 1.`);
    expect(rowsOn(page)).toEqual([[` &lt;b>Milo&lt;/b> ${cats}`, '-9223372036854775808', '1', 'pending']]);
    expect(markedOn(page)).toBe(` &lt;b>Milo&lt;/b> ${cats}`);
    expect((await jane.get('/animals')).html).not.toContain('Added');
    await jane.fillIn('/animals/new', { ...VALID, categoryId: '9223372036854775807', status: 'sold' });
    expect(rowsOn(await jane.get('/animals'))[0]).toEqual(['Rex', '9223372036854775807', '2', 'sold']);
  });

  it('adds an animal once on a double click, and when its form is sent again', async () => {
    const { html } = await jane.get('/animals/new');
    const [, once = ''] = /name="once" value="([^"]+)"/.exec(html) ?? [];
    const send = () => jane.send('/animals/new', { ...VALID, name: 'Once', once });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(rowsOn(await jane.get('/animals')).filter(([name]) => name === 'Once')).toHaveLength(1);
    const other = await jane.send('/animals/new', { ...VALID, name: 'Other', once });
    expect([other.status, other.html]).toEqual([
      422,
      expect.stringContaining('The form has already added another animal'),
    ]);
    const [, fresh = ''] = /name="once" value="([^"]+)"/.exec(other.html) ?? [];
    expect((await jane.send('/animals/new', { ...VALID, name: 'Other', once: fresh })).status).toBe(303);
  });

  it('refuses an animal with the message of the rule at each field, and keeps the input', async () => {
    const page = await jane.fillIn('/animals/new', { name: ' ', categoryId: '9223372036854775808', status: 'lost' });
    expect(page.status).toBe(422);
    for (const [field, words] of [
      ['name', 'The name must not be blank.'],
      ['categoryId', 'The category must '],
      ['status', 'The status must '],
    ]) {
      expect(page.html).toContain(`<a href="#${field}">${words}`);
      expect(page.html).toMatch(
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-violation" aria-invalid`),
      );
    }
    expect(page.html).toContain('value="9223372036854775808"');
  });

  it.each(['1.5', '1e3', '0x1', '１', '9'.repeat(31)])('refuses the category %j', async (categoryId) => {
    const { status, html } = await jane.fillIn('/animals/new', { ...VALID, categoryId });
    expect([status, html]).toEqual([422, expect.stringContaining('The category must be a whole number.')]);
  });

  it('asks for what is missing, in a form of another version, too', async () => {
    const { html } = await jane.send('/animals/new', { once: randomUUID(), colour: 'red' });
    for (const field of ['name', 'category', 'status']) expect(html).toContain(`The ${field} must `);
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

    it('begins at a number that is typed, and marks its row', async () => {
      const { status, location } = await visitor.get('/animals?number=31');
      expect([status, location]).toEqual([303, '/animals?before=32&animal=31']);
      const page = await visitor.get(location ?? '');
      expect(rowsOn(page).map(([name]) => name)).toEqual(namesFrom(31, 20));
      expect(markedOn(page)).toBe('Pet 31');
      expect(page.html).not.toContain('role="alert"');
      expect(markedOn(await visitor.get('/animals?before=32'))).toBeUndefined();
      expect(rowsOn(await visitor.get('/animals?number='))[0]?.[0]).toBe('Pet 45');
      const { names } = await walk('/animals?before=32', 'prev');
      expect(names).toEqual([namesFrom(31, 20), namesFrom(45, 20)]); // the newest page is full
    });

    it.each([
      ['number=46', 'No animal has the number 46.', 'Pet 45'],
      ['number=%3Cb%3E', 'No animal has that number.', 'Pet 45'],
      ['status=sold&number=31', 'No animal that is sold has the number 31.', 'Pet 30'],
      ['status=sold&number=1', 'No animal that is sold has the number 1.', undefined],
    ])('says that no animal has the number, and shows the next lower ones: %s', async (query, words, first) => {
      const { location } = await visitor.get(`/animals?${query}`);
      const page = await visitor.get(location ?? '');
      expect(page.html).toContain(`role="alert"><p>${words}</p></div>`);
      expect([rowsOn(page)[0]?.[0], markedOn(page)]).toEqual([first, undefined]);
      if (first === undefined) expect(page.html).toContain('rel="prev"');
    });

    it.each([
      ['status=available', 'No animal is available. <a href="/animals">See the animals of every status</a>'],
      ['status=available&before=9', 'No animal is available. <a href="/animals">See the animals of every status</a>'],
      ['status=sold&before=2', 'There are no sold animals on this page. <a href="/animals?status=sold">See the newest'],
      ['before=1', 'There are no animals on this page. <a href="/animals">See the newest'],
    ])('says why a page is empty, and leads on: %s', async (query, words) => {
      const { html } = await visitor.get(`/animals?${query}`);
      expect(html).toContain(`<p class="empty">${words}`);
      expect(html.includes('rel="prev"')).toBe(words.includes('on this page'));
    });
  });

  it.each([
    ['status=lost', ['status']],
    ['status=lost&before=x', ['status', 'place']],
    ['animal=Call+us', ['number']],
    ['before=x', ['place']],
    ['before=9223372036854775808', ['place']],
    ['after=-1', ['place']],
    ['from=1', []],
  ])('shows the newest animals for an address that no page has, and says what is wrong: %s', async (query, words) => {
    const page = await jane.get(`/animals?${query}`);
    expect([page.status, rowsOn(page)]).toEqual([200, rowsOn(await jane.get('/animals'))]);
    for (const text of ['lost.', 'lost”', 'Call us']) expect(page.html).not.toContain(text);
    const alert = /role="alert">(.*?)<\/div>/.exec(page.html)?.[1] ?? '';
    expect([...alert.matchAll(/<p>(?:(?!<\/p>).)*?(status|place|number)/g)].map(([, word]) => word)).toEqual(words);
  });

  it('offers to go to a number also if all animals are on one page', async () => {
    expect((await jane.get('/animals')).html).toMatch(/<form class="go"[^>]*>.*name="number"/s);
  });
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
    const { html } = await jane.get(place);
    expect(html).toContain(`<form method="post" action="${place.replace('&', '&amp;')}" class="change" autocomplete`);
    const sent = await jane.send(place, { number, shown: 'available', status: 'sold' });
    expect([sent.status, sent.location, await statusOf(number)]).toEqual([303, place, 'sold']);
    const filtered = await jane.get(place);
    expect(filtered.html).toContain(`role="status"><bdi>Bella</bdi>, number ${number}, is now sold.`);
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
    const alert = /role="alert">(.*?)<\/div>/.exec(page.html)?.[1] ?? '';
    for (const words of ['was not made', `<bdi>Wanted</bdi>, number ${number}, is now pending.`])
      expect(alert).toContain(words);
    expect([page.html.includes('role="status"'), await statusOf(number), markedOn(page)]).toEqual([
      false,
      'pending',
      'Wanted',
    ]);
  });

  it('says that the status is unchanged if no other one was chosen', async () => {
    const number = await add('Same');
    await jane.send('/animals', { number, shown: 'available', status: 'available' });
    expect((await jane.get('/animals')).html).toContain(`<bdi>Same</bdi>, number ${number}, is still available.`);
    await jane.send('/animals', { number, shown: 'available', status: 'sold' });
    await jane.send('/animals', { number, shown: 'available', status: 'available' });
    expect((await jane.get('/animals')).html).toContain('Your change was not made');
  });

  it('is undone from its notice, which can be undone again', async () => {
    const number = await add('Undone');
    const place = `/animals?status=available&before=${BigInt(number) + 1n}`;
    await jane.send(place, { number, shown: 'available', status: 'sold' });
    for (const status of ['available', 'sold']) {
      const page = await jane.get(place);
      expect(textOf(page)).toContain(
        `is now ${status === 'sold' ? 'available' : 'sold'}. Undo, so that it is ${status}`,
      );
      const { location } = await jane.submit(page);
      expect([location, await statusOf(number)]).toEqual([place, status]);
    }
  });

  it('is not undone if the status was changed since', async () => {
    const number = await add('Redone');
    const tim = await accountHolder(server, 'tim@example.com');
    await jane.send('/animals', { number, shown: 'available', status: 'sold' });
    const page = await jane.get('/animals');
    await tim.send('/animals', { number, shown: 'sold', status: 'pending' });
    await jane.submit(page);
    expect((await jane.get('/animals')).html).toContain('Your change was not made');
    expect(await statusOf(number)).toBe('pending');
    await jane.send('/animals', { number, shown: 'pending', status: 'sold' });
    await tim.send('/animals', { number, shown: 'sold', status: 'available' });
    expect((await jane.get('/animals')).html).not.toContain('class="undo"');
  });

  it('reports a change that is sent twice as made', async () => {
    const number = await add('Twice');
    for (let times = 0; times < 2; times++) {
      await jane.send('/animals', { number, shown: 'available', status: 'sold' });
      expect((await jane.get('/animals')).html).toContain(`<bdi>Twice</bdi>, number ${number}, is now sold.`);
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

  it('is recorded in the audit log with the account, the animal and the address', async () => {
    const number = await add('Logged');
    const record = jest.spyOn(server.ports.auditLog, 'record');
    for (const shown of ['sold', 'available']) await jane.send('/animals', { number, shown, status: 'pending' });
    const pet = expect.objectContaining({ id: BigInt(number), status: 'pending' }) as unknown;
    const event = { event: 'pet_status_changed', accountId: 2n, pet, address: '127.0.0.1' };
    expect(record.mock.calls).toEqual([[event]]);
    record.mockRestore();
  });
});
