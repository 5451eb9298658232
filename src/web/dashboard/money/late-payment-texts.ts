import type { LatePaymentReason, LatePaymentStatus } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

interface Words {
  title: string;
  table: string;
  about: string;
  decide: string;
  status: string;
  all: string;
  none: string;
  nonePending: string;
  amount: string;
  actions: string;
  reason: string;
  order: string;
  payment: string;
  paidThrough(when: string, provider: string): string;
  noted(note: string): string;
  refund: string;
  resolve: string;
  refundTitle(amount: string): string;
  refundText(amount: string, provider: string): string;
  refundConfirm(amount: string): string;
  refunded(amount: string): string;
  resolveTitle(amount: string): string;
  resolveText(amount: string): string;
  noTransfer: string;
  resolveConfirm: string;
  resolved(amount: string): string;
  note: string;
  noteHint: string;
  statuses: Record<LatePaymentStatus, string>;
  reasons: Record<LatePaymentReason, string>;
}

export const LATE_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Pagamentos a resolver',
    table: 'Pagamentos que não puderam ser usados',
    about: 'Dinheiro que chegou e não pôde ser usado num pedido.',
    decide: 'Devolva o dinheiro a quem pagou, ou anote o que foi feito dele.',
    status: 'Situação',
    all: 'Todos',
    none: 'Nenhum pagamento está nesta situação.',
    nonePending: 'Nenhum pagamento espera por você.',
    amount: 'Valor',
    actions: 'O que fazer',
    reason: 'Por quê',
    order: 'Pedido',
    payment: 'Pagamento',
    paidThrough: (when, provider) => `${when}, por ${provider}`,
    noted: (note) => `Anotado: ${note}`,
    refund: 'Devolver',
    resolve: 'Encerrar',
    refundTitle: (amount) => `Devolver ${amount}?`,
    refundText: (amount, provider) =>
      `Pedimos ao provedor ${provider} que devolva ${amount} à conta de onde o dinheiro veio. Isto não pode ser desfeito.`,
    refundConfirm: (amount) => `Devolver ${amount}`,
    refunded: (amount) => `A devolução de ${amount} foi pedida.`,
    resolveTitle: (amount) => `Encerrar ${amount} sem devolver?`,
    resolveText: (amount) =>
      `O serviço não move dinheiro: os ${amount} saem da lista, com a sua nota. Faça isto quando já devolveu por outro caminho, ou combinou outra coisa com quem pagou.`,
    noTransfer: 'Nenhum banco transferiu este dinheiro pelo serviço: uma devolução só pode ser feita à mão.',
    resolveConfirm: 'Encerrar',
    resolved: (amount) => `O pagamento de ${amount} foi encerrado.`,
    note: 'O que foi feito do dinheiro?',
    noteHint: 'Fica na lista e no registro de auditoria.',
    statuses: { PENDING: 'A decidir', REFUNDING: 'Sendo devolvido', REFUNDED: 'Devolvido', RESOLVED: 'Encerrado' },
    reasons: {
      AMOUNT_DIFFERS: 'Chegou menos do que o total do pedido.',
      ORDER_ENDED: 'O pedido já não podia ser pago: devolvido, sem cotas livres, com a venda fechada ou a rifa cancelada.',
      OVERPAID: 'A parte acima do total do pedido, que está pago.',
      SECOND_PAYMENT: 'O pedido já estava pago.',
      SOLD_OUT:
        'O pedido não tinha reserva, e as cotas acabaram ou a venda fechou antes do pagamento. O serviço devolve sozinho.',
      BUYER_DELETED: 'O pedido tinha acabado, e a conta do comprador foi apagada. O serviço devolve sozinho.',
      BUYER_BLOCKED: 'O pedido tinha acabado, e o comprador está bloqueado. O serviço devolve sozinho.',
      BUYER_DATA:
        'O pedido tinha acabado, e a rifa exige dados que o comprador não informou, ou que ele seja maior de idade. O serviço devolve sozinho.',
      BUYER_LIMIT: 'O pedido tinha acabado, e o comprador passaria do limite de cotas por comprador. O serviço devolve sozinho.',
      ANTI_SPAM: 'O pedido tinha acabado, e o comprador tem cotas demais sem pagar. O serviço devolve sozinho.',
      TERMS_CHANGED:
        'Pago depois do prazo do pedido, quando a rifa já não vendia tantas cotas por este valor. O serviço devolve sozinho.',
      UNKNOWN_REFERENCE: 'O provedor confirma o pagamento, mas ele não é de nenhum pedido.',
    },
  },
  en: {
    title: 'Payments to settle',
    table: 'Payments that could not be used',
    about: 'Money that came and could not be used for an order.',
    decide: 'Refund the payer, or write down what was done with the money.',
    status: 'Status',
    all: 'All',
    none: 'No payment has this status.',
    nonePending: 'No payment waits for you.',
    amount: 'Amount',
    actions: 'What to do',
    reason: 'Why',
    order: 'Order',
    payment: 'Payment',
    paidThrough: (when, provider) => `${when}, through ${provider}`,
    noted: (note) => `Noted: ${note}`,
    refund: 'Return',
    resolve: 'Close',
    refundTitle: (amount) => `Return ${amount}?`,
    refundText: (amount, provider) =>
      `We ask the provider ${provider} to return ${amount} to the account that the money came from. This cannot be undone.`,
    refundConfirm: (amount) => `Return ${amount}`,
    refunded: (amount) => `The refund of ${amount} was requested.`,
    resolveTitle: (amount) => `Close ${amount} without a refund?`,
    resolveText: (amount) =>
      `The service moves no money: the ${amount} leave the list, with your note. Do this when you returned them some other way, or agreed on something else with whoever paid.`,
    noTransfer: 'No bank transferred this money through the service: a refund can only be made by hand.',
    resolveConfirm: 'Close',
    resolved: (amount) => `The payment of ${amount} was closed.`,
    note: 'What became of the money?',
    noteHint: 'It stays in the list and in the audit log.',
    statuses: { PENDING: 'To be decided', REFUNDING: 'Being returned', REFUNDED: 'Returned', RESOLVED: 'Closed' },
    reasons: {
      AMOUNT_DIFFERS: 'Less than the total of the order came.',
      ORDER_ENDED: 'The order could not be paid any more: refunded, no quotas left or the sale closed.',
      OVERPAID: 'The part above the total of the order, which is paid.',
      SECOND_PAYMENT: 'The order was already paid.',
      SOLD_OUT:
        'The order had no reservation, and its quotas were gone or the sale closed before it was paid. The service returns it.',
      BUYER_DELETED: "The order had ended, and its buyer's account is deleted. The service returns it.",
      BUYER_BLOCKED: 'The order had ended, and its buyer is blocked. The service returns it.',
      BUYER_DATA:
        'The order had ended, and the raffle asks for data that its buyer has not given, or for adults. The service returns it.',
      BUYER_LIMIT: 'The order had ended, and its buyer would have passed the limit of quotas. The service returns it.',
      ANTI_SPAM: 'The order had ended, and its buyer has too many unpaid quotas. The service returns it.',
      TERMS_CHANGED:
        'Paid after the time of the order, when the raffle no longer sold so many quotas for that amount. The service returns it.',
      UNKNOWN_REFERENCE: 'The provider confirms the payment, but it is of no order.',
    },
  },
});
