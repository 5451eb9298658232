import type { SearchKind, SearchMatch } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

interface Words {
  title: string;
  label: string;
  placeholder: string;
  hint: string;
  list: string;
  found(count: number): string;
  none(text: string): string;
  kinds: Record<SearchKind, string>;
  matches: Record<Exclude<SearchMatch, 'NAME'>, string>;
}

export const SEARCH_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Procurar',
    label: 'Procurar em tudo',
    placeholder: 'Nome, telefone, pedido, número…',
    hint: 'Nome ou parte dele, telefone, CPF, e-mail, pedido, número da sorte (com a rifa: moto 526), txid, id fim a fim ou rifa.',
    list: 'Encontrados',
    found: (count) => (count === 0 ? 'Nada encontrado.' : count === 1 ? '1 encontrado.' : `${count} encontrados.`),
    none: (text) => `Nada encontrado com “${text}”.`,
    kinds: {
      PERSON: 'Pessoas',
      OPERATOR: 'Operadores',
      ORDER: 'Pedidos',
      LUCKY_NUMBER: 'Números da sorte',
      PAYMENT: 'Pagamentos',
      RAFFLE: 'Rifas',
    },
    matches: {
      PHONE: 'telefone',
      CPF: 'CPF',
      EMAIL: 'e-mail',
      ID: 'número do pedido',
      NUMBER: 'número da sorte',
      TXID: 'txid',
      END_TO_END_ID: 'id fim a fim',
    },
  },
  en: {
    title: 'Search',
    label: 'Search everything',
    placeholder: 'Name, phone, order, number…',
    hint: 'A name or a part of it, a phone, CPF, e-mail, order, lucky number (with its raffle: moto 526), txid, end-to-end id or raffle.',
    list: 'Found',
    found: (count) => (count === 0 ? 'Nothing found.' : `${count} found.`),
    none: (text) => `Nothing found with “${text}”.`,
    kinds: {
      PERSON: 'People',
      OPERATOR: 'Operators',
      ORDER: 'Orders',
      LUCKY_NUMBER: 'Lucky numbers',
      PAYMENT: 'Payments',
      RAFFLE: 'Raffles',
    },
    matches: {
      PHONE: 'phone',
      CPF: 'CPF',
      EMAIL: 'e-mail',
      ID: 'order number',
      NUMBER: 'lucky number',
      TXID: 'txid',
      END_TO_END_ID: 'end-to-end id',
    },
  },
});
