import { defineTexts, type TextsOf } from '../platform/texts.js';

export const refundsTexts = defineTexts({
  'refunds.notFound': { code: 'NOT_FOUND', en: 'There is no such refund.', 'pt-BR': 'Devolução não encontrada.' },
  'refunds.partByBuyer': {
    code: 'FORBIDDEN',
    en: 'Only an operator can refund a part: leave amount out.',
    'pt-BR': 'Só um operador pode devolver uma parte: não envie amount.',
  },
  'refunds.orderNotPaid': {
    code: 'CONFLICT',
    en: 'The order is {status, select, PENDING {unpaid} PAID {paid} CANCELLED {cancelled} EXPIRED {expired} REFUNDED {refunded} other {{status}}}: only a paid order can be refunded.',
    'pt-BR':
      'O pedido {status, select, PENDING {não foi pago} PAID {já está pago} CANCELLED {foi cancelado} EXPIRED {expirou} REFUNDED {já foi devolvido} other {está {status}}}: só um pedido pago pode ser devolvido.',
  },
  'refunds.frozen': {
    code: 'CONFLICT',
    en: 'The raffle is frozen for its draw, or drawn: its orders cannot be refunded any more.',
    'pt-BR': 'A rifa está congelada para o sorteio, ou já sorteada: os pedidos não podem mais ser devolvidos.',
  },
  'refunds.instant': {
    code: 'CONFLICT',
    en: 'In a raffle with awarded boxes or quota prizes, what an order wins is decided with its payment: taking part ends the right to give it back.',
    'pt-BR':
      'Numa rifa com caixas ou cotas premiadas, o que um pedido ganha é decidido com o pagamento: quem participa não pode mais desistir do pedido.',
  },
  'refunds.partOfInstant': {
    code: 'CONFLICT',
    en: 'An order of a raffle with awarded boxes or quota prizes is refunded whole or not at all: leave amount out.',
    'pt-BR': 'Um pedido de uma rifa com caixas ou cotas premiadas é devolvido por inteiro, ou não é devolvido: não envie amount.',
  },
  'refunds.salesClosed': {
    code: 'CONFLICT',
    en: 'Sales are closed for the draw: ask the operator.',
    'pt-BR': 'As vendas fecharam para o sorteio: fale com o operador.',
  },
  'refunds.tooLate': {
    code: 'CONFLICT',
    en: 'An order can be refunded within {days} days of paying it.',
    'pt-BR': 'Um pedido pode ser devolvido até {days} dias depois de pago.',
  },
  'refunds.lateResolved': {
    code: 'CONFLICT',
    en: 'The late payment was resolved already.',
    'pt-BR': 'O pagamento atrasado já foi resolvido.',
  },
  'refunds.lateNotByHand': {
    code: 'CONFLICT',
    en: 'The late payment is {status, select, REFUNDING {being refunded} REFUNDED {refunded} RESOLVED {resolved} other {{status}}}: it cannot be resolved by hand.',
    'pt-BR':
      'O pagamento atrasado {status, select, REFUNDING {está sendo devolvido} REFUNDED {já foi devolvido} RESOLVED {já foi resolvido} other {está {status}}}: não pode ser resolvido manualmente.',
  },
  'refunds.noBank': {
    code: 'CONFLICT',
    en: 'No bank moved this money: return it by hand and resolve the late payment.',
    'pt-BR': 'Nenhum banco movimentou este dinheiro: devolva manualmente e resolva o pagamento atrasado.',
  },
  'refunds.lateReturned': {
    code: 'CONFLICT',
    en: 'Nothing of this late payment is left to return.',
    'pt-BR': 'Não resta nada deste pagamento atrasado a devolver.',
  },
  'refunds.noBillingOrder': {
    code: 'CONFLICT',
    en: 'This payment paid no billing order: refund its order, or the late payment.',
    'pt-BR': 'Este pagamento não pagou uma cobrança: devolva o pedido, ou o pagamento atrasado.',
  },
  'refunds.underWay': {
    code: 'CONFLICT',
    en: 'The provider is still returning this money. If it does not finish, the refund can be confirmed from {from} on.',
    'pt-BR':
      'O provedor ainda está devolvendo este dinheiro. Se não terminar, a devolução pode ser confirmada a partir de {from}.',
  },
  'refunds.noAnswerYet': {
    code: 'CONFLICT',
    en: 'The provider does not say whether it made this refund. It can be confirmed from {from} on.',
    'pt-BR': 'O provedor não diz se fez esta devolução. Ela pode ser confirmada a partir de {from}.',
  },
  'refunds.askedNow': {
    code: 'CONFLICT',
    en: 'The provider is being asked for this refund at this moment: try again in a minute.',
    'pt-BR': 'Esta devolução está sendo pedida ao provedor neste momento: tente de novo em um minuto.',
  },
  'refunds.evidenceUsed': {
    code: 'CONFLICT',
    en: 'This PIX is the evidence of refund {id} already.',
    'pt-BR': 'Este PIX já é o comprovante da devolução {id}.',
  },
  'refunds.wordsUsed': {
    code: 'CONFLICT',
    en: 'The same words are the evidence of refund {id} already: say what proves this one, such as the end-to-end id of its PIX.',
    'pt-BR':
      'As mesmas palavras já são o comprovante da devolução {id}: diga o que prova esta, como o identificador fim a fim do PIX dela.',
  },
  'refunds.evidenceOfMany': {
    rule: 'onlyOne',
    en: 'must name one PIX only: the one that returned this money',
    'pt-BR': 'deve citar um só PIX: o que devolveu este dinheiro',
  },
  'refunds.evidenceReceived': {
    code: 'CONFLICT',
    en: 'This PIX was received, not sent: give the end-to-end id of the PIX that returned the money.',
    'pt-BR': 'Este PIX foi recebido, não enviado: informe o identificador fim a fim do PIX que devolveu o dinheiro.',
  },
  'refunds.returnReported': {
    code: 'CONFLICT',
    en: 'The provider reported a return of {amount} of this payment, without its id: it is taken off already.',
    'pt-BR': 'O provedor informou uma devolução de {amount} deste pagamento, sem o identificador: ela já foi descontada.',
  },
  'refunds.returnOfOther': {
    code: 'CONFLICT',
    en: 'This return is recorded already, for payment {paymentId}. A return is of one payment.',
    'pt-BR': 'Esta devolução já está registrada, no pagamento {paymentId}. Uma devolução é de um só pagamento.',
  },
  'refunds.returnRecorded': {
    code: 'CONFLICT',
    en: 'This return is recorded already, with {amount}.',
    'pt-BR': 'Esta devolução já está registrada, com {amount}.',
  },
  'refunds.returnId': {
    rule: 'format',
    en: 'must begin with D, and have 2 to 64 letters, digits and hyphens',
    'pt-BR': 'deve começar com D e ter de 2 a 64 letras, algarismos e hifens',
  },
  'refunds.returnedOnce': {
    code: 'CONFLICT',
    en: 'This refund was not returned twice.',
    'pt-BR': 'Este dinheiro não foi devolvido duas vezes.',
  },
  'refunds.evidenceNeeded': {
    rule: 'required',
    en: 'must prove that the money was returned: the provider may have made this refund, or still make it',
    'pt-BR': 'deve provar que o dinheiro foi devolvido: o provedor pode ter feito esta devolução, ou ainda fazê-la',
  },
  'refunds.paidInFuture': { rule: 'max', en: 'must not be in the future', 'pt-BR': 'não pode estar no futuro' },
  'refunds.retried': {
    code: 'CONFLICT',
    en: 'It was asked for again, as refund {id}: confirm that one if it fails too.',
    'pt-BR': 'Foi pedida de novo, como devolução {id}: confirme aquela se também falhar.',
  },
  'refunds.notFailed': {
    code: 'CONFLICT',
    en: 'Only a refund that failed can be asked for again.',
    'pt-BR': 'Só uma devolução que falhou pode ser pedida de novo.',
  },
  'refunds.perhapsMade': {
    code: 'CONFLICT',
    en: 'The provider does not say that it did not make this refund, so it is not requested again. Try again when the provider answers; or return the money by hand, and confirm the refund with evidence.',
    'pt-BR':
      'O provedor não diz que deixou de fazer esta devolução, por isso ela não é pedida de novo. Tente de novo quando o provedor responder; ou devolva o dinheiro por fora e confirme a devolução com um comprovante.',
  },
  'refunds.ofLatePayment': {
    code: 'CONFLICT',
    en: "This was a late payment's: refund that again.",
    'pt-BR': 'Era de um pagamento atrasado: devolva aquele de novo.',
  },
  'refunds.returnedSince': {
    code: 'CONFLICT',
    en: 'This money was returned in another way since, or is on its way.',
    'pt-BR': 'Este dinheiro já foi devolvido de outra forma, ou está a caminho.',
  },
  'refunds.amountZero': { rule: 'min', en: 'must be more than zero', 'pt-BR': 'deve ser mais que zero' },
  'refunds.amountTooMuch': {
    rule: 'max',
    en: 'must be at most what was paid and not returned yet',
    'pt-BR': 'deve ser no máximo o que foi pago e ainda não devolvido',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof refundsTexts> {}
}
