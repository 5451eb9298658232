import { businessTime } from '../platform/business-day.js';
import { money, number, shownDay } from './regulation-words.js';
import { howPrizesAreDecided, howWinnersAreFound, instantPrizes } from './regulation-draw.js';
import type { RegulationSource } from './regulation.sql.js';

interface Section {
  title: string;
  lines: readonly (string | false | null)[];
}

/**
 * The regulation of a raffle, in Portuguese, as lines of plain text. The same raffle always gives the same bytes: nothing here depends on
 * a locale of the machine.
 */
export function regulationText(raffle: RegulationSource, timeZone: string): string {
  const parts = sectionsOf(raffle, timeZone).map(({ title, lines }, index) =>
    [`${index + 1}. ${title}`, ...lines.filter((line) => typeof line === 'string')].join('\n'),
  );
  return `${[`REGULAMENTO: ${raffle.title}`, ...parts].join('\n\n')}\n`;
}

function sectionsOf(raffle: RegulationSource, timeZone: string): Section[] {
  return [
    { title: 'Promotora', lines: promoterLines(raffle) },
    { title: 'Autorização', lines: certificateLines(raffle) },
    { title: 'Período', lines: periodLines(raffle, timeZone) },
    { title: 'Cotas e preço', lines: priceLines(raffle) },
    { title: 'Como os números são dados', lines: numberLines(raffle) },
    { title: 'Prêmios', lines: prizeLines(raffle) },
    { title: 'Como o ganhador é encontrado', lines: howWinnersAreFound(raffle) },
    ...(raffle.isInstant ? [{ title: 'Como os prêmios na hora são decididos', lines: howPrizesAreDecided(raffle) }] : []),
    { title: 'Prazo para reclamar o prêmio', lines: [claimLine(raffle)] },
    { title: 'Desistência e reembolso', lines: refundLines(raffle) },
    { title: 'Quem pode participar', lines: buyerLines(raffle) },
    { title: 'Dados pessoais', lines: dataLines(raffle) },
    { title: 'Onde conferir', lines: checkLines(raffle) },
    ...(raffle.regulationText === null
      ? []
      : [{ title: 'Disposições da promotora', lines: [raffle.regulationText.replaceAll('\r\n', '\n').trim()] }]),
  ];
}

function promoterLines({ companyName, cnpj }: RegulationSource): Section['lines'] {
  if (companyName === null && cnpj === null) return ['A promotora ainda não foi informada.'];
  return [companyName, cnpj && `CNPJ ${cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')}`];
}

function certificateLines(raffle: RegulationSource): Section['lines'] {
  const { certificateCode: code, certificateIssuer: issuer, certifiedFrom: from, certifiedUntil: until } = raffle;
  if (code === null) return [raffle.quotaPrice === 0n ? 'A participação é gratuita.' : 'O certificado ainda não foi informado.'];
  return [
    `Certificado de autorização ${code}${issuer === null ? '' : `, emitido por ${issuer}`}.`,
    from !== null && `Válido a partir de ${shownDay(from)}: antes disso nada é vendido.`,
    until !== null && `Válido até ${shownDay(until)}: depois disso nada é vendido. Pedidos já feitos podem ser pagos.`,
  ];
}

function periodLines({ startsAt, endsAt, drawAt }: RegulationSource, timeZone: string): Section['lines'] {
  const at = (moment: Date): string => {
    const [day = '', time = ''] = businessTime(timeZone, moment).split(' ');
    return `${shownDay(day)} às ${time.slice(0, 5)}`;
  };
  return [
    startsAt && `As vendas começam em ${at(startsAt)}.`,
    endsAt
      ? `As vendas terminam em ${at(endsAt)}, ou antes se todas as cotas forem pagas.`
      : 'As vendas terminam quando todas as cotas forem pagas ou quando a promotora as encerrar.',
    drawAt && `O sorteio está anunciado para ${at(drawAt)}.`,
    (startsAt ?? endsAt ?? drawAt) && `Horários de ${timeZone}.`,
  ];
}

function priceLines(raffle: RegulationSource): Section['lines'] {
  const { quotaQuantity, quotaPrice, minReservationQuantity: min, maxReservationQuantity: max, maxBuyerQuantity: most } = raffle;
  return [
    `A rifa tem ${number(quotaQuantity)} cotas. ${quotaPrice === 0n ? 'Elas são grátis.' : `Cada cota custa ${money(quotaPrice)}.`}`,
    `Cada pedido tem de ${number(min)} a ${number(max)} cotas.`,
    most !== null && `Cada pessoa pode ter no máximo ${number(most)} cotas.`,
    ...raffle.promotions.map(({ kind, quotaQuantity: from, price, bonusQuotas: bonus }) => {
      const given = bonus === 0 ? '' : `, com mais ${number(bonus)} de brinde`;
      return kind === 'EXACT'
        ? `Promoção: ${number(from)} cotas por ${money(BigInt(price))}${given}.`
        : `Promoção: a partir de ${number(from)} cotas, cada uma por ${money(BigInt(price))}${given}.`;
    }),
    raffle.promotions.length > 0 && raffle.cumulative && 'Uma promoção pode valer várias vezes no mesmo pedido.',
    `O pedido deve ser pago em até ${number(raffle.reservationTimeLimit)} minutos.`,
  ];
}

function numberLines({ quotaQuantity, secretHash, quotaPrizes }: RegulationSource): Section['lines'] {
  const last = String(quotaQuantity - 1);
  return [
    `Cada cota paga recebe um número da sorte, de ${'0'.repeat(last.length)} a ${last}. Ninguém escolhe números.`,
    quotaPrizes.length > 0
      ? 'Os números são dados alguns segundos depois do pagamento, com a rodada pública que decide as cotas premiadas.'
      : 'Os números são dados quando o pedido é pago, na ordem dos pagamentos.',
    'Qual número cada cota recebe segue de um segredo fixado antes da primeira venda e revelado depois do sorteio.',
    `SHA-256 do segredo: ${secretHash}`,
  ];
}

function prizeLines(raffle: RegulationSource): Section['lines'] {
  const { prizes, title } = raffle;
  return [
    ...(prizes.length === 0
      ? [`1º prêmio: ${title}`]
      : prizes.map(
          (prize, index) => `${index + 1}º prêmio: ${prize.title}${prize.description ? ` (${prize.description})` : ''}`,
        )),
    ...instantPrizes(raffle),
  ];
}

const claimLine = ({ prizeClaimDays }: RegulationSource): string =>
  `O prêmio deve ser reclamado em até ${number(prizeClaimDays)} dias depois de ganho. Depois disso, o direito a ele caduca (Lei 5.768/1971, art. 6º).`;

function refundLines({ quotaPrice, isInstant }: RegulationSource): Section['lines'] {
  if (quotaPrice === 0n) return ['A participação é gratuita: não há o que devolver.'];
  return [
    isInstant
      ? 'Esta rifa tem prêmios na hora: quem participa não pode mais desistir do pedido.'
      : 'Quem comprou pode desistir em até 7 dias depois de pagar, enquanto as vendas estiverem abertas, e recebe todo o dinheiro de volta.',
    'Se a rifa for cancelada, o dinheiro de todos os pedidos pagos é devolvido.',
    'Um pagamento que chega quando as cotas já acabaram é devolvido.',
  ];
}

function buyerLines({ reservationFields, adultsOnly, quotaPrice }: RegulationSource): Section['lines'] {
  return [
    'Pessoas com nome, telefone e CPF cadastrados.',
    adultsOnly && quotaPrice > 0n && 'Só pessoas de 18 anos ou mais: quem compra declara que tem 18 anos ou mais.',
    reservationFields.includes('EMAIL') && 'É preciso informar o e-mail.',
    reservationFields.includes('BIRTH_DATE') && 'É preciso informar a data de nascimento, e ter 18 anos ou mais.',
  ];
}

function dataLines({ dpoName, dpoEmail, supportEmail, email }: RegulationSource): Section['lines'] {
  const contact = dpoEmail ?? supportEmail ?? email;
  return [
    'Os dados de quem compra servem para fazer o pedido, pagar, entregar prêmios e cumprir a lei (Lei 13.709/2018).',
    dpoName !== null && `Encarregado de dados: ${dpoName}.`,
    contact !== null && `Contato: ${contact}`,
    'Cada pessoa pode baixar os seus dados, ou apagá-los, em /conta.',
  ];
}

const checkLines = ({ slug }: RegulationSource): Section['lines'] => [
  `A rifa: /r/${slug}`,
  `O sorteio, recalculado no navegador de quem visita, com tudo o que já aconteceu: /r/${slug}/draw`,
  `Este regulamento, em todas as versões: /r/${slug}/regulamento`,
];
