import { raffleAddress } from '../../addresses/shop-address.js';
import type { OrderPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { useLanguage, useLocale, useTexts } from '../common/language.js';
import { Authorisation } from '../raffle/authorisation.js';
import { Facts } from '../ui/layout.js';
import { Card } from '../ui/surface.js';
import { BOOK_TEXTS, factsOfReceipt } from './order-facts.js';
import css from './order.module.css';

/** More make the printed receipt longer than a page. */
const MOST_SHOWN = 3;

/** What shows that the order is in the public book of the sale, and who holds the raffle. */
export function BookReceipts({ order, site }: { order: OrderPageData['order']; site: SiteOfPage }) {
  const t = useTexts(BOOK_TEXTS);
  const language = useLanguage();
  const locale = useLocale();
  const { raffle, bookReceipts } = order;
  const shown = bookReceipts.slice(0, MOST_SHOWN);
  return (
    <Card title={t.title}>
      <div>
        <p>{site.company || site.name}</p>
        {raffle && <Authorisation raffle={raffle} />}
      </div>
      {order.paidAt !== null && (
        <>
          <p class={css.soft}>{shown.length > 0 ? t.book : t.comes}</p>
          {shown.map((receipt) => (
            <div key={receipt.index} class={css.hashes}>
              <Facts of={factsOfReceipt(receipt, locale)} />
            </div>
          ))}
          {raffle && (
            <p class={css.onScreen}>
              <a href={raffleAddress(raffle.slug, language, { isDraw: true })}>{t.draw}</a>
            </p>
          )}
        </>
      )}
      <div class={css.onPaper}>
        <img src={order.shareUrlImage} alt="" width={120} height={120} />
        <p>{order.shareUrl}</p>
      </div>
    </Card>
  );
}
