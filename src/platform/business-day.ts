/** Formatters by time zone, of which a process has one or two: making one takes longer than all else about an order. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Today by the calendar of the business's time zone (an IANA name), as ISO 8601, "2030-01-31": such days compare as text. */
export function businessDay(timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // The Swedish locale prints ISO 8601.
    formatter = new Intl.DateTimeFormat('sv', { timeZone });
    formatters.set(timeZone, formatter);
  }
  return formatter.format();
}
