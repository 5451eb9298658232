import { useEffect, useState } from 'preact/hooks';
import { OrderByLinkDocument } from '../../generated/client/operations.js';
import { orderAddress } from '../../addresses/order-address.js';
import { shopAddress } from '../../addresses/shop-address.js';
import type { OrderPageData } from '../../pages/page-renderer.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import type { PageData } from '../common/page-data.js';
import { useQuery } from '../common/query.js';
import { BUYER_KEY, SessionProvider } from '../common/session.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { PixCode } from '../raffle/pix-code.js';
import { ButtonLink } from '../ui/button.js';
import layout from '../ui/layout.module.css';
import { Card, Notice } from '../ui/surface.js';
import { BookReceipts } from './book-receipts.js';
import { KeepOrder } from './keep-order.js';
import { ORDER_TEXTS } from './order-facts.js';
import { OrderHead } from './order-head.js';
import { OrderPrizes } from './order-prizes.js';
import css from './order.module.css';
import { WhatIsPublic } from './what-is-public.js';

type Page = Omit<PageData<OrderPageData>, 'locale'>;

/** While the order waits for its payment, its numbers or its receipt. */
const EVERY_MS = 5_000;

/** An order by the link that its buyer sent on. Everything is in the HTML; the script copies, prints, and follows the payment. */
export function OrderPage(page: Page) {
  return (
    <SessionProvider storageKey={BUYER_KEY}>
      <Order {...page} />
    </SessionProvider>
  );
}

function Order({ site, data: { token, after, order: initial } }: Page) {
  const t = useTexts(TEXTS);
  const [everyMs, setEveryMs] = useState<number>();
  const { data, reload } = useQuery(OrderByLinkDocument, { token, after }, { everyMs, initial: { orderByLink: initial } });
  const order = data?.orderByLink ?? initial;
  useEffect(() => setEveryMs(isMoving(order) ? EVERY_MS : undefined), [order]);
  const { status, buyerName, pixCode } = order;
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" class={css.main} tabIndex={-1}>
        <OrderHead order={order} />
        {status === 'PENDING' && pixCode !== null && (
          <div class={css.onScreen}>
            <Card title={t.pay(buyerName)}>
              <p>{t.payText}</p>
              <PixCode
                order={{ ...order, qrCodeImage: order.pixCodeImage }}
                isReserved={order.reservation === 'RESERVED'}
                content={pixCode}
                testBank={site.testBank}
                isPaidByHand={site.isPaidByHand}
                onOver={reload}
              />
            </Card>
          </div>
        )}
        {status === 'PENDING' && pixCode === null && (
          <Notice>
            <p>{t.noCode(buyerName)}</p>
          </Notice>
        )}
        {status === 'REFUNDED' && (
          <Notice tone="warn">
            <p>{t.refunded}</p>
          </Notice>
        )}
        {order.prizes.length > 0 && <OrderPrizes prizes={order.prizes} />}
        {order.paidAt !== null && <Numbers token={token} after={after} order={order} />}
        <BookReceipts order={order} site={site} />
        <KeepOrder order={order} token={token} />
        <WhatIsPublic />
      </main>
      <SiteFooter site={site} />
    </>
  );
}

/** Something is still to come. */
const isMoving = ({ status, luckyNumbers, bookReceipts }: OrderPageData['order']): boolean =>
  status === 'PENDING' || (status === 'PAID' && (luckyNumbers.nodes.length === 0 || bookReceipts.length === 0));

function Numbers({ token, after, order: { quotaQuantity, luckyNumbers } }: OrderPageData) {
  const t = useTexts(TEXTS);
  const words = useTexts(ORDER_TEXTS);
  const { number } = useFormats();
  const language = useLanguage();
  const { nodes, pageInfo } = luckyNumbers;
  const addressOf = (cursor: string | null): string => shopAddress(orderAddress(token), { after: cursor }, language);
  return (
    <Card title={words.numbers(number(quotaQuantity))}>
      {nodes.length === 0 && <p role="status">{words.numbersCome}</p>}
      {nodes.length > 0 && (
        <ul class={`${layout.numbers} ${css.numbers}`}>
          {nodes.map((one) => (
            <li key={one}>
              <a href={shopAddress(orderAddress(token, one), {}, language)}>{one}</a>
            </li>
          ))}
        </ul>
      )}
      {(after !== null || pageInfo.hasNextPage) && (
        <nav class={css.onScreen} aria-label={words.numbers(number(quotaQuantity))}>
          <div class={layout.row}>
            {after !== null && (
              <ButtonLink small href={addressOf(null)}>
                {t.first}
              </ButtonLink>
            )}
            {pageInfo.hasNextPage && (
              <ButtonLink small href={addressOf(pageInfo.endCursor)}>
                {t.more}
              </ButtonLink>
            )}
          </div>
        </nav>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    pay: (name: string) => `Pague por ${name}`,
    payText:
      'Qualquer pessoa pode pagar este PIX. As cotas e os números ficam com quem fez o pedido. Antes de pagar, confira no seu banco o valor e quem recebe.',
    noCode: (name: string) =>
      `Este pedido espera o pagamento, mas não pode ser pago por aqui. ${name} pode pagar na página da rifa.`,
    refunded: 'O pedido foi devolvido: os números dele não participam do sorteio, e o dinheiro volta a quem pagou.',
    first: 'Primeiros números',
    more: 'Mais números',
  },
  en: {
    pay: (name: string) => `Pay for ${name}`,
    payText:
      'Anybody can pay this PIX. The quotas and the numbers belong to who ordered them. Before you pay, check the amount and the payee at your bank.',
    noCode: (name: string) => `This order waits for its payment, but cannot be paid here. ${name} can pay on the raffle's page.`,
    refunded: 'The order was refunded: its numbers take no part in the draw, and the money goes back to who paid it.',
    first: 'First numbers',
    more: 'More numbers',
  },
});
