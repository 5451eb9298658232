import { writeIn } from './canvas-text.js';

/** Of the two places where sellers publish: a post, and a story that hides its edges behind buttons. */
export const FORMATS = {
  feed: { width: 1080, height: 1350, photo: 500, winners: 3, top: 0, bottom: 0 },
  story: { width: 1080, height: 1920, photo: 760, winners: 6, top: 130, bottom: 150 },
} as const;
export type Format = keyof typeof FORMATS;

export interface DrawWords {
  badge: string;
  title: string;
  number: string;
  winners: readonly { position: number; prize: string; luckyNumber: string; name: string }[];
  /** What stands for the winners that have no room. */
  more(count: number): string;
  nobody: string;
  drawn: string;
  check: string;
  address: string;
  site: string;
}

const EDGE = 72;
const INK = '#1b1a17';
const SOFT = '#5d5a52';

const OURS = '#0a6b4f';

/** The colour of the shop, what is read on it, and the colour itself where it is read on white (WCAG 2.2, 1.4.3: 4.5 to 1). */
function coloursOf(accent: string): { accent: string; onAccent: string; onWhite: string } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(accent.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { accent, onAccent: luminance > 0.179 ? INK : '#ffffff', onWhite: luminance > 0.183 ? INK : accent };
}

/** The result of a draw as a picture. */
export function paintDraw(
  canvas: HTMLCanvasElement,
  format: Format,
  words: DrawWords,
  { photo, color }: { photo: CanvasImageSource | undefined; color: string | null },
): void {
  const shape = FORMATS[format];
  canvas.width = shape.width;
  canvas.height = shape.height;
  const on = canvas.getContext('2d');
  if (!on) return;
  const { accent, onAccent, onWhite } = coloursOf(color ?? OURS);
  const inner = shape.width - 2 * EDGE;
  on.fillStyle = '#ffffff';
  on.fillRect(0, 0, shape.width, shape.height);

  const head = photo ? shape.photo : Math.round(shape.photo * 0.45);
  paintHead(on, { photo, accent, width: shape.width, height: head });
  const badgeTop = Math.max(48, shape.top);
  on.font = '700 34px system-ui, sans-serif';
  const badgeWidth = on.measureText(words.badge).width + 64;
  on.fillStyle = photo ? accent : onAccent;
  on.beginPath();
  on.roundRect(EDGE, badgeTop, badgeWidth, 72, 36);
  on.fill();
  writeIn(on, words.badge, {
    x: EDGE + 32,
    y: badgeTop + 14,
    width: badgeWidth,
    size: 34,
    weight: 700,
    color: photo ? onAccent : accent,
  });

  const foot = 210 + shape.bottom;
  const footTop = shape.height - foot;
  let y = writeIn(on, words.title, {
    x: EDGE,
    y: head + 36,
    width: inner,
    size: 58,
    smallest: 44,
    lines: 2,
    weight: 800,
    color: INK,
  });
  y += 24;
  if (words.winners.length === 0) writeIn(on, words.nobody, { x: EDGE, y, width: inner, size: 44, lines: 3, color: SOFT });
  else if (words.winners.length === 1) paintOne(on, words, { y, room: footTop - y, onWhite, inner });
  else paintSeveral(on, words, { y, room: footTop - y, accent, onAccent, onWhite, inner, most: shape.winners });

  on.fillStyle = accent;
  on.fillRect(0, footTop, shape.width, foot);
  const line = { x: EDGE, width: inner, color: onAccent };
  y = writeIn(on, words.check, { ...line, y: footTop + 28, size: 30 });
  y = writeIn(on, words.address, { ...line, y: y + 2, size: 46, smallest: 26, weight: 800 });
  writeIn(on, words.drawn, { ...line, y: y + 16, width: inner * 0.68, size: 28, smallest: 22 });
  writeIn(on, words.site, {
    ...line,
    y: y + 16,
    x: EDGE + inner * 0.7,
    width: inner * 0.3,
    size: 28,
    weight: 700,
    align: 'right',
  });
}

interface Head {
  photo: CanvasImageSource | undefined;
  accent: string;
  width: number;
  height: number;
}

/** The photo covers it, cut at its longer sides; without one it has the colour of the shop, with rays. */
function paintHead(on: CanvasRenderingContext2D, { photo, accent, width, height }: Head): void {
  on.save();
  on.beginPath();
  on.rect(0, 0, width, height);
  on.clip();
  on.fillStyle = accent;
  on.fillRect(0, 0, width, height);
  if (photo instanceof HTMLImageElement) {
    const scale = Math.max(width / photo.naturalWidth, height / photo.naturalHeight);
    const [wide, high] = [photo.naturalWidth * scale, photo.naturalHeight * scale];
    on.drawImage(photo, (width - wide) / 2, (height - high) / 2, wide, high);
  } else {
    on.fillStyle = 'rgb(255 255 255 / 10%)';
    for (let ray = 0; ray < 12; ray += 1) {
      on.beginPath();
      on.moveTo(width / 2, height);
      const from = Math.PI + (ray * Math.PI) / 12;
      on.arc(width / 2, height, width, from, from + Math.PI / 24);
      on.fill();
    }
  }
  on.restore();
}

interface Room {
  y: number;
  room: number;
  onWhite: string;
  inner: number;
}

function paintOne(
  on: CanvasRenderingContext2D,
  { winners: [winner], number }: DrawWords,
  { y: top, room, onWhite, inner }: Room,
): void {
  if (!winner) return;
  const box = { x: EDGE, width: inner };
  // In the middle of what is left.
  let y = top + Math.max(0, (room - 435) / 2);
  y = writeIn(on, number, { ...box, y, size: 34, color: SOFT });
  y = writeIn(on, winner.luckyNumber, {
    ...box,
    y,
    size: Math.min(170, (room - 235) / 1.2),
    smallest: 80,
    weight: 800,
    color: onWhite,
  });
  y = writeIn(on, winner.name, { ...box, y: y + 12, size: 60, smallest: 40, weight: 800, color: INK });
  writeIn(on, winner.prize, { ...box, y: y + 6, size: 42, smallest: 32, lines: 2, color: SOFT });
}

function paintSeveral(
  on: CanvasRenderingContext2D,
  { winners, more }: DrawWords,
  { y: top, room, accent, onAccent, onWhite, inner, most }: Room & { accent: string; onAccent: string; most: number },
): void {
  const shown = winners.slice(0, winners.length > most ? most - 1 : most);
  const left = winners.length - shown.length;
  const high = Math.min(180, (room - (left > 0 ? 60 : 16)) / shown.length);
  const numberWidth = inner * 0.34;
  for (const [place, winner] of shown.entries()) {
    const y = top + place * high;
    on.fillStyle = accent;
    on.beginPath();
    on.arc(EDGE + 32, y + 48, 32, 0, 2 * Math.PI);
    on.fill();
    writeIn(on, String(winner.position), {
      x: EDGE,
      y: y + 30,
      width: 64,
      size: 34,
      weight: 800,
      color: onAccent,
      align: 'center',
    });
    const words = { x: EDGE + 88, width: inner - 88 - numberWidth - 24 };
    const next = writeIn(on, winner.name, { ...words, y, size: 44, smallest: 30, weight: 800, color: INK });
    writeIn(on, winner.prize, { ...words, y: next, size: 32, smallest: 26, color: SOFT });
    writeIn(on, winner.luckyNumber, {
      x: EDGE + inner - numberWidth,
      y: y + 10,
      width: numberWidth,
      size: 64,
      smallest: 34,
      weight: 800,
      color: onWhite,
      align: 'right',
    });
  }
  if (left > 0)
    writeIn(on, more(left), { x: EDGE, y: top + shown.length * high, width: inner, size: 34, weight: 600, color: SOFT });
}
