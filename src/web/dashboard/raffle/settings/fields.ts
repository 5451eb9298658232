import type { UpdateRaffleInput } from '../../../../generated/client/operations.js';
import { field } from './field.js';
import { LAW_FIELDS } from './law-fields.js';

/**
 * What an operator decides of a raffle, in the order of the form. The form, its values, what it sends and its texts are made from this; what
 * has one value only (how numbers are given, what promotions depend on) is not here.
 */
export const FIELDS = {
  title: field('basics', 'text', ['Título', 'O que se ganha, em uma linha.'], ['Title', 'What is won, in one line.'], {
    required: 'always',
  }),
  subtitle: field('basics', 'text', ['Subtítulo'], ['Second line']),
  description: field(
    'basics',
    'paragraphs',
    ['Descrição', 'Regras, prêmios e entrega.'],
    ['Description', 'Rules, prizes and delivery.'],
  ),
  photoUrl: field(
    'basics',
    'text',
    ['Foto (endereço)', 'Envie uma foto, ou escreva o endereço https de uma.'],
    ['Picture (address)', 'Upload a picture, or write the https address of one.'],
  ),
  galleryUrls: field(
    'basics',
    'lines',
    ['Mais fotos (endereços)', 'No máximo 8, um endereço por linha, na ordem da página.'],
    ['More pictures (addresses)', 'At most 8, one address on a line, in the order of the page.'],
  ),
  videoUrl: field(
    'basics',
    'text',
    ['Vídeo (endereço)', 'De um vídeo no YouTube ou no Vimeo.'],
    ['Video (address)', 'Of a video on YouTube or Vimeo.'],
  ),
  slug: field(
    'page',
    'text',
    ['Endereço da página', 'O que vem depois de /r/. Vazio em uma rifa nova: sai do título.'],
    ['Address of the page', 'What follows /r/. Empty in a new raffle: made from the title.'],
    { required: 'onceCreated' },
  ),
  categoryId: field('basics', 'choice', ['Categoria'], ['Category']),
  privacy: field('page', 'choice', ['Quem encontra'], ['Who finds it'], {
    initial: 'PUBLIC',
    options: {
      PUBLIC: ['Todos, nas listas', 'Everybody, in lists'],
      PRIVATE: ['Só quem tem o endereço', 'Only who has the address'],
    },
  }),
  ...LAW_FIELDS,
  quotaPrice: field(
    'price',
    'money',
    ['Preço de uma cota', 'Em reais: 0,10 ou 1.234,50. Zero faz a rifa ser grátis.'],
    ['Price of a quota', 'In reais: 0.10 or 1,234.50. Zero makes the raffle free.'],
    { required: 'always', lockedBy: ['sale'] },
  ),
  quotaQuantity: field(
    'price',
    'integer',
    ['Quantidade de cotas', 'De 1 a 10.000.000; cada cota é um número da sorte.'],
    ['Number of quotas', '1 to 10,000,000; each is one lucky number.'],
    { required: 'always', lockedBy: ['sale', 'quotaPrizes'] },
  ),
  prizeClaimDays: field(
    'law',
    'integer',
    ['Prazo para reclamar um prêmio, em dias', 'De 180 (Lei 5.768/1971, art. 6º) a 3.650. Vazio: 180.'],
    ['Days to claim a prize', '180 (Lei 5.768/1971, art. 6) to 3,650. Empty: 180.'],
    { lockedBy: ['sale'] },
  ),
  drawMode: field('draw', 'choice', ['De onde vem a sorte'], ['Where the chance comes from'], {
    initial: 'BEACON',
    lockedBy: ['sale'],
    options: {
      BEACON: ['Farol público drand, sorteio automático', 'The public beacon drand, drawn by itself'],
      LOTERIA_FEDERAL: ['Concurso da Loteria Federal', 'A contest of the Loteria Federal'],
    },
  }),
  contest: field(
    'draw',
    'integer',
    ['Concurso da Loteria Federal', 'Só se a sorte vem dela. Vazio: é escolhido ao congelar.'],
    ['Contest of the Loteria Federal', 'Only where chance comes from it. Empty: it is chosen at the freeze.'],
    { lockedBy: ['sale'] },
  ),
  contestDate: field(
    'draw',
    'day',
    ['Data do concurso', 'Sorteado às 20h de Brasília. A rifa é congelada pelo menos uma hora antes.'],
    ['Day of the contest', 'Drawn at 20:00 in Brasília. The raffle is frozen at least an hour before.'],
    { lockedBy: ['sale'] },
  ),
  prizes: field(
    'prizes',
    'prizes',
    ['Prêmios principais', 'Sorteados nesta ordem. Sem nenhum, o prêmio é o título da rifa.'],
    ['Main prizes', 'Drawn in this order. Without one, the prize is the raffle’s title.'],
    { lockedBy: ['sale'] },
  ),
  minReservationQuantity: field('buying', 'integer', ['Mínimo por pedido', 'Vazio: 1.'], ['Fewest in an order', 'Empty: 1.']),
  maxReservationQuantity: field(
    'buying',
    'integer',
    ['Máximo por pedido', 'Até 20.000. Vazio: o maior possível.'],
    ['Most in an order', 'Up to 20,000. Empty: as many as possible.'],
  ),
  maxBuyerQuantity: field(
    'buying',
    'integer',
    ['Máximo por comprador', 'Em todos os pedidos, não pagos, pagos e devolvidos. Vazio: sem limite.'],
    ['Most of one buyer', 'In all orders, unpaid, paid and refunded. Empty: no limit.'],
  ),
  reservationTimeLimit: field(
    'buying',
    'integer',
    ['Minutos para pagar', 'De 1 a 60. Vazio: 15.'],
    ['Minutes to pay', '1 to 60. Empty: 15.'],
  ),
  fastSelectionCards: field(
    'buying',
    'integers',
    ['Quantidades sugeridas', 'Até 12, com espaço entre elas: 10 50 100.'],
    ['Suggested quantities', 'At most 12, with spaces between: 10 50 100.'],
  ),
  popularSelectionCard: field(
    'buying',
    'integer',
    ['A mais popular', 'Uma das sugeridas, para destacar.'],
    ['The most popular one', 'One of those, to be pointed out.'],
  ),
  reservationFields: field(
    'buying',
    'choices',
    ['Dados exigidos para comprar', 'Nome, telefone e CPF todo comprador já tem.'],
    ['Data that a buyer must give', 'Every buyer has a name, a phone and a CPF anyway.'],
    {
      options: {
        NAME: ['Nome', 'Name'],
        PHONE: ['Telefone', 'Phone'],
        CPF: ['CPF', 'CPF'],
        EMAIL: ['E-mail', 'E-mail'],
        BIRTH_DATE: ['Nascimento (18 anos ou mais)', 'Date of birth (18 or older)'],
      },
    },
  ),
  startsAt: field(
    'when',
    'time',
    ['Início das vendas', 'Antes disso nenhum pedido é aceito.'],
    ['Sales begin', 'No order is accepted before.'],
  ),
  endsAt: field(
    'when',
    'time',
    ['Fim das vendas', 'As vendas se encerram sozinhas. Vazio: quando você encerrar ou esgotar.'],
    ['Sales end', 'They end by themselves. Empty: when you close them, or all is sold.'],
  ),
  drawAt: field(
    'when',
    'time',
    ['Data anunciada do sorteio', 'Pelo farol público, o sorteio congelado espera por ela.'],
    ['Announced time of the draw', 'By the public beacon, a frozen raffle waits for it.'],
  ),
  enablePromotions: field('extras', 'checkbox', ['Promoções valem nos pedidos'], ['Promotions count in orders']),
  cumulative: field(
    'extras',
    'checkbox',
    ['Uma promoção pode valer várias vezes no mesmo pedido'],
    ['A promotion can count several times within one order'],
  ),
  enableQuotaPrizes: field(
    'extras',
    'checkbox',
    ['A rifa tem cotas premiadas', 'Números da sorte com prêmio próprio.'],
    ['The raffle has quota prizes', 'Lucky numbers with a prize of their own.'],
    { lockedBy: ['sale', 'quotaPrizes'] },
  ),
  automaticQuotaPrizeDistribution: field(
    'extras',
    'checkbox',
    ['O serviço sorteia os números premiados', 'Ninguém os conhece, nem você, até serem ganhos ou a rifa ser sorteada.'],
    ['The service draws the numbers with prizes', 'Nobody knows them, not even you, until they are won or the raffle is drawn.'],
    { lockedBy: ['sale', 'quotaPrizes'] },
  ),
  acumulativeCombo: field(
    'extras',
    'checkbox',
    ['Um pedido recebe as caixas de todos os combos que alcança', 'Desligado: só as do maior.'],
    ['An order receives the boxes of every combo that it reaches', 'Off: those of the highest.'],
    { lockedBy: ['sale'] },
  ),
  statusText: field(
    'page',
    'text',
    ['Aviso ao lado da situação', 'Por exemplo: últimas cotas.'],
    ['Notice beside the status', 'Such as: last quotas.'],
  ),
  showEndsAt: field('page', 'checkbox', ['Mostrar quando as vendas terminam'], ['Show when sales end'], { initial: true }),
  showPrices: field('page', 'checkbox', ['Mostrar o preço da cota'], ['Show the price of a quota'], { initial: true }),
  showProgressBar: field('page', 'checkbox', ['Mostrar quanto já foi vendido'], ['Show how much is sold'], { initial: true }),
  showRank: field(
    'page',
    'checkbox',
    ['Mostrar quem mais comprou', 'Com nomes abreviados.'],
    ['Show who bought most', 'With short names.'],
  ),
  showLastBuyers: field(
    'page',
    'checkbox',
    ['Mostrar as últimas compras', 'Com nomes abreviados. Não aparece em uma rifa privada.'],
    ['Show the last purchases', 'With short names. A private raffle does not show them.'],
  ),
  isHighlighted: field(
    'page',
    'checkbox',
    ['Destacar na página inicial', 'Listas podem ser filtradas por isso.'],
    ['Point it out on the front page', 'Lists can be filtered by it.'],
  ),
  showQuotaPrizeNumbers: field(
    'page',
    'checkbox',
    ['Mostrar os números das cotas premiadas antes de serem ganhas', 'Só os que você escolheu; os sorteados ninguém vê antes.'],
    ['Show the numbers of quota prizes before they are won', 'Those that you chose; nobody sees drawn ones before.'],
  ),
  showAwardedBoxes: field('page', 'checkbox', ['Mostrar os prêmios das caixas'], ['Show what is in boxes']),
  showAwardedBoxesWinners: field(
    'page',
    'checkbox',
    ['Mostrar quem ganhou caixas', 'Com nomes abreviados.'],
    ['Show who won boxes', 'With short names.'],
  ),
  enableAntiSpam: field(
    'antiSpam',
    'checkbox',
    ['Limitar quanto um comprador reserva sem pagar'],
    ['Limit what a buyer reserves without paying'],
  ),
  antiSpamMaxQuota: field('antiSpam', 'integer', ['Máximo de cotas sem pagamento'], ['Most unpaid quotas']),
  antiSpamTimeout: field(
    'antiSpam',
    'integer',
    ['Nos últimos minutos', 'De 1 a 1.440, que são 24 horas.'],
    ['In the last minutes', '1 to 1,440, which is 24 hours.'],
  ),
  unprovenShare: field(
    'antiSpam',
    'integer',
    [
      'Reservas de quem ainda não pagou tanto antes (%)',
      'Das cotas ainda não pagas, 0 a 100. Acima disso o pedido é aceito sem reserva: vale quem pagar primeiro, e o serviço devolve sozinho o que chegar tarde.',
    ],
    [
      'Reservations of buyers who have not paid as much before (%)',
      'Of the quotas not paid yet, 0 to 100. Beyond it orders are taken without a reservation: those who pay first get the quotas, and the service itself returns what comes too late.',
    ],
  ),
  affiliate: field(
    'affiliates',
    'checkbox',
    ['Quem indica um comprador ganha comissão'],
    ['Who refers a buyer earns a commission'],
  ),
  commissionBasisPoints: field(
    'affiliates',
    'percent',
    ['Comissão, em %', 'Do valor do pedido indicado: 2,5. Vale o que estiver aqui quando o pedido é feito.'],
    ['Commission, in %', 'Of what the referred order costs: 2.5. The value when the order is placed counts.'],
  ),
  whatsapp: field(
    'contacts',
    'text',
    ['WhatsApp', 'Com país e DDD: +5511987654321.'],
    ['WhatsApp', 'With country and area: +5511987654321.'],
  ),
  whatsappGroup: field('contacts', 'text', ['Convite do grupo de WhatsApp'], ['Invitation of the WhatsApp group']),
  telegram: field('contacts', 'text', ['Canal no Telegram'], ['Telegram channel']),
  email: field('contacts', 'text', ['E-mail'], ['E-mail']),
} as const satisfies Partial<Record<keyof UpdateRaffleInput, ReturnType<typeof field>>>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const fieldOf = (name: FieldName): ReturnType<typeof field> => FIELDS[name];
