import type { RaffleStatementQuery } from '../../../../generated/client/operations.js';
import { texts } from '../../../common/language.js';

export type Statement = RaffleStatementQuery['raffleStatement'];
export type Sums = Statement['total'];
export type SumName = keyof Sums;

/** In the order of the columns. */
export const SUM_NAMES = [
  'received',
  'receivedByHand',
  'refunded',
  'takenBack',
  'providerFees',
  'commissions',
  'commissionsReversed',
  'net',
  'prizes',
] as const satisfies readonly SumName[];

interface Words {
  title: string;
  of(raffle: string): string;
  day: string;
  total: string;
  sums: Record<SumName, string>;
}

/** The words of the screen, of its file and of its print. */
export const STATEMENT_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Extrato',
    of: (raffle) => `Extrato de ${raffle}`,
    day: 'Dia',
    total: 'Total',
    sums: {
      received: 'Recebido por PIX',
      receivedByHand: 'Recebido à mão',
      refunded: 'Devoluções',
      takenBack: 'Devolvido por bancos',
      providerFees: 'Tarifas do provedor (estimativa)',
      commissions: 'Comissões',
      commissionsReversed: 'Comissões retiradas',
      net: 'Líquido',
      prizes: 'Prêmios em dinheiro entregues',
    },
  },
  en: {
    title: 'Statement',
    of: (raffle) => `Statement of ${raffle}`,
    day: 'Day',
    total: 'Total',
    sums: {
      received: 'Received by PIX',
      receivedByHand: 'Received by hand',
      refunded: 'Refunds',
      takenBack: 'Taken back by banks',
      providerFees: 'Provider’s fees (estimate)',
      commissions: 'Commissions',
      commissionsReversed: 'Commissions reversed',
      net: 'Net',
      prizes: 'Money prizes delivered',
    },
  },
});
