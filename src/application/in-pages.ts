const PAGE_SIZE = 1000;

/**
 * Yields the items of a list that is read page by page, so that a list of any length takes little memory.
 * @param page resolves to at most `limit` items that follow `after`, or to the first ones
 */
export async function* inPages<Item>(
  page: (limit: number, after?: Item) => Promise<readonly Item[]>,
): AsyncGenerator<Item, undefined> {
  let last: Item | undefined;
  do {
    const found = await page(PAGE_SIZE, last);
    yield* found;
    last = found.length < PAGE_SIZE ? undefined : found.at(-1);
  } while (last !== undefined);
}
