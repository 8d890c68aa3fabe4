const PAGE_SIZE = 1000;

/**
 * Reads a whole list page by page, so that no statement for it takes long.
 * @param page resolves to at most `limit` items that follow `after`, or to the first ones
 */
export async function collectPages<Item>(
  page: (limit: number, after?: Item) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const found = await page(PAGE_SIZE, items.at(-1));
    items.push(...found);
    if (found.length < PAGE_SIZE) return items;
  }
}
