import type { OverlayOptions } from 'sharp';
import { ORDER_PICTURE } from '../addresses/order-address.js';
import { loadSharp } from '../platform/sharp.js';
import { box, placedText } from './text-layer.js';

/** What a picture of an order says, to be sent on or kept. */
export interface OrderPicture {
  siteName: string;
  /** `#rrggbb`, and a colour that is readable on it. */
  accent: string;
  onAccent: string;
  title: string;
  name: string;
  state: string;
  /** Lines under the title: quantity, draw. */
  facts: readonly string[];
  numbers: readonly string[];
  /** How many more numbers there are, in words. Null: these are all. */
  more: string | null;
  /** What it won. */
  prizes: string | null;
  /** A PNG. */
  qrCode: Buffer;
  address: string;
  /** Who holds the raffle, and by what authorisation. */
  organiser: string;
}

const { width: WIDTH, height: HEIGHT } = ORDER_PICTURE;
const MARGIN = 72;
const COLUMN = WIDTH - 2 * MARGIN;
const BAND = 132;
const QR = 220;
const FOOT = HEIGHT - MARGIN - QR;
const [INK, SOFT, PAPER] = ['#1b1a17', '#5d5a52', '#ffffff'];

/** A PNG of 1080 by 1350. */
export async function drawOrderPicture(order: OrderPicture): Promise<Buffer> {
  const sharp = await loadSharp();
  const layers: OverlayOptions[] = [box(order.accent, { left: 0, top: 0, width: WIDTH, height: BAND })];
  let top = 0;
  const write = async (text: string, to: { top: number } & Partial<Parameters<typeof placedText>[0]>): Promise<void> => {
    const { top: at, ...style } = to;
    const placed = await placedText(
      { text, weight: 'regular', sizes: [34], color: INK, width: COLUMN, height: 50, ...style },
      { left: MARGIN, top: at },
    );
    layers.push(...placed.layers);
    top = placed.bottom;
  };
  await write(order.siteName, { top: 42, color: order.onAccent, weight: 'bold', sizes: [44, 36], height: 56 });
  await write(order.title, { top: BAND + 48, weight: 'bold', sizes: [64, 54, 44, 36], height: 160 });
  await write(`${order.name} · ${order.state}`, { top: top + 24, sizes: [40, 32], height: 52 });
  for (const fact of order.facts) await write(fact, { top: top + 14, color: SOFT });
  if (order.prizes !== null)
    await write(order.prizes, { top: top + 28, weight: 'bold', sizes: [38, 32, 26], height: 140, color: order.accent });
  const room = FOOT - 60 - (top + 36);
  await write(order.numbers.join(' · '), {
    top: top + 36,
    weight: 'bold',
    sizes: [150, 110, 84, 64, 48, 38, 30, 24],
    height: room,
    color: order.accent,
  });
  if (order.more !== null) await write(order.more, { top: Math.min(top + 10, FOOT - 46), color: SOFT, sizes: [28], height: 36 });

  const beside = { left: MARGIN + QR + 36, width: COLUMN - QR - 36 };
  const qrCode = await sharp(order.qrCode).resize({ width: QR, height: QR, kernel: 'nearest' }).png().toBuffer();
  layers.push({ input: qrCode, left: MARGIN, top: FOOT });
  const organiser = await placedText(
    { text: order.organiser, weight: 'regular', sizes: [28, 24], color: SOFT, width: beside.width, height: 80 },
    { left: beside.left, top: FOOT + 14 },
  );
  const address = await placedText(
    { text: order.address, weight: 'regular', sizes: [24, 20], color: SOFT, width: beside.width, height: 100 },
    { left: beside.left, top: organiser.bottom + 16 },
  );
  layers.push(...organiser.layers, ...address.layers);
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite(layers)
    .png({ palette: true, colours: 64 })
    .toBuffer();
}
