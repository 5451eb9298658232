/** Each pair of rounds begins with another contender, the second of them goes backwards: none always comes first. `round` counts from 0. */
export function rotated<Item>(items: Item[], round: number): Item[] {
  const start = Math.floor(round / 2) % items.length;
  const ordered = [...items.slice(start), ...items.slice(0, start)];
  return round % 2 === 0 ? ordered : ordered.toReversed();
}

/** One line that the next one overwrites; nothing where there is no terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}
