const MINUTE = 60_000;

/** For an input of type datetime-local, `2026-11-20T18:30`, in a time zone. */
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

/** The instant (ISO 8601 UTC) of a local time in a zone. Undefined for an invalid text. */
export function fromLocalTime(text: string, timeZone: string): string | undefined {
  const asIfUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asIfUtc)) return undefined;
  const aheadAt = (at: number): number => Date.parse(`${toLocalTime(at, timeZone)}Z`) - Math.floor(at / MINUTE) * MINUTE;
  // The second look is right when the clock changed in between.
  const near = asIfUtc - aheadAt(asIfUtc);
  return new Date(asIfUtc - aheadAt(near)).toISOString();
}

/** When the first day begins and the last one has ended, days as in an input of type date. Null where none is given. */
export function instantsOfDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { from: string | null; to: string | null } {
  return {
    from: (from && fromLocalTime(`${from}T00:00`, timeZone)) || null,
    to: (to && fromLocalTime(`${dayAfter(to)}T00:00`, timeZone)) || null,
  };
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return Number.isNaN(next.getTime()) ? '' : next.toISOString().slice(0, 10);
}
