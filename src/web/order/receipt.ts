import type { OrderPageData, PageFrame, Receipt, ReceiptPart } from '../../pages/page-renderer.js';
import { ORDER_STATES } from '../buyer/order-states.js';
import { formatsOf, texts, type Locale } from '../common/language.js';
import { authorisationLines } from '../raffle/authorisation.js';
import { BOOK_TEXTS, factsOfOrder, factsOfReceipt, ORDER_TEXTS, PRIZE_TEXTS, wordsOfPrize, type Fact } from './order-facts.js';

/** What the page of an order says, for its file. `numbers` are as many as there is room for. */
export function receiptOf({ site, language }: PageFrame, { order }: OrderPageData, numbers: readonly string[]): Receipt {
  const locale: Locale = { language, timeZone: site.timeZone };
  const [t, own] = [ORDER_TEXTS[language], TEXTS[language]];
  const { number } = formatsOf(locale);
  const { raffle, quotaQuantity, prizes } = order;
  const more = quotaQuantity - numbers.length;
  const parts: (ReceiptPart | false)[] = [
    {
      title: t.title(order.buyerName),
      lines: [raffle?.title, ORDER_STATES[language][order.status]].filter((line) => line !== undefined),
      facts: withValues(factsOfOrder(order, locale)),
    },
    prizes.length > 0 && {
      title: PRIZE_TEXTS[language].title,
      lines: [],
      facts: prizes.map((prize): [string, string] => [prize.title, wordsOfPrize(prize, locale)]),
    },
    order.paidAt !== null && {
      title: t.numbers(number(quotaQuantity)),
      numbers,
      lines: numbers.length === 0 ? [own.numbersLater] : more > 0 ? [own.more(number(more))] : [],
    },
    bookOf(site.company || site.name, order, locale),
  ];
  return {
    language,
    title: `${t.title(order.buyerName)} · ${site.name}`,
    siteName: site.name,
    parts: parts.filter((part) => part !== false),
    address: order.shareUrl,
    addressImage: order.shareUrlImage,
  };
}

function bookOf(organiser: string, order: OrderPageData['order'], locale: Locale): ReceiptPart {
  const t = BOOK_TEXTS[locale.language];
  const { raffle, bookReceipts, acceptedRegulation } = order;
  const { regulation } = TEXTS[locale.language];
  return {
    title: t.title,
    lines: [
      organiser,
      ...(raffle ? authorisationLines(raffle, locale) : []),
      ...(acceptedRegulation ? [regulation(acceptedRegulation.version)] : []),
      ...(bookReceipts.length > 0 ? [t.book] : []),
    ],
    facts: bookReceipts.flatMap((receipt) => withValues(factsOfReceipt(receipt, locale))),
  };
}

const withValues = (facts: readonly Fact[]): [string, string][] =>
  facts.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));

const TEXTS = texts({
  'pt-BR': {
    numbersLater: 'Os números aparecem na página do pedido, no endereço abaixo.',
    more: (count: string) => `E mais ${count}, na página do pedido.`,
    regulation: (version: number) => `Regulamento aceito: versão ${version}`,
  },
  en: {
    numbersLater: 'The numbers appear on the page of the order, at the address below.',
    more: (count: string) => `And ${count} more, on the page of the order.`,
    regulation: (version: number) => `Accepted regulation: version ${version}`,
  },
});
