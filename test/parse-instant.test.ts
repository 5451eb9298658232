import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../src/platform/database/parse-instant.js';

const byPg = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** As Postgres writes it in UTC: no zeros at a fraction's end. */
const written = (instant: Date, micros: number): string =>
  `${instant.toISOString().slice(0, 19).replace('T', ' ')}.${String(micros).padStart(6, '0')}`.replace(/\.?0*$/, '') + '+00';

describe('instants that Postgres writes', () => {
  it('are what pg itself makes of them', () => {
    const first = Date.UTC(1000, 0, 1);
    const step = (Date.UTC(9999, 11, 31) - first) / 20_000;
    const wrong: string[] = [];
    for (let n = 0; n < 20_000; n++) {
      const text = written(new Date(first + n * step), (n * 7_919) % 1_000_000);
      if (parseInstant(text).getTime() !== (byPg(text) as Date).getTime()) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['2026-11-23 16:45:10+00', '2026-11-23T16:45:10.000Z'],
    ['2026-11-23 16:45:10.5+00', '2026-11-23T16:45:10.500Z'],
    ['2026-11-23 16:45:10.07+00', '2026-11-23T16:45:10.070Z'],
    ['2026-02-28 23:59:59.999999+00', '2026-02-28T23:59:59.999Z'],
    ['2026-11-23 13:45:10.25-03', '2026-11-23T16:45:10.250Z'],
    ['2026-11-23 17:45:10+01', '2026-11-23T16:45:10.000Z'],
    ['2026-11-23 17:15:10+00:30', '2026-11-23T16:45:10.000Z'],
    ['1890-01-01 12:00:00+00:00:28', '1890-01-01T11:59:32.000Z'],
    ['12026-11-23 16:45:10+00', '+012026-11-23T16:45:10.000Z'],
    ['0045-03-01 00:00:00.25+00', '0045-03-01T00:00:00.250Z'],
    ['0044-03-15 00:00:00+00 BC', '-000043-03-15T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseInstant(text).toISOString()).toBe(instant);
  });

  it.each([
    ['infinity', Infinity],
    ['-infinity', -Infinity],
  ])('%s stays what pg makes of it', (text, value) => {
    expect(parseInstant(text)).toBe(value);
  });
});
