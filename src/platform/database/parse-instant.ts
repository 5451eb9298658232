import pg from 'pg';

const ofAnyForm = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const [DASH, DOT, PLUS, ZERO] = ['-', '.', '+', '0'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
const DATE_AND_TIME = 'YYYY-MM-DD HH:MM:SS'.length;

/**
 * What Postgres writes for a timestamptz, as a Date; what it has beyond milliseconds is cut off. In the form it has nearly always, years of
 * four digits in UTC, it is read by the places of its digits: pg's own parser took 9 % of a list of orders.
 */
export function parseInstant(text: string): Date {
  const end = text.length - '+00'.length;
  const isUsual =
    text.charCodeAt(4) === DASH
    && text.charCodeAt(end) === PLUS
    && text.charCodeAt(end + 1) === ZERO
    && text.charCodeAt(end + 2) === ZERO
    && (end === DATE_AND_TIME || text.charCodeAt(DATE_AND_TIME) === DOT);
  if (!isUsual) return ofAnyForm(text) as Date;
  const digit = (at: number): number => (at < end ? text.charCodeAt(at) - ZERO : 0);
  const two = (at: number): number => digit(at) * 10 + digit(at + 1);
  const year = two(0) * 100 + two(2);
  // Date.UTC takes years before 100 for those of 1900.
  if (year < 100) return ofAnyForm(text) as Date;
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), two(20) * 10 + digit(22)));
}
