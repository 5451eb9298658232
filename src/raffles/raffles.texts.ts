import { defineTexts, type TextsOf } from '../platform/texts.js';

export const rafflesTexts = defineTexts({
  'raffles.notFound': { code: 'NOT_FOUND', en: 'There is no such raffle.', 'pt-BR': 'Rifa não encontrada.' },
  'raffles.categoryNotFound': { code: 'NOT_FOUND', en: 'There is no such category.', 'pt-BR': 'Categoria não encontrada.' },
  'raffles.frozenDefinitions': {
    code: 'CONFLICT',
    en: 'The raffle is frozen for its draw: nothing that is drawn changes any more.',
    'pt-BR': 'A rifa está congelada para o sorteio: nada do que se sorteia muda mais.',
  },
  'raffles.tooManyCategories': {
    code: 'CONFLICT',
    en: 'There are {most} categories already; delete one first.',
    'pt-BR': 'Já há {most} categorias; exclua uma antes.',
  },
  'raffles.categoryInUse': {
    code: 'CONFLICT',
    en: 'Raffles use this category: move them first.',
    'pt-BR': 'Há rifas nesta categoria: mude-as antes.',
  },
  'raffles.hasOrders': {
    code: 'CONFLICT',
    en: 'It has orders that are paid, or may still be: it can be cancelled, not deleted.',
    'pt-BR': 'Há pedidos pagos ou aguardando pagamento: a rifa pode ser cancelada, mas não excluída.',
  },
  'raffles.soldOutBySale': {
    en: 'Only the sale of the last quota makes a raffle SOLD_OUT.',
    'pt-BR': 'Só a venda da última cota torna uma rifa SOLD_OUT.',
  },
  'raffles.drawnByDraw': {
    en: 'Only the draw makes a raffle DRAWN.',
    'pt-BR': 'Só o sorteio torna uma rifa DRAWN.',
  },
  'raffles.noMove': {
    en: 'A raffle that is {from} cannot become {to}: from here it goes to {moves}.',
    'pt-BR': 'Uma rifa {from} não pode virar {to}: daqui ela vai para {moves}.',
  },
  'raffles.noQuotaToSell': { en: 'No quota is left to sell.', 'pt-BR': 'Não resta cota para vender.' },
  'raffles.idOrSlug': {
    code: 'BAD_USER_INPUT',
    en: 'Give exactly one of id and slug.',
    'pt-BR': 'Envie exatamente um: id ou slug.',
  },
  'raffles.uuid': { rule: 'uuid', en: 'must be the UUID of a raffle', 'pt-BR': 'deve ser o UUID de uma rifa' },
  'raffles.phone': {
    rule: 'phone',
    en: 'must be a phone number in E.164, like "{example}"',
    'pt-BR': 'deve ter país e DDD, como "{example}"',
  },
  'raffles.noSuchCategory': { rule: 'noSuch', en: 'is the id of no category', 'pt-BR': 'não é o id de nenhuma categoria' },
  'raffles.slugTaken': { rule: 'taken', en: 'is taken by another raffle', 'pt-BR': 'já é de outra rifa' },
  'raffles.categoryTaken': { rule: 'taken', en: 'is taken by another category', 'pt-BR': 'já é de outra categoria' },
  'raffles.slug': {
    rule: 'slug',
    en: 'must be lower-case letters and digits joined by single hyphens',
    'pt-BR': 'deve ter letras minúsculas e dígitos unidos por um só hífen',
  },
  'raffles.allPictures': {
    rule: 'url',
    en: 'must all be http or https addresses of at most {max} characters',
    'pt-BR': 'devem ser todos endereços http ou https de no máximo {max} caracteres',
  },
  'raffles.video': {
    rule: 'video',
    en: 'must be the https address of a video on YouTube or Vimeo',
    'pt-BR': 'deve ser o endereço https de um vídeo no YouTube ou no Vimeo',
  },
  'raffles.auto': {
    rule: 'auto',
    en: 'must be AUTO: the numbers are given when an order is paid',
    'pt-BR': 'deve ser AUTO: os números são dados quando o pedido é pago',
  },
  'raffles.priceZero': { rule: 'free', en: 'needs a quotaPrice of 0', 'pt-BR': 'precisa de quotaPrice 0' },
  'raffles.freeCampaign': {
    rule: 'free',
    en: 'must be true where quotaPrice is 0',
    'pt-BR': 'deve ser true quando quotaPrice é 0',
  },
  'raffles.atLeastReservation': {
    rule: 'min',
    en: 'must be at least minReservationQuantity, {min}',
    'pt-BR': 'não pode ser menor que o mínimo por pedido, {min}',
  },
  'raffles.atMostQuotas': {
    rule: 'max',
    en: 'must be at most quotaQuantity, {max}',
    'pt-BR': 'não pode passar da quantidade de cotas, {max}',
  },
  'raffles.mostPrice': { rule: 'max', en: 'must be at most {max}', 'pt-BR': 'deve ser no máximo {max, number, money}' },
  'raffles.mostOfPayment': {
    rule: 'max',
    en: 'times maxReservationQuantity must be at most {max}, which is all that one payment can be',
    'pt-BR': 'vezes o máximo por pedido, não pode passar de {max, number, money}, o maior valor de um pagamento',
  },
  'raffles.afterStart': { rule: 'after', en: 'must be after startsAt', 'pt-BR': 'deve ser depois do início das vendas' },
  'raffles.notBeforeEnd': { rule: 'after', en: 'must not be before endsAt', 'pt-BR': 'não pode ser antes do fim das vendas' },
  'raffles.powerOfTen': {
    rule: 'powerOfTen',
    en: 'must be 10, 100, 1000, ... or 10000000 where drawMode is LOTERIA_FEDERAL: its digits name a number',
    'pt-BR': 'deve ser 10, 100, 1000, ... ou 10000000 quando drawMode é LOTERIA_FEDERAL: os dígitos formam um número',
  },
  'raffles.contestWithDate': {
    rule: 'required',
    en: 'is required: contest and contestDate go together',
    'pt-BR': 'é obrigatório: o concurso e a data dele vão juntos',
  },
  'raffles.contestOfNoUse': {
    rule: 'ofNoUse',
    en: 'is of no use: this raffle is drawn by the beacon',
    'pt-BR': 'não serve: esta rifa é sorteada pelo beacon',
  },
  'raffles.contestNumber': {
    rule: 'range',
    en: 'is not the number of a contest of {day}: they lie from {min} to {max} then',
    'pt-BR': 'não é o número de um concurso de {day}: nessa data eles vão de {min} a {max}',
  },
  'raffles.contestInTime': {
    rule: 'after',
    en: 'must be a day of which the contest is still to come: it is drawn at 20:00 in Brasília, and the raffle is frozen an hour before it or earlier',
    'pt-BR':
      'deve ser um dia cujo concurso ainda vai acontecer: ele é às 20:00 de Brasília, e a rifa é congelada uma hora antes ou mais cedo',
  },
  'raffles.endsBeforeContest': {
    rule: 'before',
    en: 'must be at least an hour before the contest is drawn, at 20:00 in Brasília on contestDate',
    'pt-BR': 'deve ser pelo menos uma hora antes do concurso, às 20:00 de Brasília na data dele',
  },
  'raffles.cardsLikeOrders': {
    rule: 'range',
    en: 'must all be from {min} to {max}, like orders',
    'pt-BR': 'devem ser todos de {min} a {max}, como os pedidos',
  },
  'raffles.allAtLeast': { rule: 'min', en: 'must all be at least {min}', 'pt-BR': 'devem ser todos pelo menos {min}' },
  'raffles.oneOfCards': {
    rule: 'oneOfCards',
    en: 'must be one of fastSelectionCards',
    'pt-BR': 'deve ser uma das quantidades sugeridas',
  },
  'raffles.neededForAffiliate': {
    rule: 'required',
    en: 'is required where affiliate is true',
    'pt-BR': 'é obrigatório para pagar comissão',
  },
  'raffles.neededByLaw': {
    rule: 'required',
    en: 'is required by law before a paid raffle is published',
    'pt-BR': 'é exigido por lei antes de publicar uma rifa paga',
  },
  'raffles.ofCertificate': {
    rule: 'required',
    en: 'is of no use without certificateCode',
    'pt-BR': 'não serve sem o código da autorização',
  },
  'raffles.notBeforeValidFrom': {
    rule: 'after',
    en: 'must not be before certificateValidFrom',
    'pt-BR': 'não pode ser antes do primeiro dia da autorização',
  },
  'raffles.day': { en: '{year}-{month}-{day}', 'pt-BR': '{day}/{month}/{year}' },
  'raffles.firstStatus': {
    rule: 'firstStatus',
    en: 'must be {values} in a new raffle',
    'pt-BR': 'deve ser {values} em uma rifa nova',
  },
  'raffles.passed': {
    rule: 'passed',
    en: 'has passed: move it to open the raffle',
    'pt-BR': 'já passou: mude-o para abrir a rifa',
  },
  'raffles.onceSold': {
    rule: 'frozen',
    en: 'is frozen since the first order',
    'pt-BR': 'não muda mais desde o primeiro pedido',
  },
  'raffles.drawAtFrozen': {
    rule: 'frozen',
    en: 'is frozen with the raffle',
    'pt-BR': 'não muda mais: a rifa foi congelada para o sorteio',
  },
  'raffles.onlyCancelling': {
    rule: 'onlyCancelling',
    en: 'is for calling a raffle off: send it with the status CANCELLED',
    'pt-BR': 'é para cancelar uma rifa: envie com o status CANCELLED',
  },
  'raffles.refundTotalMoves': {
    rule: 'confirm',
    en: 'orders are being paid right now, so the sum to refund does not stand still: close the raffle first',
    'pt-BR': 'há pedidos sendo pagos agora, então o total a devolver não para: feche a rifa antes',
  },
  'raffles.confirmRefund': {
    rule: 'confirm',
    en: 'calling it off refunds {orders}, {total} in all: send confirmRefundTotal "{sum}" if that is meant',
    'pt-BR':
      'cancelar a rifa devolve {orders}, {total, number, money} no total: envie confirmRefundTotal "{sum}" se é isso mesmo',
  },
  'raffles.nobodyCanPay': {
    rule: 'confirm',
    en: 'no payment provider is active, so nobody can pay: set one up first, or send confirmNobodyCanPay true if that is meant',
    'pt-BR':
      'nenhum provedor de pagamento está ativo, então ninguém pode pagar: cadastre um antes, ou envie confirmNobodyCanPay true se é isso mesmo',
  },
  'raffles.hasQuotaPrizes': {
    rule: 'hasQuotaPrizes',
    en: 'cannot change while the raffle has quota prizes: delete them first',
    'pt-BR': 'não muda enquanto houver cotas premiadas: exclua-as antes',
  },
  'raffles.noNotices': {
    rule: 'unsupported',
    en: 'must not be true: the service sends buyers no notices of its own',
    'pt-BR': 'não pode ser true: o serviço não envia avisos próprios a compradores',
  },
  'raffles.noMoveAtAll': {
    en: 'A raffle that is {from} cannot become {to}: from here it goes to nowhere.',
    'pt-BR': 'Uma rifa {from} não pode virar {to}: daqui ela não vai a lugar nenhum.',
  },
  'raffles.frozen': { en: 'The raffle is frozen for its draw.', 'pt-BR': 'A rifa está congelada para o sorteio.' },
  'raffles.frozenUntil': {
    en: 'The raffle is frozen for its draw. It can be called off from {time} on, if nobody could draw it by then.',
    'pt-BR': 'A rifa está congelada para o sorteio. Pode ser cancelada a partir de {time}, se até lá ninguém puder sortear.',
  },
  'raffles.paidOrders': {
    en: '{count, plural, one {1 paid order} other {{count} paid orders}}',
    'pt-BR': '{count, plural, one {1 pedido pago} other {{count} pedidos pagos}}',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof rafflesTexts> {}
}
