import type { MessageSettings } from '../platform/mail-settings.js';

const HOUR_MS = 3_600_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

function timeOfDay(timeZone: string, at: Date): { hour: number; pastHourMs: number } {
  let clock = clocks.get(timeZone);
  if (!clock) clocks.set(timeZone, (clock = new Intl.DateTimeFormat('sv', { timeZone, timeStyle: 'medium' })));
  const [hour = 0, minute = 0, second = 0] = clock.format(at).split(':').map(Number);
  return { hour, pastHourMs: (minute * 60 + second) * 1_000 + at.getMilliseconds() };
}

/** When a message that can wait may be sent: now, or at the end of the quiet hours. */
export function afterQuietHours({ quietFrom, quietTo }: MessageSettings, timeZone: string, at: Date): Date {
  const { hour, pastHourMs } = timeOfDay(timeZone, at);
  const length = (quietTo - quietFrom + 24) % 24;
  const since = (hour - quietFrom + 24) % 24;
  if (since >= length) return at;
  return new Date(at.getTime() - pastHourMs + (length - since) * HOUR_MS);
}
