import type {
  OrderByLinkQuery,
  PrizeOfSharedOrderFragment,
  SharedOrderFragment,
  WonPrizeKind,
} from '../../generated/client/operations.js';
import { formatsOf, texts, type Locale } from '../common/language.js';

/*
 * What the page of an order and its receipt say alike.
 */

export type Fact = readonly [name: string, value: string | null];

type ReceiptOfBook = NonNullable<OrderByLinkQuery['orderByLink']>['bookReceipts'][number];

export function factsOfOrder(order: SharedOrderFragment, locale: Locale): Fact[] {
  const t = ORDER_TEXTS[locale.language];
  const { money, number, dateTime } = formatsOf(locale);
  const { id, raffle, awardedBoxes: boxes } = order;
  return [
    [t.order, id],
    [t.quotas, number(order.quotaQuantity)],
    [t.total, Number(order.totalValue) === 0 ? t.free : money(order.totalValue)],
    [t.createdAt, dateTime(order.createdAt)],
    [t.paidAt, order.paidAt === null ? null : dateTime(order.paidAt)],
    [t.drawAt, raffle?.drawAt ? dateTime(raffle.drawAt) : null],
    [t.boxes, boxes.count > 0 ? t.opened(number(boxes.opened), number(boxes.count)) : null],
  ];
}

export function wordsOfPrize({ kind, value, luckyNumber }: PrizeOfSharedOrderFragment, locale: Locale): string {
  const t = PRIZE_TEXTS[locale.language];
  const worth = value === null ? null : formatsOf(locale).money(value);
  return [t.kinds[kind], luckyNumber && t.number(luckyNumber), worth].filter(Boolean).join(' · ');
}

export function factsOfReceipt({ index, leaf, salt, head }: ReceiptOfBook, locale: Locale): Fact[] {
  const t = BOOK_TEXTS[locale.language];
  const { number, dateTime } = formatsOf(locale);
  return [
    [t.leaf(number(index + 1)), leaf],
    [t.salt, salt],
    [t.head(number(head.size)), head.root],
    [t.at, head.at === null ? null : dateTime(head.at)],
  ];
}

export const ORDER_TEXTS = texts({
  'pt-BR': {
    title: (name: string) => `Pedido de ${name}`,
    order: 'Pedido',
    quotas: 'Cotas',
    total: 'Valor',
    free: 'Grátis',
    createdAt: 'Feito em',
    paidAt: 'Pago em',
    drawAt: 'Sorteio',
    boxes: 'Caixas',
    opened: (opened: string, count: string) => `${opened} de ${count} abertas`,
    numbers: (count: string) => (count === '1' ? '1 número da sorte' : `${count} números da sorte`),
    numbersCome: 'Os números aparecem aqui em instantes.',
  },
  en: {
    title: (name: string) => `Order of ${name}`,
    order: 'Order',
    quotas: 'Quotas',
    total: 'Amount',
    free: 'Free',
    createdAt: 'Placed on',
    paidAt: 'Paid on',
    drawAt: 'Draw',
    boxes: 'Boxes',
    opened: (opened: string, count: string) => `${opened} of ${count} opened`,
    numbers: (count: string) => (count === '1' ? '1 lucky number' : `${count} lucky numbers`),
    numbersCome: 'The numbers appear here in a moment.',
  },
});

export const PRIZE_TEXTS = texts<{ title: string; kinds: Record<WonPrizeKind, string>; number(number: string): string }>({
  'pt-BR': {
    title: 'Prêmios ganhos',
    kinds: { DRAW: 'Sorteio', BOX: 'Caixa', QUOTA_PRIZE: 'Cota premiada' },
    number: (number) => `número ${number}`,
  },
  en: {
    title: 'Prizes won',
    kinds: { DRAW: 'Draw', BOX: 'Box', QUOTA_PRIZE: 'Quota prize' },
    number: (number) => `number ${number}`,
  },
});

export const BOOK_TEXTS = texts({
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
