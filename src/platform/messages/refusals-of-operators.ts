import type { RefusalSentence } from './sentence.js';

/** What operators set up. */
export const OPERATORS: readonly RefusalSentence[] = [
  ['There are {most} payment providers already.', 'Já há {most} provedores de pagamento.'],
  [
    'No key of ENCRYPTION_KEY opens the stored credentials: put their key back, or send all of them again.',
    'Nenhuma chave de ENCRYPTION_KEY abre as credenciais guardadas: devolva a chave delas, ou envie todas de novo.',
  ],
  ['The payment provider {name} cannot be used: {problem}', 'O provedor de pagamento {name} não pode ser usado: {problem}'],
  ['The payment provider {name} {meaning} ({reason}).', 'O provedor de pagamento {name} {meaning} ({reason}).'],
  [
    'A payment provider with the adapter "{adapter}" has no operation "{operation}". {advice}',
    'Um provedor de pagamento com o adaptador "{adapter}" não tem a operação "{operation}". {advice}',
  ],
  ['The raffle is called off: nobody wins its boxes.', 'A rifa foi cancelada: ninguém ganha as caixas.'],
  ['The raffle has {most} combos already; delete one first.', 'A rifa já tem {most} combos; exclua um antes.'],
  ['The raffle has {most} promotions already; delete one first.', 'A rifa já tem {most} promoções; exclua uma antes.'],
  [
    'The raffle may have {most} quota prizes, and no more than its quotas; it has {count}.',
    'A rifa pode ter {most} cotas premiadas, e não mais que as cotas; tem {count}.',
  ],
  [
    'Quota prizes stand since the first sale: from then on they can be locked and unlocked only.',
    'As cotas premiadas valem desde a primeira venda: desde então só podem ser travadas e destravadas.',
  ],
  ['The raffle is {status}: its quota prizes stay as they are.', 'A rifa está {status}: as cotas premiadas ficam como estão.'],
  ['It was won: its number is an order’s.', 'Já foi ganha: o número é de um pedido.'],
  [
    'Nothing is left to withhold: every quota is paid or in an unpaid order.',
    'Não há o que reter: todas as cotas estão pagas ou reservadas.',
  ],
  [
    'It must leave a quota for sale: not every number can be withheld.',
    'Deve sobrar uma cota à venda: nem todos os números podem ser retidos.',
  ],
  ['That would leave {prizes}.', 'Isso deixaria {prizes}.'],
  [
    'The raffle is frozen for its draw: nothing that is drawn changes any more.',
    'A rifa está congelada para o sorteio: nada do que se sorteia muda mais.',
  ],
  ['There are {most} categories already; delete one first.', 'Já há {most} categorias; exclua uma antes.'],
  ['Raffles use this category: move them first.', 'Há rifas nesta categoria: mude-as antes.'],
  [
    'It has orders that are paid, or may still be: it can be cancelled, not deleted.',
    'Há pedidos pagos ou aguardando pagamento: a rifa pode ser cancelada, mas não excluída.',
  ],
  ['Only the sale of the last quota makes a raffle SOLD_OUT.', 'Só a venda da última cota torna uma rifa SOLD_OUT.'],
  ['Only the draw makes a raffle DRAWN.', 'Só o sorteio torna uma rifa DRAWN.'],
  [
    'A raffle that is {from} cannot become {to}: from here it goes to {moves}.',
    'Uma rifa {from} não pode virar {to}: daqui ela vai para {moves}.',
  ],
  ['No quota is left to sell.', 'Não resta cota para vender.'],
  ['The raffle is frozen for its draw.', 'A rifa está congelada para o sorteio.'],
  [
    'The raffle is frozen for its draw. It can be called off from {time} on, if nobody could draw it by then.',
    'A rifa está congelada para o sorteio. Pode ser cancelada a partir de {time}, se até lá ninguém puder sortear.',
  ],
  ['Give exactly one of id and slug.', 'Envie exatamente um: id ou slug.'],
  ['The raffle was called off: it is not drawn.', 'A rifa foi cancelada: não é sorteada.'],
  ['The raffle is being frozen: try again in a moment.', 'A rifa está sendo congelada: tente de novo em instantes.'],
  [
    'The raffle is drawn, by the results {results}: they stand.',
    'A rifa já foi sorteada, pelos resultados {results}: eles valem.',
  ],
  [
    'A raffle is drawn when its sale is over, and this one is {status}: close it first.',
    'Uma rifa é sorteada quando a venda acaba, e esta está {status}: feche-a antes.',
  ],
  [
    'A raffle is drawn when its sale is over, and this one is {status}.',
    'Uma rifa é sorteada quando a venda acaba, e esta está {status}.',
  ],
  [
    'drawAt lies more than {days} days ahead, and a frozen raffle waits for it: move it first.',
    'A data do sorteio está a mais de {days} dias, e a rifa congelada espera por ela: mude a data antes.',
  ],
  [
    '1 quota is in orders that are not paid yet: they end within about {minutes} minutes. Draw then, or cancel them now with force.',
    '1 cota está em pedidos ainda não pagos: eles acabam em cerca de {minutes} minutos. Sorteie então, ou cancele-os agora com force.',
  ],
  [
    '{quotas} quotas are in orders that are not paid yet: they end within about {minutes} minutes. Draw then, or cancel them now with force.',
    '{quotas} cotas estão em pedidos ainda não pagos: eles acabam em cerca de {minutes} minutos. Sorteie então, ou cancele-os agora com force.',
  ],
  [
    'No host of the beacon "{chain}" has answered with round {round}. Try again.',
    'Nenhum host do beacon "{chain}" respondeu com a rodada {round}. Tente de novo.',
  ],
  ['The raffle has a displayed percentage already: update it.', 'A rifa já tem um percentual exibido: atualize-o.'],
  ['The raffle has no displayed percentage yet: create it.', 'A rifa ainda não tem percentual exibido: crie-o.'],
  ['There are {most} FAQs already; delete one first.', 'Já há {most} perguntas frequentes; exclua uma antes.'],
  ['There are {most} notifications already; delete one first.', 'Já há {most} avisos; exclua um antes.'],
  ['There are {most} endpoints already: delete one first.', 'Já há {most} endpoints: exclua um antes.'],
  ['The code in it is not kept: let the buyer ask for another.', 'O código não fica guardado: que o comprador peça outro.'],
  ['The endpoint is disabled: enable it first.', 'O endpoint está desativado: ative-o antes.'],
  [
    'At most {most} test events a minute go to an endpoint: wait a minute.',
    'No máximo {most} eventos de teste por minuto vão para um endpoint: espere um minuto.',
  ],
  ['Its endpoint is deleted or disabled: enable it first.', 'O endpoint foi excluído ou desativado: ative-o antes.'],
];
