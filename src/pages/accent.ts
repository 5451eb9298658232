type Rgb = readonly [number, number, number];

const GROUNDS = { light: ['#ffffff', '#edebe6'], dark: ['#1e1d1a', '#292723'] };
const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];
/** WCAG 2.2, 1.4.3. */
const LEGIBLE = 4.5;
const STEPS = 50;

/** The style sheet for an operator's colour, `#rrggbb`: darkened by day and lightened by night until it is readable. */
export function accentStyle(color: string): string {
  const asked = rgbOf(color);
  const rules = (grounds: string[], towards: Rgb, ground: Rgb): string => {
    const accent = legible(asked, towards, grounds.map(rgbOf));
    const soft = rgbOf(hexOf(mixed(ground, asked, 0.14)));
    const ink = legible(accent, towards, [...grounds.map(rgbOf), soft]);
    return `--accent:${hexOf(accent)};--accent-ink:${hexOf(ink)};--on-accent:${hexOf(readableOn(accent))};--accent-soft:${hexOf(soft)}`;
  };
  const day = rules(GROUNDS.light, BLACK, rgbOf('#ffffff'));
  const night = rules(GROUNDS.dark, WHITE, rgbOf('#1e1d1a'));
  return `:root{${day}}@media (prefers-color-scheme:dark){:root{${night}}}`;
}

const OURS = '#0a6b4f';

/** An operator's colour by day, and black or white on it. */
export function dayAccent(color: string | null): { accent: string; onAccent: string } {
  const accent = legible(rgbOf(color ?? OURS), BLACK, GROUNDS.light.map(rgbOf));
  return { accent: hexOf(accent), onAccent: hexOf(readableOn(accent)) };
}

function readableOn(color: Rgb): Rgb {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** The nearest colour towards `towards` that is readable on all backgrounds. */
function legible(color: Rgb, towards: Rgb, grounds: readonly Rgb[]): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const tried = rgbOf(hexOf(mixed(color, towards, step / STEPS)));
    if (grounds.every((ground) => contrast(tried, ground) >= LEGIBLE)) return tried;
  }
  return towards;
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (channel: 0 | 1 | 2): number => from[channel] + (to[channel] - from[channel]) * share;
  return [at(0), at(1), at(2)];
}

/** WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function rgbOf(hex: string): Rgb {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

function hexOf(color: Rgb): string {
  return `#${color
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
