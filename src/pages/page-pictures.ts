import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { openGraphName, uploadedPicture } from '../addresses/picture-address.js';
import type { App } from '../context.js';
import { drawOrderPicture } from '../pictures/order-picture.js';
import { drawPreview, type Preview } from '../pictures/preview-picture.js';
import { drawReceipt } from '../pictures/receipt-pdf.js';
import { refuse } from '../platform/domain-error.js';
import { createKeyedSemaphore } from '../platform/keyed-semaphore.js';
import { dayAccent } from './accent.js';
import type { Language, OrderPageData, RaffleOfPage, Receipt } from './page-renderer.js';
import { pictureWords } from './picture-words.js';

export interface Picture {
  bytes: Buffer;
  /** Of what it shows: the same as long as that is the same. */
  etag: string;
}

export interface SiteOfPicture {
  name: string;
  color: string | null;
  organiser: string;
}

/** About a hundred kilobytes each. */
const MOST_KEPT = 100;
/** Each takes a tenth of a second of one core. */
const MOST_WAITING = 30;
const MAX_WAIT_MS = 10_000;
const MOST_NUMBERS = 80;
const MOST_PRIZES = 3;

export interface PagePictures {
  ofRaffle(raffle: RaffleOfPage, site: SiteOfPicture, language: Language): Promise<Picture>;
  ofShop(site: SiteOfPicture, language: Language): Promise<Picture>;
  /** Kept nowhere: it is one person's. */
  ofOrder(order: OrderPageData['order'], site: SiteOfPicture, language: Language): Promise<Buffer>;
  /** A PDF. */
  ofReceipt(receipt: Receipt, site: SiteOfPicture): Promise<Buffer>;
}

/** UNAVAILABLE when too many are asked for at once. */
export function createPagePictures({ files, config }: Pick<App, 'files' | 'config'>): PagePictures {
  const drawing = createKeyedSemaphore({
    maxWaiting: MOST_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => refuse('platform.tooManyPictures'),
  });
  const kept = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  const wordsOf = (language: Language) => pictureWords(language, config.businessTimeZone);

  async function photoOf(url: string | null): Promise<Buffer | null> {
    const picture = url === null ? undefined : uploadedPicture(url);
    const file = picture && (await files.store.read(openGraphName(picture.id)));
    return file ? buffer(file.content) : null;
  }

  async function previewOf(of: Omit<Preview, 'photo'>, photoUrl: string | null): Promise<Picture> {
    const key = createHash('sha256')
      .update(JSON.stringify([of, photoUrl]))
      .digest('base64url');
    let bytes = kept.get(key);
    if (!bytes) {
      bytes = drawing.run(['picture'], async () => drawPreview({ ...of, photo: await photoOf(photoUrl) }));
      kept.set(key, bytes);
      bytes.catch(() => kept.delete(key));
    }
    return { bytes: await bytes, etag: `"${key}"` };
  }

  return {
    ofRaffle({ title, quotaPrice, showPrices, drawAt, status, photoUrl }, site, language) {
      const t = wordsOf(language);
      const price = Number(quotaPrice) === 0 ? t.free : showPrices ? t.price(t.money(quotaPrice)) : undefined;
      const isDrawn = status === 'DRAWN' || status === 'FINISHED';
      const line = isDrawn ? t.drawn : [price, drawAt && t.drawAt(t.day(drawAt))].filter(Boolean).join(' · ');
      return previewOf({ title, line, siteName: site.name, ...dayAccent(site.color) }, photoUrl);
    },
    ofShop(site, language) {
      return previewOf({ title: site.name, line: wordsOf(language).lead, siteName: '', ...dayAccent(site.color) }, null);
    },
    ofReceipt: (receipt, { color }) => drawing.run(['picture'], () => drawReceipt(receipt, dayAccent(color))),
    ofOrder(order, site, language) {
      const t = wordsOf(language);
      const { raffle, quotaQuantity, luckyNumbers, prizes } = order;
      const shown = luckyNumbers.nodes.slice(0, MOST_NUMBERS);
      const won = prizes.slice(0, MOST_PRIZES).map(({ title }) => title);
      return drawing.run(['picture'], () =>
        drawOrderPicture({
          siteName: site.name,
          ...dayAccent(site.color),
          title: raffle?.title ?? '',
          name: order.buyerName,
          state: t.states[order.status],
          facts: [t.numbers(t.count(quotaQuantity)), raffle?.drawAt ? t.drawAt(t.day(raffle.drawAt)) : ''],
          numbers: shown,
          more: shown.length > 0 && quotaQuantity > shown.length ? t.more(t.count(quotaQuantity - shown.length)) : null,
          prizes: won.length > 0 ? t.won(won.join(', ')) : null,
          qrCode: Buffer.from(order.shareUrlImage.replace(/^[^,]*,/, ''), 'base64'),
          address: order.shareUrl,
          organiser: [site.organiser || site.name, raffle?.certificateCode && t.authorisation(raffle.certificateCode)]
            .filter(Boolean)
            .join(' · '),
        }),
      );
    },
  };
}
