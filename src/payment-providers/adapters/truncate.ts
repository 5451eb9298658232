/** A text cut to a provider's limit, by code points as JSON Schema counts: half an emoji is no text, and is refused. */
export function truncate(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}
