import type { RefusalSentence } from './sentence.js';

/** Buying, paying, and money on its way back. */
export const SALES: readonly RefusalSentence[] = [
  ['No quotas are left.', 'Não há mais cotas.'],
  [
    'No quotas are left. Some may return when unpaid orders expire.',
    'Não há mais cotas. Algumas podem voltar quando pedidos não pagos expirarem.',
  ],
  ['Only {available} quotas are left: ask for fewer.', 'Restam só {available} cotas: peça menos.'],
  ['The raffle is not open for sale yet.', 'As vendas ainda não começaram.'],
  ['The raffle is not open for sale any more.', 'As vendas desta rifa terminaram.'],
  ['The raffle is not open for sale.', 'Esta rifa não está à venda.'],
  [
    "This raffle asks for the buyer's {fields}: complete the profile first.",
    'Esta rifa pede {fields} do comprador: complete o cadastro antes.',
  ],
  ['This raffle is for buyers of {years} years and more.', 'Esta rifa é para compradores de {years} anos ou mais.'],
  ['A buyer may hold at most {most} quotas of this raffle.', 'Cada pessoa pode ter no máximo {most} cotas desta rifa.'],
  [
    'You have too many unpaid quotas of this raffle: pay or cancel them first.',
    'Você tem muitas cotas sem pagar nesta rifa: pague ou desista delas antes.',
  ],
  [
    'The raffle is being changed right now: try again in a moment.',
    'A rifa está sendo alterada agora: tente de novo em instantes.',
  ],
  [
    'Order {id} is reserved, but its code cannot be told just now: ask again with the same Idempotency-Key, or for the order.',
    'O pedido {id} está reservado, mas não dá para informar o código agora: peça de novo com a mesma Idempotency-Key, ou consulte o pedido.',
  ],
  ['You can order for yourself only: leave userId out.', 'Você só pode pedir para si: não envie userId.'],
  ['Too many orders are arriving: try again in a moment.', 'Há pedidos demais chegando: tente de novo em instantes.'],
  [
    'Orders of this raffle are held up, and nothing was reserved: try again in a moment.',
    'Os pedidos desta rifa estão parados, e nada foi reservado: tente de novo em instantes.',
  ],
  [
    'The payment provider {name} does not answer. Nothing was reserved: try again, or choose another.',
    'O provedor de pagamento {name} não responde. Nada foi reservado: tente de novo, ou escolha outro.',
  ],
  [
    'The payment provider {name} does not answer, so the code may still be paid: try again in a moment.',
    'O provedor de pagamento {name} não responde, então o código ainda pode ser pago: tente de novo em instantes.',
  ],
  [
    'No payment provider is active, so nothing can be paid just now: try again later.',
    'Nenhum provedor de pagamento está ativo, então nada pode ser pago agora: tente mais tarde.',
  ],
  [
    'No payment provider that reports payments of static codes is active just now: try again later.',
    'Nenhum provedor de pagamento que informe códigos estáticos está ativo agora: tente mais tarde.',
  ],
  [
    'The order is {status} and cannot be paid any more: its quotas are gone, or sales have closed.',
    'O pedido está {status} e não pode mais ser pago: as cotas se foram, ou as vendas fecharam.',
  ],
  [
    'Only an operator can cancel an order whose code may still be paid: leave force out.',
    'Só um operador pode cancelar um pedido cujo código ainda pode ser pago: não envie force.',
  ],
  [
    'The order is {status}: only an unpaid order can be cancelled.',
    'O pedido está {status}: só um pedido não pago pode ser cancelado.',
  ],
  [
    'The order is {status}: only a paid order can be refunded.',
    'O pedido está {status}: só um pedido pago pode ser reembolsado.',
  ],
  ['Only an operator can refund a part: leave amount out.', 'Só um operador pode reembolsar uma parte: não envie amount.'],
  [
    'The raffle is frozen for its draw, or drawn: its orders cannot be refunded any more.',
    'A rifa está congelada para o sorteio, ou já sorteada: os pedidos não podem mais ser reembolsados.',
  ],
  ['Sales are closed for the draw: ask the operator.', 'As vendas fecharam para o sorteio: fale com o operador.'],
  ['An order can be refunded within {days} days of paying it.', 'Um pedido pode ser reembolsado até {days} dias depois de pago.'],
  [
    'A box of this order was opened, so its buyer cannot refund it any more: ask the operator.',
    'Uma caixa deste pedido foi aberta, então o comprador não pode mais reembolsar: fale com o operador.',
  ],
  [
    'A box of this order was opened and holds a prize, so the order cannot be refunded.',
    'Uma caixa deste pedido foi aberta e tem prêmio, então o pedido não pode ser reembolsado.',
  ],
  ['The order of this box was refunded: it cannot be opened.', 'O pedido desta caixa foi reembolsado: ela não pode ser aberta.'],
  ['The late payment was resolved already.', 'O pagamento atrasado já foi resolvido.'],
  [
    'The late payment is {status}: it cannot be resolved by hand.',
    'O pagamento atrasado está {status}: não pode ser resolvido manualmente.',
  ],
  [
    'No bank moved this money: return it by hand and resolve the late payment.',
    'Nenhum banco movimentou este dinheiro: devolva manualmente e resolva o pagamento atrasado.',
  ],
  ['Nothing of this late payment is left to return.', 'Não resta nada deste pagamento atrasado a devolver.'],
  [
    'This payment paid no billing order: refund its order, or the late payment.',
    'Este pagamento não pagou uma cobrança: reembolse o pedido, ou o pagamento atrasado.',
  ],
  ['The provider is still returning this money.', 'O provedor ainda está devolvendo este dinheiro.'],
  [
    'It was asked for again, as refund {id}: confirm that one if it fails too.',
    'Foi pedido de novo, como reembolso {id}: confirme aquele se também falhar.',
  ],
  ['Only a refund that failed can be asked for again.', 'Só um reembolso que falhou pode ser pedido de novo.'],
  ["This was a late payment's: refund that again.", 'Era de um pagamento atrasado: reembolse aquele de novo.'],
  [
    'This money was returned in another way since, or is on its way.',
    'Este dinheiro já foi devolvido de outra forma, ou está a caminho.',
  ],
  ['Too many payments are arriving: try again in a moment.', 'Há pagamentos demais chegando: tente de novo em instantes.'],
  [
    'Payments are held up, and this one was not recorded: try again in a moment.',
    'Os pagamentos estão parados, e este não foi registrado: tente de novo em instantes.',
  ],
  ['Too many callbacks are arriving: send it again in a moment.', 'Há notificações demais chegando: envie de novo em instantes.'],
  ['The callback does not carry the secret.', 'A notificação não traz o segredo.'],
  ['The body is not a callback of this provider.', 'O corpo não é uma notificação deste provedor.'],
];
