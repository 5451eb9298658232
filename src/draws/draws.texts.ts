import { defineTexts, type TextsOf } from '../platform/texts.js';

export const drawsTexts = defineTexts({
  'draws.winnerNotFound': { code: 'NOT_FOUND', en: 'There is no such winner.', 'pt-BR': 'Ganhador não encontrado.' },
  'draws.notFound': { code: 'NOT_FOUND', en: 'There is no such draw.', 'pt-BR': 'Sorteio não encontrado.' },
  'draws.raffleCancelled': {
    code: 'CONFLICT',
    en: 'The raffle was called off: it is not drawn.',
    'pt-BR': 'A rifa foi cancelada: não é sorteada.',
  },
  'draws.beingFrozen': {
    code: 'UNAVAILABLE',
    en: 'The raffle is being frozen: try again in a moment.',
    'pt-BR': 'A rifa está sendo congelada: tente de novo em instantes.',
  },
  'draws.undecided': {
    code: 'CONFLICT',
    en: 'Some paid orders still wait for the round that decides their instant prizes. The raffle is drawn as soon as all are decided: the service does it by itself.',
    'pt-BR':
      'Alguns pedidos pagos ainda esperam a rodada que decide os prêmios na hora. A rifa é sorteada assim que todos estiverem decididos: o serviço faz isso sozinho.',
  },
  'draws.drawn': {
    code: 'CONFLICT',
    en: 'The raffle is drawn, by the results {results}: they stand.',
    'pt-BR': 'A rifa já foi sorteada, pelos resultados {results}: eles valem.',
  },
  'draws.saleNotOver': {
    code: 'CONFLICT',
    en: 'A raffle is drawn when its sale is over, and this one is {status, select, DRAFT {a draft} SOON {announced, not on sale yet} DRAWN {drawn} FINISHED {finished} CANCELLED {called off} other {{status}}}.',
    'pt-BR':
      'Uma rifa é sorteada quando a venda acaba, e esta {status, select, DRAFT {é um rascunho} SOON {está anunciada, ainda sem vendas} DRAWN {já foi sorteada} FINISHED {já foi concluída} CANCELLED {foi cancelada} other {está {status}}}.',
  },
  'draws.fiveDigits': { rule: 'digits', en: 'must be five digits each', 'pt-BR': 'devem ter cinco dígitos cada' },
  'draws.lotteryDigits': {
    rule: 'digits',
    en: 'must be five digits each, as the lottery prints them',
    'pt-BR': 'devem ter cinco dígitos cada, como a loteria publica',
  },
  'draws.fivePrizes': {
    rule: 'results',
    en: 'must be the five prizes of the contest, in their order',
    'pt-BR': 'devem ser os cinco prêmios do concurso, na ordem',
  },
  'draws.resultsLater': {
    rule: 'later',
    en: 'come later: freeze the raffle without them, before the contest is held',
    'pt-BR': 'vêm depois: congele a rifa sem eles, antes do concurso',
  },
  'draws.resultsOfNoUse': {
    rule: 'ofNoUse',
    en: 'are of no use: this raffle is drawn by the beacon',
    'pt-BR': 'não servem: esta rifa é sorteada pelo beacon',
  },
  'draws.contestAnnounced': {
    rule: 'announced',
    en: 'is {contest} of {day}, as was announced before the first order',
    'pt-BR': 'é o {contest} de {day}, como anunciado antes do primeiro pedido',
  },
  'draws.contestPublished': {
    rule: 'published',
    en: 'is {contest} of {day}, as was published at the freeze',
    'pt-BR': 'é o {contest} de {day}, como publicado no congelamento',
  },
  'draws.contestTooFar': {
    rule: 'tooFar',
    en: 'lies more than {days} days ahead, and a frozen raffle waits for it',
    'pt-BR': 'está a mais de {days} dias, e a rifa congelada espera por ela',
  },
  'draws.contestNotHeld': {
    code: 'CONFLICT',
    en: 'Contest {contest} is drawn at {time}: its results cannot be typed before.',
    'pt-BR': 'O concurso {contest} acontece em {time}: os resultados não podem ser digitados antes.',
  },
  'draws.entriesDiffer': {
    code: 'CONFLICT',
    en: 'You typed {own}, and another operator typed {other}. Compare every digit with what the lottery published. The one who is wrong types again.',
    'pt-BR':
      'Você digitou {own}, e outro operador digitou {other}. Compare cada dígito com o que a loteria publicou. Quem errou digita de novo.',
  },
  'draws.operatorOfFreeze': {
    code: 'CONFLICT',
    en: 'Results are typed by operators who could draw when the raffle was frozen, and whose password did not change since.',
    'pt-BR':
      'Os resultados são digitados por operadores que podiam sortear quando a rifa foi congelada, e cuja senha não mudou desde então.',
  },
  'draws.unconfirmed': {
    code: 'CONFLICT',
    en: 'Contest {contest} with {results} gives the number {start}: look at every digit, since boxes are closed by all of them. If they are what the lottery published, send confirmStartNumber "{start}".',
    'pt-BR':
      'O concurso {contest} com {results} dá o número {start}: confira cada dígito, pois as caixas são fechadas por todos eles. Se é o que a loteria publicou, envie confirmStartNumber "{start}".',
  },
  'draws.confirmStart': {
    rule: 'confirm',
    en: 'must be "{start}" when the results are what the lottery published',
    'pt-BR': 'deve ser "{start}" se os resultados são o que a loteria publicou',
  },
  'draws.contestNeeded': {
    rule: 'required',
    en: 'is required: number and day of the contest of the Loteria Federal, still to be held, that draws this raffle',
    'pt-BR': 'é obrigatório: número e data do concurso da Loteria Federal, ainda por acontecer, que sorteia esta rifa',
  },
  'draws.saleOpen': {
    code: 'CONFLICT',
    en: 'A raffle is drawn when its sale is over, and this one is open: close it first.',
    'pt-BR': 'Uma rifa é sorteada quando a venda acaba, e esta está aberta: feche-a antes.',
  },
  'draws.tooFarAhead': {
    code: 'CONFLICT',
    en: 'drawAt lies more than {days} days ahead, and a frozen raffle waits for it: move it first.',
    'pt-BR': 'A data do sorteio está a mais de {days} dias, e a rifa congelada espera por ela: mude a data antes.',
  },
  'draws.unpaidOrders': {
    code: 'CONFLICT',
    en: '{quotas, plural, one {{quotas} quota is} other {{quotas} quotas are}} in orders that are not paid yet: they end within about {minutes} minutes. Draw then, or cancel them now with force.',
    'pt-BR':
      '{quotas, plural, one {{quotas} cota está} other {{quotas} cotas estão}} em pedidos ainda não pagos: eles acabam em cerca de {minutes} minutos. Sorteie então, ou cancele-os agora com force.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof drawsTexts> {}
}
