const PAGE_SIZE = 1000;

/** Reads a whole list page by page, so that no statement for it takes long. */
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
