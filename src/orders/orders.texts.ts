import { defineTexts, type TextsOf } from '../platform/texts.js';

export const ordersTexts = defineTexts({
  'orders.notFound': { code: 'NOT_FOUND', en: 'There is no such order.', 'pt-BR': 'Pedido não encontrado.' },
  'orders.incompleteBuyer': {
    code: 'BAD_USER_INPUT',
    en: "This raffle asks for the buyer's {fields}: complete the profile first.",
    'pt-BR': 'Esta rifa pede {fields} do comprador: complete o cadastro antes.',
  },
  'orders.underage': {
    code: 'BAD_USER_INPUT',
    en: 'This raffle is for buyers of {years} years and more.',
    'pt-BR': 'Esta rifa é para compradores de {years} anos ou mais.',
  },
  'orders.raffleChanging': {
    code: 'UNAVAILABLE',
    en: 'The raffle is being changed right now: try again in a moment.',
    'pt-BR': 'A rifa está sendo alterada agora: tente de novo em instantes.',
  },
  'orders.codeNotReady': {
    code: 'UNAVAILABLE',
    en: 'Order {id} is reserved, but its PIX code is not available right now: repeat the request with the same Idempotency-Key, or read the order.',
    'pt-BR':
      'O pedido {id} está reservado, mas não dá para informar o código agora: peça de novo com a mesma Idempotency-Key, ou consulte o pedido.',
  },
  'orders.forYourselfOnly': {
    code: 'FORBIDDEN',
    en: 'You can order for yourself only: leave userId out.',
    'pt-BR': 'Você só pode pedir para si: não envie userId.',
  },
  'orders.tooManyArriving': {
    code: 'UNAVAILABLE',
    en: 'Too many orders are arriving: try again in a moment.',
    'pt-BR': 'Há pedidos demais chegando: tente de novo em instantes.',
  },
  'orders.heldUp': {
    code: 'UNAVAILABLE',
    en: 'Orders of this raffle are held up, and nothing was reserved: try again in a moment.',
    'pt-BR': 'Os pedidos desta rifa estão parados, e nada foi reservado: tente de novo em instantes.',
  },
  'orders.providerSilent': {
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    en: 'The payment provider {name} does not answer. Nothing was reserved: try again, or choose another.',
    'pt-BR': 'O provedor de pagamento {name} não responde. Nada foi reservado: tente de novo, ou escolha outro.',
  },
  'orders.providerSilentAtCancel': {
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    en: 'The payment provider {name} does not answer, so the code may still be paid: try again in a moment.',
    'pt-BR': 'O provedor de pagamento {name} não responde, então o código ainda pode ser pago: tente de novo em instantes.',
  },
  'orders.cannotBePaid': {
    code: 'CONFLICT',
    en: 'The order is {status, select, PENDING {unpaid} PAID {paid} CANCELLED {cancelled} EXPIRED {expired} REFUNDED {refunded} other {{status}}} and cannot be paid any more: its quotas are gone, sales have closed, or its buyer could not place it now.',
    'pt-BR':
      'O pedido {status, select, PENDING {não foi pago} PAID {já está pago} CANCELLED {foi cancelado} EXPIRED {expirou} REFUNDED {já foi devolvido} other {está {status}}} e não pode mais ser pago: as cotas se foram, as vendas fecharam, ou o comprador não poderia fazê-lo agora.',
  },
  'orders.operatorForces': {
    code: 'FORBIDDEN',
    en: 'Only an operator can cancel an order whose code may still be paid: leave force out.',
    'pt-BR': 'Só um operador pode cancelar um pedido cujo código ainda pode ser pago: não envie force.',
  },
  'orders.operatorSaysWhy': {
    code: 'FORBIDDEN',
    en: 'Only an operator writes down why an order is cancelled: leave reason out.',
    'pt-BR': 'Só um operador anota por que um pedido é cancelado: não envie reason.',
  },
  'orders.onlyUnpaidCancelled': {
    code: 'CONFLICT',
    en: 'The order is {status, select, PENDING {unpaid} PAID {paid} CANCELLED {cancelled} EXPIRED {expired} REFUNDED {refunded} other {{status}}}: only an unpaid order can be cancelled.',
    'pt-BR':
      'O pedido {status, select, PENDING {não foi pago} PAID {já está pago} CANCELLED {foi cancelado} EXPIRED {expirou} REFUNDED {já foi devolvido} other {está {status}}}: só um pedido não pago pode ser cancelado.',
  },
  'orders.requiredByRaffle': { rule: 'required', en: 'is required by this raffle', 'pt-BR': 'é exigido por esta rifa' },
  'orders.adult': { rule: 'adult', en: 'must be {years} years ago or more', 'pt-BR': 'deve ser há {years} anos ou mais' },
  'orders.userIdRequired': {
    rule: 'required',
    en: 'is required when an operator orders for a customer',
    'pt-BR': 'é obrigatório quando um operador pede por um cliente',
  },
  'orders.notACustomer': { rule: 'noSuch', en: 'is not a customer', 'pt-BR': 'não é um cliente' },
  'orders.customerBlocked': { rule: 'blocked', en: 'is blocked', 'pt-BR': 'está bloqueado' },
  'orders.payReason': {
    rule: 'reason',
    en: 'must say in 1 to 500 characters why the order is paid by hand',
    'pt-BR': 'deve dizer em 1 a 500 caracteres por que o pedido é pago manualmente',
  },
  'orders.noneLeft': {
    code: 'SOLD_OUT',
    en: 'No quotas are left: all of them are paid.',
    'pt-BR': 'Não há mais cotas: todas foram pagas.',
  },
  'orders.noneLeftForNow': {
    code: 'SOLD_OUT',
    en: 'No quotas are left. Some may return when unpaid orders expire.',
    'pt-BR': 'Não há mais cotas. Algumas podem voltar quando pedidos não pagos expirarem.',
  },
  'orders.quotasLeft': {
    code: 'SOLD_OUT',
    en: 'Only {available, plural, one {{available} quota is} other {{available} quotas are}} left: ask for at most {ask}{bonus, plural, =0 {} other {, since bonus quotas count too}}.',
    'pt-BR':
      '{available, plural, one {Resta só {available} cota} other {Restam só {available} cotas}}: peça no máximo {ask}{bonus, plural, =0 {} other {, pois as cotas de brinde também contam}}.',
  },
  'orders.tooFewLeft': {
    code: 'SOLD_OUT',
    en: 'Only {available, plural, one {{available} quota is} other {{available} quotas are}} left, fewer than the smallest order takes.',
    'pt-BR':
      '{available, plural, one {Resta só {available} cota} other {Restam só {available} cotas}}, menos que o menor pedido.',
  },
  'orders.notOpenYet': {
    code: 'CONFLICT',
    en: 'The raffle is not open for sale yet.',
    'pt-BR': 'As vendas ainda não começaram.',
  },
  'orders.notOpenAnyMore': {
    code: 'CONFLICT',
    en: 'The raffle is not open for sale any more.',
    'pt-BR': 'As vendas desta rifa terminaram.',
  },
  'orders.certificateNotYet': {
    code: 'CONFLICT',
    en: 'The authorisation of this raffle is valid from {day} on: nothing is sold before.',
    'pt-BR': 'A autorização desta rifa vale a partir de {day}: nada é vendido antes.',
  },
  'orders.certificateOver': {
    code: 'CONFLICT',
    en: 'The authorisation of this raffle was valid until {day}: nothing is sold after it.',
    'pt-BR': 'A autorização desta rifa valeu até {day}: nada é vendido depois.',
  },
  'orders.regulationChanged': {
    code: 'CONFLICT',
    en: 'The regulation of this raffle changed: read it again. Its hash is now {hash}.',
    'pt-BR': 'O regulamento desta rifa mudou: leia de novo. O hash dele agora é {hash}.',
  },
  'orders.noRegulation': {
    code: 'CONFLICT',
    en: 'This raffle has no regulation yet: leave acceptedRegulationHash out.',
    'pt-BR': 'Esta rifa ainda não tem regulamento: não envie acceptedRegulationHash.',
  },
  'orders.sha256': {
    rule: 'sha256',
    en: 'must be a SHA-256 in hexadecimal, 64 digits',
    'pt-BR': 'deve ser um SHA-256 em hexadecimal, com 64 dígitos',
  },
  'orders.notOpen': { code: 'CONFLICT', en: 'The raffle is not open for sale.', 'pt-BR': 'Esta rifa não está à venda.' },
  'orders.mostPerBuyer': {
    code: 'CONFLICT',
    en: 'A buyer may take at most {most, plural, one {{most} quota} other {{most} quotas}} of this raffle; refunded and bonus ones count too. {ask, plural, =0 {You cannot ask for more.} other {You can ask for at most {ask}.}}',
    'pt-BR':
      'Cada pessoa pode pegar no máximo {most, plural, one {{most} cota} other {{most} cotas}} desta rifa; as devolvidas e as de brinde também contam. {ask, plural, =0 {Você não pode pedir mais.} other {Você pode pedir no máximo {ask}.}}',
  },
  'orders.mostPerPerson': {
    code: 'CONFLICT',
    en: 'A buyer may take at most {most, plural, one {{most} quota} other {{most} quotas}} of this raffle, and those of all accounts with your phone or CPF count. {ask, plural, =0 {You cannot ask for more.} other {You can ask for at most {ask}.}} Are the others not yours? Log in with a code that we send to your phone.',
    'pt-BR':
      'Cada pessoa pode pegar no máximo {most, plural, one {{most} cota} other {{most} cotas}} desta rifa, e as de todas as contas com o seu telefone ou CPF contam. {ask, plural, =0 {Você não pode pedir mais.} other {Você pode pedir no máximo {ask}.}} As outras não são suas? Entre com um código que enviamos ao seu telefone.',
  },
  'orders.personBlocked': {
    code: 'FORBIDDEN',
    en: 'An account with your phone or CPF is blocked. Is it not yours? Log in with a code that we send to your phone, or ask the people of this site.',
    'pt-BR':
      'Uma conta com o seu telefone ou CPF está bloqueada. Ela não é sua? Entre com um código que enviamos ao seu telefone, ou fale com a equipe do site.',
  },
  'orders.tooManyUnpaid': {
    code: 'RATE_LIMITED',
    en: 'You have too many unpaid quotas of this raffle: pay or cancel them first{ask, plural, =0 {} other {, or ask for at most {ask}}}.',
    'pt-BR':
      'Você tem muitas cotas sem pagar nesta rifa: pague ou desista delas antes{ask, plural, =0 {} other {, ou peça no máximo {ask}}}.',
  },
  'orders.noRaffle': { rule: 'noSuch', en: 'is no raffle', 'pt-BR': 'não é uma rifa' },
  'orders.pixTotal': {
    rule: 'pixTotal',
    en: 'makes a total that PIX cannot carry',
    'pt-BR': 'passa do que um PIX pode levar: escolha menos cotas',
  },
  'orders.phoneDigits': { rule: 'phone', en: 'must be 8 to 15 digits', 'pt-BR': 'deve ter de 8 a 15 dígitos' },
  'orders.cpfDigits': { rule: 'cpf', en: 'must be eleven digits', 'pt-BR': 'deve ter onze dígitos' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof ordersTexts> {}
}
