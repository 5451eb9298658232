/** In the order in which they are drawn. A raffle without a list of prizes has one: what its own title says. */
export function prizeTitles({ title, prizes }: { title: string; prizes: readonly { title: string }[] }): string[] {
  return prizes.length === 0 ? [title] : prizes.map((prize) => prize.title);
}
