/**
 * Reads page after page. The next one is read while the caller works on this one. `read` gets the page before, undefined
 * for the first.
 */
export async function* prefetchPages<Page>(
  read: (last: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
): AsyncGenerator<Page, void> {
  let reading = read(undefined);
  for (;;) {
    const page = await reading;
    if (hasMore(page)) {
      reading = read(page);
      // Thrown when the caller asks for the page.
      reading.catch(() => undefined);
      yield page;
    } else {
      yield page;
      return;
    }
  }
}
