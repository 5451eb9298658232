import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import { OrderStatus } from '../generated/prisma/enums.js';
import { numbersOfOrders } from '../lucky-numbers/numbers-of-orders.js';
import { selectLinesOfAll, selectLinesOfRaffle, type OrderLine } from '../orders/order-export.sql.js';
import { seal } from '../platform/crypto.js';
import { pacedPages } from '../platform/database/paced-pages.js';
import { endAs } from './end-export.js';
import { giveBackExport, keepPart, takeExport, type ExportRow } from './export.sql.js';
import { wordsOf, type ExportWords } from './export-words.js';

const compress = promisify(gzip);

/** Lines of a page, which Postgres makes: a longer one holds up a sale beside it for more than some milliseconds. */
export const PAGE = 500;
/** A turn, so that several exports go on beside each other, and a process can stop. */
const TURN_MS = 2_000;
/** How long the export of a process that crashed waits. A page takes far less. */
const LEASE_SECONDS = 30;
const MOST_ATTEMPTS = 5;
/** A cell of a spreadsheet has at most 32,767 characters. */
const MOST_NUMBERS = 1_000;

/** A turn of one export. True when there may be more at once. */
export async function makeExports(app: App, leaseSeconds = LEASE_SECONDS): Promise<boolean> {
  const { db, log } = app;
  const claim = randomUUID();
  const [row] = await db.query(takeExport, [claim, leaseSeconds]);
  if (!row) return false;
  if (row.attempts > MOST_ATTEMPTS) {
    await db.transaction((tx) => endAs(tx, row.id, 'FAILED'));
    log.error({ event: 'exports.given_up', exportId: row.id, rowsDone: row.rowsDone }, 'an export failed for good');
    return true;
  }
  const until = Date.now() + TURN_MS;
  const pages = pacedPages(
    (last: OrderLine[] | undefined) => readPage(app, row, last),
    (page) => page.length === PAGE,
  );
  for await (const page of pages) {
    const isLast = page.length < PAGE;
    const last = page.at(-1);
    const sealed = await sealedPart(app, row, page);
    const values = [page.length, last?.createdAt ?? null, last?.id ?? null, uuidv7(), sealed, isLast];
    const kept = await db.query(keepPart, [row.id, claim, leaseSeconds, ...values]);
    if (isLast || kept.length === 0) return true;
    if (Date.now() >= until) break;
  }
  await db.query(giveBackExport, [row.id, claim, 0]);
  return true;
}

function readPage({ db, config }: App, row: ExportRow, page: OrderLine[] | undefined): Promise<OrderLine[]> {
  const { status, reservation } = wordsOf(row);
  const last = page?.at(-1);
  const behind = last
    ? [last.createdAt, last.id]
    : row.lastCreatedAt
      ? [row.lastCreatedAt, row.lastId]
      : // All that were placed before it: an id is above zero.
        [row.placedTo, 0];
  return db
    .reader()
    .query(row.raffleId === null ? selectLinesOfAll : selectLinesOfRaffle, [
      row.raffleId,
      row.status ? [row.status] : Object.values(OrderStatus),
      ...behind,
      PAGE,
      config.businessTimeZone,
      row.placedFrom ?? '-infinity',
      JSON.stringify({ status, reservation }),
    ]);
}

/** Null for no line. */
async function sealedPart(app: App, row: ExportRow, page: readonly OrderLine[]): Promise<Buffer | null> {
  if (page.length === 0) return null;
  const found = await numbersOfOrders(app, page, MOST_NUMBERS);
  const words = wordsOf(row);
  const text = page.map(({ id, line }) => `${line};${numbersCell(found.get(id), words)}\r\n`).join('');
  return seal(app.config.encryptionKeys, await compress(text));
}

/** One number alone gets an apostrophe, which keeps its zeros. */
function numbersCell(own: { numbers: string[]; count: number } | undefined, words: ExportWords): string {
  if (!own) return '';
  const { numbers, count } = own;
  if (count === 1) return `'${numbers[0]}`;
  const more = count - numbers.length;
  return `${numbers.join(' ')}${more > 0 ? ` ${words.more(more)}` : ''}`;
}
