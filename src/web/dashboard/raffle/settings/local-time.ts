const MINUTE = 60_000;

/** An instant as an input of type datetime-local has it, `2026-11-20T18:30`, by the clock of a zone. */
export function toLocalTime(at: string | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(at));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/** The instant (ISO 8601 UTC) at which the clock of a zone shows a local time. Undefined for no time. */
export function fromLocalTime(text: string, timeZone: string): string | undefined {
  const asIfUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asIfUtc)) return undefined;
  const aheadAt = (at: number): number => Date.parse(`${toLocalTime(at, timeZone)}Z`) - Math.floor(at / MINUTE) * MINUTE;
  // Where the clock was put on or back in between, the second look is the one that is right.
  const near = asIfUtc - aheadAt(asIfUtc);
  return new Date(asIfUtc - aheadAt(near)).toISOString();
}
