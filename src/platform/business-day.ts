/** Today by the calendar of the business's time zone (an IANA name), as ISO 8601, "2030-01-31": such days compare as text. */
export function businessDay(timeZone: string): string {
  // The Swedish locale prints ISO 8601.
  return new Intl.DateTimeFormat('sv', { timeZone }).format();
}
