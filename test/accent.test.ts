import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accentStyle, contrast, rgbOf } from '../src/pages/accent.js';

const LIGHT = ['#ffffff', '#edebe6'];
const DARK = ['#1e1d1a', '#292723'];

function sheetOf(color: string): Record<string, string>[] {
  return accentStyle(color)
    .split('@media')
    .map((part) => Object.fromEntries([...part.matchAll(/--([\w-]+):(#[\da-f]{6})/g)].map(([, name, value]) => [name, value])));
}

it('makes of any colour one whose words can be read on all grounds, by day and by night', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, (color) => {
      const [day = {}, night = {}] = sheetOf(color);
      for (const [sheet, grounds] of [
        [day, LIGHT],
        [night, DARK],
      ] as const) {
        const { accent = '', 'accent-ink': ink = '', 'on-accent': on = '', 'accent-soft': soft = '' } = sheet;
        for (const ground of grounds) expect(contrast(rgbOf(accent), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
        for (const ground of [...grounds, soft]) expect(contrast(rgbOf(ink), rgbOf(ground))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(rgbOf(on), rgbOf(accent))).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 300 },
  );
});

it('leaves a colour that can be read as it is', () => {
  expect(sheetOf('#0a6b4f')[0]?.accent).toBe('#0a6b4f');
  expect(sheetOf('#ffcc00')[1]?.accent).toBe('#ffcc00');
});

it('measures contrast as WCAG does', () => {
  expect(contrast(rgbOf('#000000'), rgbOf('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrast(rgbOf('#777777'), rgbOf('#ffffff'))).toBeCloseTo(4.48, 2);
});
