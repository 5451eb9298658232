import { afterEach, describe, expect, it, vi } from 'vitest';
import { businessDay } from '../src/platform/business-day.js';

afterEach(() => void vi.useRealTimers());

describe('the day of a business', () => {
  it.each([
    ['America/Sao_Paulo', '2026-03-01T02:59:59.999Z', '2026-02-28', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:59.999Z', '2026-12-31', '2027-01-01'],
    ['Asia/Kathmandu', '2026-06-09T18:14:59.999Z', '2026-06-09', '2026-06-10'],
  ])('in %s begins when it does there, in the middle of a UTC hour too', (timeZone, lastInstant, day, nextDay) => {
    vi.useFakeTimers({ now: new Date(lastInstant), toFake: ['Date'] });
    expect([businessDay(timeZone), businessDay('UTC')]).toEqual([day, lastInstant.slice(0, 10)]);
    vi.setSystemTime(Date.now() + 1);
    expect(businessDay(timeZone)).toBe(nextDay);
  });
});
