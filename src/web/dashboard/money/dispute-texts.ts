import type { DisputeOpener, DisputeStatus } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

export const DISPUTE_TONES = { OPEN: 'bad', RELEASED: 'good', RETURNED: 'calm' } as const;

interface Words {
  title: string;
  table: string;
  about: string;
  none: string;
  amount: string;
  actions: string;
  why: string;
  order: string;
  payment: string;
  paidThrough(at: string, provider: string): string;
  statuses: Record<DisputeStatus, string>;
  openers: Record<DisputeOpener, string>;
  since(at: string): string;
  ended(at: string): string;
  open: string;
  openText: string;
  reason: string;
  reasonHint: string;
  opened: string;
  release: string;
  releaseText(amount: string): string;
  note: string;
  noteHint: string;
  released: string;
  bankReturn: string;
  bankReturnText: string;
  bankReturnAmount: string;
  bankReturnAmountHint: string;
  notAnAmount: string;
  returnId: string;
  returnIdHint: string;
  bankReturnNote: string;
  recordReturn: string;
  bankReturned: string;
}

export const DISPUTE_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Pagamentos contestados (MED)',
    table: 'Lista dos pagamentos contestados',
    about:
      'O dinheiro destes pagamentos fica parado: nenhuma devolução, prêmio ou comissão sai por eles. A contestação do provedor termina quando ele diz como acabou. A de um operador termina quando o banco toma o dinheiro, ou quando um dono ou o financeiro a libera.',
    none: 'Nenhum pagamento está contestado.',
    amount: 'Valor contestado',
    actions: 'O que fazer',
    why: 'Motivo',
    order: 'Pedido',
    payment: 'Pagamento',
    paidThrough: (at, provider) => `${at}, por ${provider}`,
    statuses: { OPEN: 'Contestado', RELEASED: 'Liberado', RETURNED: 'Devolvido' },
    openers: { PROVIDER: 'O provedor avisou que os bancos estão devolvendo', OPERATOR: 'Um operador anotou' },
    since: (at) => `Desde ${at}`,
    ended: (at) => `Terminou em ${at}`,
    open: 'Marcar como contestado',
    openText:
      'Faça isto quando o banco avisar que o pagador contestou o pagamento. Nada sai por este pagamento até o fim da contestação. O pedido continua no sorteio.',
    reason: 'Quem contestou, e por quê?',
    reasonHint: 'Só operadores leem isto.',
    opened: 'O pagamento foi marcado como contestado.',
    release: 'Liberar',
    releaseText: (amount) => `O dinheiro fica (${amount}), e o que esperava por ele segue. O provedor é consultado antes.`,
    note: 'Por que o dinheiro fica?',
    noteHint: 'Fica no registro de auditoria.',
    released: 'A contestação foi liberada.',
    bankReturn: 'O banco devolveu',
    bankReturnText:
      'Anote aqui o que o banco devolveu ao pagador, quando o provedor não informa. O provedor é consultado antes. Se ele ainda pode informar a devolução, o pagamento precisa estar contestado há 24 horas.',
    bankReturnAmount: 'Valor devolvido',
    bankReturnAmountHint: 'Em reais, como 12,50. No máximo o que ainda não voltou.',
    notAnAmount: 'Escreva um valor acima de zero, como 12,50.',
    returnId: 'Identificador da devolução',
    returnIdHint: 'Começa com D. Está no aviso do banco.',
    bankReturnNote: 'Como o banco avisou?',
    recordReturn: 'Anotar a devolução',
    bankReturned: 'A devolução do banco foi anotada.',
  },
  en: {
    title: 'Disputed payments (MED)',
    table: 'List of disputed payments',
    about:
      'The money of these payments is held: no refund, prize or commission goes out for them. A dispute of the provider ends when the provider says how it ended. One of an operator ends when the bank takes the money, or when you release it.',
    none: 'No payment is disputed.',
    amount: 'Disputed amount',
    actions: 'What to do',
    why: 'Reason',
    order: 'Order',
    payment: 'Payment',
    paidThrough: (at, provider) => `${at}, through ${provider}`,
    statuses: { OPEN: 'Disputed', RELEASED: 'Released', RETURNED: 'Returned' },
    openers: { PROVIDER: 'The provider said that the banks are taking it back', OPERATOR: 'An operator recorded it' },
    since: (at) => `Since ${at}`,
    ended: (at) => `Ended ${at}`,
    open: 'Mark as disputed',
    openText:
      'Do this when the bank tells you that the payer disputes the payment. Nothing goes out for this payment until the dispute ends. The order stays in the draw.',
    reason: 'Who disputes it, and why?',
    reasonHint: 'Only operators read this.',
    opened: 'The payment was marked as disputed.',
    release: 'Release',
    releaseText: (amount) => `The money stays (${amount}), and what waited for it goes on. The provider is asked first.`,
    note: 'Why does the money stay?',
    noteHint: 'It stays in the audit log.',
    released: 'The dispute was released.',
    bankReturn: 'The bank returned it',
    bankReturnText:
      'Record here what the bank returned to the payer when the provider does not report it. The provider is asked first. If it may still report the return, the payment must have been disputed for 24 hours.',
    bankReturnAmount: 'Amount returned',
    bankReturnAmountHint: 'In reais, such as 12.50. At most what did not go back yet.',
    notAnAmount: 'Write an amount above zero, such as 12.50.',
    returnId: 'Id of the return',
    returnIdHint: "It begins with D. It is in the bank's notice.",
    bankReturnNote: 'How did the bank say it?',
    recordReturn: 'Record the return',
    bankReturned: "The bank's return was recorded.",
  },
});
