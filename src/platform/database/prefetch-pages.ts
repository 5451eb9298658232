/** Reads page after page, each while the caller works on the one before. `read` gets the page before. */
export async function* prefetchPages<Page>(
  read: (last: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
): AsyncGenerator<Page, void> {
  let reading = read(undefined);
  for (;;) {
    const page = await reading;
    if (hasMore(page)) {
      reading = read(page);
      reading.catch(() => undefined);
      yield page;
    } else {
      yield page;
      return;
    }
  }
}
