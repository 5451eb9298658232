import type { OverlayOptions } from 'sharp';
import { OPEN_GRAPH } from '../addresses/picture-address.js';
import { loadSharp } from '../platform/sharp.js';
import { box, placedText } from './text-layer.js';

/** What messengers show of an address: of a raffle, or of the shop. */
export interface Preview {
  title: string;
  /** Price and date. */
  line: string;
  siteName: string;
  /** `#rrggbb`, and a colour that is readable on it. */
  accent: string;
  onAccent: string;
  /** A JPEG of the same size. Null: the title stands alone. */
  photo: Buffer | null;
}

const MARGIN = 48;
/** Some messengers show the square in the middle only. */
const { width, height } = OPEN_GRAPH;
const PANEL_HEIGHT = 210;
const COLUMN = width - 2 * MARGIN;

/** A JPEG of 1200 by 630: messengers drop pictures of more than some hundred kilobytes. */
export async function drawPreview(preview: Preview): Promise<Buffer> {
  const sharp = await loadSharp();
  const { photo, accent } = preview;
  const ground = sharp({ create: { width, height, channels: 3, background: accent } });
  const under: OverlayOptions[] = photo ? [{ input: photo, left: 0, top: 0 }] : [];
  const layers = await (photo ? layersOnPhoto(preview) : layersAlone(preview));
  return ground
    .composite([...under, ...layers])
    .jpeg({ quality: 84 })
    .toBuffer();
}

async function layersOnPhoto({ title, line, siteName, accent, onAccent }: Preview): Promise<OverlayOptions[]> {
  const top = height - PANEL_HEIGHT;
  const common = { color: onAccent, width: COLUMN, align: 'centre' } as const;
  const name = await placedText(
    { ...common, text: siteName, weight: 'regular', sizes: [26], height: 34 },
    { left: MARGIN, top: top + 16, isCentred: true },
  );
  const head = await placedText(
    { ...common, text: title, weight: 'bold', sizes: [60, 48, 40, 34], height: 84 },
    { left: MARGIN, top: top + 54, isCentred: true },
  );
  const below = await placedText(
    { ...common, text: line, weight: 'regular', sizes: [34, 28], height: 44 },
    { left: MARGIN, top: Math.max(head.bottom + 10, top + 146), isCentred: true },
  );
  return [box(accent, { left: 0, top, width, height: PANEL_HEIGHT }), ...name.layers, ...head.layers, ...below.layers];
}

async function layersAlone({ title, line, siteName, onAccent }: Preview): Promise<OverlayOptions[]> {
  const common = { color: onAccent, width: COLUMN, align: 'centre' } as const;
  const name = await placedText(
    { ...common, text: siteName, weight: 'regular', sizes: [36, 30], height: 46 },
    { left: MARGIN, top: 64, isCentred: true },
  );
  const head = await placedText(
    { ...common, text: title, weight: 'bold', sizes: [92, 76, 60, 48], height: 300 },
    { left: MARGIN, top: 170, isCentred: true },
  );
  const below = await placedText(
    { ...common, text: line, weight: 'regular', sizes: [42, 34], height: 100 },
    { left: MARGIN, top: Math.max(head.bottom + 32, 470), isCentred: true },
  );
  return [...name.layers, ...head.layers, ...below.layers];
}
