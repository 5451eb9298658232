/** Saves a file under that name. A text is saved as JSON. */
export function saveFile(name: string, content: Blob | string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not all browsers have read it by the end of this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
