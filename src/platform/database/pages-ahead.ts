/**
 * Page after page until one has none behind it. `read` answers the page behind another, the first one for undefined, and is asked for
 * it before that other is worked on: the database reads while we compute.
 */
export async function* pagesAhead<Page>(
  read: (last: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
): AsyncGenerator<Page, void> {
  let reading = read(undefined);
  for (;;) {
    const page = await reading;
    if (hasMore(page)) {
      reading = read(page);
      // Told to whoever comes for the page, and to nobody when none does.
      reading.catch(() => undefined);
      yield page;
    } else {
      yield page;
      return;
    }
  }
}
