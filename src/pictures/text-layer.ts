import type { OverlayOptions } from 'sharp';
import { loadSharp } from '../platform/sharp.js';
import { prepareFonts, type Weight } from './fonts.js';

export interface TextLayer {
  text: string;
  weight: Weight;
  /** Pixels, the largest first: the first size that fits is taken, or the last one. */
  sizes: readonly number[];
  /** `#rrggbb`. */
  color: string;
  width: number;
  /** The most. What still does not fit is cut off. */
  height: number;
  align?: 'left' | 'centre';
}

export interface DrawnText {
  input: Buffer;
  width: number;
  height: number;
}

/** So many characters fit nowhere. */
const MOST_CHARACTERS = 4_000;
const PIXELS_A_POINT = 72;

/** Drawn on nothing. Undefined for a text without anything that the font can draw. */
export async function drawText({
  text,
  weight,
  sizes,
  color,
  width,
  height,
  align = 'left',
}: TextLayer): Promise<DrawnText | undefined> {
  const words = drawable(text);
  if (words === '') return undefined;
  const [sharp, fonts] = await Promise.all([loadSharp(), prepareFonts()]);
  const markup = `<span foreground="${color}">${escaped(words)}</span>`;
  const common = {
    text: markup,
    fontfile: fonts[weight],
    width,
    align,
    rgba: true,
    dpi: PIXELS_A_POINT,
    wrap: 'word-char',
  } as const;
  for (const [place, size] of sizes.entries()) {
    const font = `Figtree ${weight === 'bold' ? 'Bold ' : ''}${size}`;
    const { data, info } = await sharp({ text: { ...common, font } })
      .png()
      .toBuffer({ resolveWithObject: true });
    if (info.height <= height) return { input: data, width: info.width, height: info.height };
    if (place < sizes.length - 1) continue;
    const cut = { left: 0, top: 0, width: info.width, height };
    return { input: await sharp(data).extract(cut).png().toBuffer(), width: info.width, height };
  }
  return undefined;
}

/** Without emoji and what nobody sees: the font has Latin letters alone. */
export function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufe0f]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text in its place. `left` is where its column begins. */
export async function placedText(
  layer: TextLayer,
  { left, top, isCentred = false }: { left: number; top: number; isCentred?: boolean },
): Promise<{ layers: OverlayOptions[]; bottom: number }> {
  const drawn = await drawText(layer);
  if (!drawn) return { layers: [], bottom: top };
  const inset = isCentred ? Math.max(0, Math.floor((layer.width - drawn.width) / 2)) : 0;
  return { layers: [{ input: drawn.input, left: left + inset, top }], bottom: top + drawn.height };
}

export function box(
  color: string,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background: color } }, left, top };
}
