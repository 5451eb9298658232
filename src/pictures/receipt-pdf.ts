import { buffer } from 'node:stream/consumers';
import { prepareFonts, type Weight } from './fonts.js';
import { drawable } from './text-layer.js';

export interface ReceiptPart {
  title: string;
  lines: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  /** Lucky numbers, one beside the other. */
  numbers?: readonly string[];
}

/** What a receipt says. */
export interface Receipt {
  /** A BCP 47 tag. */
  language: string;
  title: string;
  siteName: string;
  parts: readonly ReceiptPart[];
  /** Where everybody can see the order, and its QR code as a data URL. */
  address: string;
  addressImage: string;
}

interface Style {
  weight?: Weight;
  size?: number;
  color?: string;
}

/** Points. */
const MARGIN = 56;
const BAND = 64;
const QR = 110;
const [INK, SOFT] = ['#1b1a17', '#5d5a52'];
const NAME_WIDTH = 130;

/** A tagged PDF on A4 pages: a screen reader finds titles and paragraphs. */
export async function drawReceipt(
  receipt: Receipt,
  { accent, onAccent }: Record<'accent' | 'onAccent', string>,
): Promise<Buffer> {
  // Read when somebody asks for the first receipt.
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), prepareFonts()]);
  const { language, title, siteName, parts, address, addressImage } = receipt;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // By default it reads Helvetica from files that a bundle does not have.
    font: fonts.regular,
    lang: language,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: drawable(title) },
  });
  const bytes = buffer(doc);
  for (const [weight, file] of Object.entries(fonts)) doc.registerFont(weight, file);
  const column = doc.page.width - 2 * MARGIN;
  const root = doc.struct('Document');
  doc.addStructure(root);
  const write = (
    tag: string,
    text: string,
    { weight = 'regular', size = 11, color = INK }: Style = {},
    at: { x?: number; y?: number; width?: number; gap?: number } = {},
  ): void => {
    const { x = MARGIN, y = doc.y, width = column, gap = 4 } = at;
    const element = doc.struct(tag, {}, () => {
      doc.font(weight).fontSize(size).fillColor(color).text(drawable(text), x, y, { width, paragraphGap: gap });
    });
    root.add(element);
  };
  /** Together on one page. */
  const keepTogether = (height: number): void => {
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
  };

  doc.markContent('Artifact', { type: 'Layout' });
  doc.rect(0, 0, doc.page.width, BAND).fill(accent);
  doc.endMarkedContent();
  write('P', siteName, { weight: 'bold', size: 18, color: onAccent }, { y: 22 });
  doc.y = BAND + 28;

  for (const [place, part] of parts.entries()) {
    keepTogether(70);
    const isFirst = place === 0;
    write(isFirst ? 'H1' : 'H2', part.title, { weight: 'bold', size: isFirst ? 22 : 14 });
    for (const line of part.lines) write('P', line, { size: isFirst ? 13 : 11 });
    if (part.numbers && part.numbers.length > 0)
      write('P', part.numbers.join('   '), { weight: 'bold', size: sizeFor(part.numbers.length), color: accent });
    for (const [name, value] of part.facts ?? []) {
      keepTogether(30);
      const top = doc.y;
      write('P', name, { color: SOFT, size: 10 }, { width: NAME_WIDTH });
      const below = doc.y;
      write('P', value, { size: 10 }, { x: MARGIN + NAME_WIDTH + 10, y: top, width: column - NAME_WIDTH - 10 });
      doc.y = Math.max(doc.y, below);
    }
    doc.y += 14;
  }

  keepTogether(QR);
  const top = doc.y;
  doc.markContent('Artifact', { type: 'Layout' });
  doc.image(Buffer.from(addressImage.replace(/^[^,]*,/, ''), 'base64'), MARGIN, top, { width: QR });
  doc.endMarkedContent();
  const beside = { x: MARGIN + QR + 16, y: top + 8, width: column - QR - 16 };
  write('P', address, { size: 10, color: SOFT }, beside);
  root.end();
  doc.end();
  return bytes;
}

function sizeFor(numbers: number): number {
  if (numbers <= 5) return 24;
  return numbers <= 60 ? 14 : 10;
}
