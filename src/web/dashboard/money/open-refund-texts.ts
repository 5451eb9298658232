import { texts } from '../../common/language.js';

export const REFUND_TEXTS = texts({
  'pt-BR': {
    failed: 'Devoluções recusadas',
    failedText: 'O provedor recusou estas devoluções, e o dinheiro ainda está aqui. Peça de novo, ou devolva à mão e anote como.',
    byHand: 'Devoluções a fazer à mão',
    byHandText: 'Nenhum provedor pode fazer estas devoluções. Devolva o dinheiro por outro caminho e confirme aqui.',
    overdue: 'Devoluções que demoram',
    overdueText:
      'O provedor não fez nem recusou estas devoluções há mais de uma hora. Elas continuam sendo pedidas; veja se ele aceita as suas credenciais.',
    toProviders: 'Ver provedores',
    sum: (count: number, text: string, amount: string) =>
      count === 1 ? `1 devolução, ${amount}` : `${text} devoluções, ${amount} ao todo`,
    refund: 'Devolução',
    order: (id: string) => `pedido #${id}`,
    looked: (count: string) => `Os pagamentos delas foram procurados entre os ${count} mais recentes.`,
    further: 'Procurar mais',
    retry: 'Pedir de novo',
    confirm: 'Já devolvi',
    onlyOldest: (count: string) => `Estas são as ${count} mais antigas. As outras aparecem quando estas terminarem.`,
    retryTitle: 'Pedir a devolução de novo?',
    retryText: 'Pedimos ao provedor uma nova devolução do que ainda resta desta.',
    confirmTitle: 'Confirmar que o dinheiro foi devolvido?',
    confirmText: 'O serviço não move dinheiro: ele passa a contar com que você devolveu o que ainda resta desta devolução.',
    whole: 'Se nada mais resta do dinheiro de um pedido, ele passa a reembolsado e sai do sorteio, se este ainda não começou.',
    note: 'Como o dinheiro foi devolvido?',
    noteHint: 'Fica no registro de auditoria.',
    done: {
      retry: (amount: string) => `A devolução de ${amount} foi pedida de novo.`,
      confirm: (amount: string) => `A devolução de ${amount} foi confirmada.`,
    },
  },
  en: {
    failed: 'Refused refunds',
    failedText:
      'The provider refused these refunds, and the money is still here. Request it again, or return it by hand and note how.',
    byHand: 'Refunds to be made by hand',
    byHandText: 'No provider can make these refunds. Return the money some other way and confirm it here.',
    overdue: 'Refunds that take long',
    overdueText:
      'The provider has neither made nor refused these refunds for more than an hour. They are still being requested; see whether it takes your credentials.',
    toProviders: 'See providers',
    sum: (count: number, text: string, amount: string) =>
      count === 1 ? `1 refund, ${amount}` : `${text} refunds, ${amount} in all`,
    refund: 'Refund',
    order: (id: string) => `order #${id}`,
    looked: (count: string) => `Their payments were looked for among the latest ${count}.`,
    further: 'Look further',
    retry: 'Request again',
    confirm: 'I returned it',
    onlyOldest: (count: string) => `These are the ${count} oldest. The others appear when these are done.`,
    retryTitle: 'Request the refund again?',
    retryText: 'We ask the provider for a new refund of what is still left of this one.',
    confirmTitle: 'Confirm that the money was returned?',
    confirmText: 'The service moves no money: from now on it counts on your having returned what is still left of this refund.',
    whole: 'An order that has none of its money left becomes refunded and leaves the draw, unless that has begun.',
    note: 'How was the money returned?',
    noteHint: 'It stays in the audit log.',
    done: {
      retry: (amount: string) => `The refund of ${amount} was requested again.`,
      confirm: (amount: string) => `The refund of ${amount} was confirmed.`,
    },
  },
});
