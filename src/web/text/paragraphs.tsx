/** A plain text as it was typed: a blank line ends a paragraph, and a line ends where it did. Whatever is in it is text. */
export function Paragraphs({ text }: { text: string }) {
  const parts = text.replaceAll('\r\n', '\n').split(/\n[^\S\n]*\n\s*/);
  return (
    <>
      {parts
        .filter((part) => part.trim() !== '')
        .map((part, place) => (
          <p key={place}>{part}</p>
        ))}
    </>
  );
}
