import { money, number, percent, shownDay } from './regulation-words.js';
import type { RegulationSource } from './regulation.sql.js';

type Lines = readonly (string | false | null)[];

export function howWinnersAreFound({ drawMode, contest, contestDate, quotaQuantity }: RegulationSource): Lines {
  const frozen =
    'Encerradas as vendas, a rifa é congelada: a lista das cotas pagas é fechada, e a impressão digital dela é publicada.';
  if (drawMode === 'BEACON')
    return [
      frozen,
      'Com ela é publicado o número de uma rodada futura do farol público drand, que ninguém pode conhecer antes.',
      'Para cada prêmio, na ordem, o resultado da rodada e a impressão digital da lista escolhem uma das cotas pagas que ainda não ganharam. Todas têm a mesma chance.',
    ];
  const digits = String(quotaQuantity).length - 1;
  return [
    frozen,
    `Ganha o resultado da Loteria Federal ${contest === null ? 'do concurso anunciado ao congelar' : `do concurso ${contest}${contestDate === null ? '' : `, de ${shownDay(contestDate)}`}`}. A rifa é congelada pelo menos uma hora antes dele.`,
    `O número tem ${digits === 1 ? '1 algarismo' : `${digits} algarismos`}: ${digitsOf(digits)}.`,
    'Ganha o primeiro prêmio o primeiro número pago a partir desse, subindo; depois do último vem o 0. Cada prêmio seguinte é do próximo número pago.',
  ];
}

function digitsOf(digits: number): string {
  if (digits === 7)
    return 'a dezena do segundo prêmio, a do primeiro, e a unidade de cada um dos cinco prêmios, do primeiro ao quinto';
  if (digits === 6) return 'a dezena do primeiro prêmio, e a unidade de cada um dos cinco prêmios, do primeiro ao quinto';
  return digits === 1 ? 'a unidade do quinto prêmio' : `a unidade de cada um dos últimos ${digits} prêmios, na ordem deles`;
}

export function howPrizesAreDecided({ combos, acumulativeCombo, drawMode }: RegulationSource): Lines {
  const draw = drawMode === 'BEACON' ? 'a rodada do sorteio' : 'o concurso do sorteio';
  return [
    'Cada pedido pago fica ligado, no momento do pagamento, a uma rodada do farol público drand que ninguém pode conhecer ainda. Essa rodada, alguns segundos depois, decide o que as cotas e as caixas do pedido ganham.',
    ...combos.map(({ titles, boxes }) => `Um pedido de ${number(titles)} cotas ou mais recebe ${number(boxes)} caixas.`),
    combos.length > 1
      && (acumulativeCombo
        ? 'Valem todas as faixas que o pedido alcança, somadas.'
        : 'Vale só a faixa mais alta que o pedido alcança.'),
    `O que ninguém ganhar até o fim das vendas é sorteado entre todos os que pagaram, com ${draw}.`,
  ];
}

export function instantPrizes({ boxes, quotaPrizes, hiddenBoxesHash }: RegulationSource): string[] {
  return [
    ...(hiddenBoxesHash === null
      ? []
      : [
          'Em caixas: prêmios cuja lista foi fixada antes da primeira venda e é publicada com a prova do sorteio.',
          `SHA-256 da lista: ${hiddenBoxesHash}`,
        ]),
    ...boxes.map(
      ({ title, quantity, prize, percentage, releaseAt, isLocked }) =>
        `Em caixas: ${number(quantity)} × ${title}, ${money(BigInt(prize))} cada${percentage === null ? '' : `, com ${percent(percentage)} de chance por caixa`}${whenInPlay(releaseAt, isLocked)}.`,
    ),
    ...quotaPrizes.map(
      ({ count, prize, releaseAt, isLocked }) =>
        `Em cotas premiadas: ${number(count)} × ${prize}${whenInPlay(releaseAt, isLocked)}.`,
    ),
  ];
}

function whenInPlay(releaseAt: number, isLocked: boolean): string {
  if (isLocked) return ', sorteado no encerramento';
  return releaseAt === 0 ? '' : `, em jogo quando ${percent(releaseAt)} das cotas estiverem pagas`;
}
