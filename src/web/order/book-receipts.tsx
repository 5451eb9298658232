import { raffleAddress } from '../../addresses/shop-address.js';
import type { OrderPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { Authorisation } from '../raffle/authorisation.js';
import { Facts } from '../ui/layout.js';
import { Card } from '../ui/surface.js';
import css from './order.module.css';

/** More make the printed receipt longer than a page. */
const MOST_SHOWN = 3;

/** What shows that the order is in the public book of the sale, and who holds the raffle. */
export function BookReceipts({ order, site }: { order: OrderPageData['order']; site: SiteOfPage }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { number, dateTime } = useFormats();
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
          {shown.map(({ index, leaf, salt, head }) => (
            <div key={index} class={css.hashes}>
              <Facts
                of={[
                  [t.leaf(number(index + 1)), <code>{leaf}</code>],
                  [t.salt, <code>{salt}</code>],
                  [t.head(number(head.size)), <code>{head.root}</code>],
                  [t.at, head.at === null ? null : dateTime(head.at)],
                ]}
              />
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

const TEXTS = texts({
  'pt-BR': {
    title: 'Comprovante',
    book: 'Esta compra está no livro público da venda. Com estes códigos qualquer pessoa confere isso, também depois do sorteio.',
    comes: 'Os códigos do livro público aparecem aqui em instantes.',
    leaf: (index: string) => `Folha ${index}`,
    salt: 'Sal',
    head: (size: string) => (size === '1' ? 'Raiz de 1 folha' : `Raiz de ${size} folhas`),
    at: 'Publicada em',
    draw: 'Ver o sorteio e como conferir',
  },
  en: {
    title: 'Receipt',
    book: 'This purchase is in the public book of the sale. With these codes anybody can check it, also after the draw.',
    comes: 'The codes of the public book appear here in a moment.',
    leaf: (index: string) => `Leaf ${index}`,
    salt: 'Salt',
    head: (size: string) => (size === '1' ? 'Root of 1 leaf' : `Root of ${size} leaves`),
    at: 'Published on',
    draw: 'See the draw and how to check it',
  },
});
