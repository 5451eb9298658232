const FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

export interface TextBox {
  x: number;
  /** The top of the first line. */
  y: number;
  width: number;
  /** Of the letters, at most; made smaller down to `smallest` before lines are cut. */
  size: number;
  smallest?: number;
  lines?: number;
  weight?: number;
  color: string;
  align?: 'left' | 'right' | 'center';
}

const LEADING = 1.2;

/** Writes a text into a box and returns where the next thing may begin. What does not fit ends with dots. */
export function writeIn(on: CanvasRenderingContext2D, text: string, box: TextBox): number {
  const { x, y, width, lines = 1, weight = 400, color, align = 'left' } = box;
  let { size } = box;
  const setFont = (): void => {
    on.font = `${weight} ${size}px ${FAMILY}`;
  };
  setFont();
  while (size > (box.smallest ?? size) && brokenInto(on, text, width).length > lines) {
    size -= 2;
    setFont();
  }
  const broken = brokenInto(on, text, width);
  const shown = broken.slice(0, lines);
  if (broken.length > lines) shown[lines - 1] = cutTo(on, broken.slice(lines - 1).join(' '), width);
  on.fillStyle = color;
  on.textAlign = align;
  on.textBaseline = 'alphabetic';
  const at = { left: x, right: x + width, center: x + width / 2 }[align];
  for (const [line, words] of shown.entries()) on.fillText(words, at, y + size + line * size * LEADING);
  return y + shown.length * size * LEADING;
}

/** By words, and a word that is wider than a line by letters. */
function brokenInto(on: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (one: string): boolean => on.measureText(one).width <= width;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function cutTo(on: CanvasRenderingContext2D, text: string, width: number): string {
  let cut = text;
  while (cut !== '' && on.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return cut === text ? text : `${cut.trimEnd()}…`;
}
