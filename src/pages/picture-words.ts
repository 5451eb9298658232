import type { OrderStatus } from '../generated/client/operations.js';
import type { Language } from './page-renderer.js';

interface Words {
  free: string;
  price(price: string): string;
  drawAt(day: string): string;
  drawn: string;
  lead: string;
  order(name: string): string;
  states: Record<OrderStatus, string>;
  numbers(count: string): string;
  more(count: string): string;
  won(prizes: string): string;
  authorisation(code: string): string;
}

/** What pictures say: they are made without the pages' own code. */
const WORDS: Record<Language, Words> = {
  'pt-BR': {
    free: 'Grátis',
    price: (price) => `${price} por cota`,
    drawAt: (day) => `Sorteio em ${day}`,
    drawn: 'Sorteada',
    lead: 'Rifas com sorteio que qualquer pessoa confere',
    order: (name) => `Pedido de ${name}`,
    states: { PENDING: 'Aguardando PIX', PAID: 'Pago', EXPIRED: 'Expirado', CANCELLED: 'Cancelado', REFUNDED: 'Devolvido' },
    numbers: (count) => (count === '1' ? '1 número da sorte' : `${count} números da sorte`),
    more: (count) => `e mais ${count}`,
    won: (prizes) => `Ganhou: ${prizes}`,
    authorisation: (code) => `Autorização ${code}`,
  },
  en: {
    free: 'Free',
    price: (price) => `${price} a quota`,
    drawAt: (day) => `Draw on ${day}`,
    drawn: 'Drawn',
    lead: 'Raffles with a draw that anybody can check',
    order: (name) => `Order of ${name}`,
    states: { PENDING: 'Waiting for PIX', PAID: 'Paid', EXPIRED: 'Expired', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' },
    numbers: (count) => (count === '1' ? '1 lucky number' : `${count} lucky numbers`),
    more: (count) => `and ${count} more`,
    won: (prizes) => `Won: ${prizes}`,
    authorisation: (code) => `Authorisation ${code}`,
  },
};

export function pictureWords(language: Language, timeZone: string) {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  return {
    ...WORDS[language],
    money: (value: string): string => money.format(Number(value)),
    count: (value: number): string => number.format(value),
    day: (time: string): string => day.format(new Date(time)),
  };
}
