import { texts } from '../../../common/language.js';
import type { FieldName, GroupKey } from './fields.js';

interface Words {
  label: string;
  hint?: string;
}

interface FormWords {
  groups: Record<GroupKey, string>;
  fields: Record<FieldName, Words>;
  /** Before an amount as it is understood. */
  readAs: string;
  options: Record<'privacy' | 'drawMode' | 'reservationFields', Record<string, string>>;
}

export const FIELD_TEXTS = texts<FormWords>({
  'pt-BR': {
    groups: {
      basics: 'O que é a rifa',
      price: 'Preço e quantidade',
      draw: 'Prêmios e sorteio',
      buying: 'Como se compra',
      when: 'Datas',
      extras: 'Promoções, cotas premiadas e caixas',
      page: 'O que a página mostra',
      antiSpam: 'Limite de reservas sem pagamento',
      affiliates: 'Indicações',
      contacts: 'Contatos',
    },
    fields: {
      title: { label: 'Título', hint: 'O que se ganha, em uma linha.' },
      subtitle: { label: 'Subtítulo' },
      description: { label: 'Descrição', hint: 'Regras, prêmios e entrega.' },
      slug: { label: 'Endereço da página', hint: 'O que vem depois de /r/. Vazio em uma rifa nova: sai do título.' },
      categoryId: { label: 'Categoria' },
      photoUrl: { label: 'Foto (endereço)', hint: 'Envie uma foto, ou escreva o endereço https de uma.' },
      privacy: { label: 'Quem encontra' },
      certificateCode: { label: 'Código da autorização', hint: 'Em produção, uma rifa pública e paga só é publicada com ele.' },
      quotaPrice: { label: 'Preço de uma cota', hint: 'Em reais: 0,10 ou 1.234,50. Zero faz a rifa ser grátis.' },
      quotaQuantity: { label: 'Quantidade de cotas', hint: 'De 1 a 10.000.000; cada cota é um número da sorte.' },
      minReservationQuantity: { label: 'Mínimo por pedido', hint: 'Vazio: 1.' },
      maxReservationQuantity: { label: 'Máximo por pedido', hint: 'Até 20.000. Vazio: o maior possível.' },
      maxBuyerQuantity: { label: 'Máximo por comprador', hint: 'Em todos os pedidos, pagos ou não. Vazio: sem limite.' },
      reservationTimeLimit: { label: 'Minutos para pagar', hint: 'De 1 a 60. Vazio: 15.' },
      reservationFields: { label: 'Dados exigidos para comprar', hint: 'Nome, telefone e CPF todo comprador já tem.' },
      startsAt: { label: 'Início das vendas', hint: 'Antes disso nenhum pedido é aceito.' },
      endsAt: { label: 'Fim das vendas', hint: 'As vendas se encerram sozinhas. Vazio: quando você encerrar ou esgotar.' },
      drawAt: { label: 'Data anunciada do sorteio', hint: 'Pelo farol público, o sorteio congelado espera por ela.' },
      showEndsAt: { label: 'Mostrar quando as vendas terminam' },
      statusText: { label: 'Aviso ao lado da situação', hint: 'Por exemplo: últimas cotas.' },
      fastSelectionCards: { label: 'Quantidades sugeridas', hint: 'Até 12, com espaço entre elas: 10 50 100.' },
      popularSelectionCard: { label: 'A mais popular', hint: 'Uma das sugeridas, para destacar.' },
      showPrices: { label: 'Mostrar o preço da cota' },
      showProgressBar: { label: 'Mostrar quanto já foi vendido' },
      showRank: { label: 'Mostrar quem mais comprou', hint: 'Com nomes abreviados.' },
      isHighlighted: { label: 'Destacar na página inicial', hint: 'Listas podem ser filtradas por isso.' },
      showQuotaPrizeNumbers: {
        label: 'Mostrar os números das cotas premiadas antes de serem ganhas',
        hint: 'Só os que você escolheu; os sorteados ninguém vê antes.',
      },
      showAwardedBoxes: { label: 'Mostrar os prêmios das caixas' },
      showAwardedBoxesWinners: { label: 'Mostrar quem ganhou caixas', hint: 'Com nomes abreviados.' },
      enablePromotions: { label: 'Promoções valem nos pedidos' },
      cumulative: { label: 'Uma promoção pode valer várias vezes no mesmo pedido' },
      enableQuotaPrizes: { label: 'A rifa tem cotas premiadas', hint: 'Números da sorte com prêmio próprio.' },
      automaticQuotaPrizeDistribution: {
        label: 'O serviço sorteia os números premiados',
        hint: 'Ninguém os conhece, nem você, até serem ganhos ou a rifa ser sorteada.',
      },
      acumulativeCombo: {
        label: 'Um pedido recebe as caixas de todos os combos que alcança',
        hint: 'Desligado: só as do maior.',
      },
      enableAntiSpam: { label: 'Limitar quanto um comprador reserva sem pagar' },
      antiSpamMaxQuota: { label: 'Máximo de cotas sem pagamento' },
      antiSpamTimeout: { label: 'Nos últimos minutos', hint: 'De 1 a 1.440, que são 24 horas.' },
      affiliate: { label: 'Quem indica um comprador ganha comissão' },
      commissionBasisPoints: {
        label: 'Comissão, em %',
        hint: 'Do valor do pedido indicado: 2,5. Vale o que estiver aqui quando o pedido é pago.',
      },
      enableNotification: {
        label: 'Avisar compradores dos pedidos',
        hint: 'Fica guardado; o serviço ainda não envia esses avisos.',
      },
      whatsapp: { label: 'WhatsApp', hint: 'Com país e DDD: +5511987654321.' },
      whatsappGroup: { label: 'Convite do grupo de WhatsApp' },
      telegram: { label: 'Canal no Telegram' },
      email: { label: 'E-mail' },
      drawMode: { label: 'De onde vem a sorte' },
      prizes: { label: 'Prêmios principais', hint: 'Sorteados nesta ordem. Sem nenhum, o prêmio é o título da rifa.' },
    },
    readAs: 'Entendido:',
    options: {
      privacy: { PUBLIC: 'Todos, nas listas', PRIVATE: 'Só quem tem o endereço' },
      drawMode: { BEACON: 'Farol público drand, sorteio automático', LOTERIA_FEDERAL: 'Concurso da Loteria Federal' },
      reservationFields: {
        NAME: 'Nome',
        PHONE: 'Telefone',
        CPF: 'CPF',
        EMAIL: 'E-mail',
        BIRTH_DATE: 'Nascimento (18 anos ou mais)',
      },
    },
  },
  en: {
    groups: {
      basics: 'What the raffle is',
      price: 'Price and quantity',
      draw: 'Prizes and draw',
      buying: 'How one buys',
      when: 'Dates',
      extras: 'Promotions, quota prizes and boxes',
      page: 'What the page shows',
      antiSpam: 'Limit of unpaid reservations',
      affiliates: 'Referrals',
      contacts: 'Contacts',
    },
    fields: {
      title: { label: 'Title', hint: 'What is won, in one line.' },
      subtitle: { label: 'Second line' },
      description: { label: 'Description', hint: 'Rules, prizes and delivery.' },
      slug: { label: 'Address of the page', hint: 'What follows /r/. Empty in a new raffle: made from the title.' },
      categoryId: { label: 'Category' },
      photoUrl: { label: 'Picture (address)', hint: 'Upload a picture, or write the https address of one.' },
      privacy: { label: 'Who finds it' },
      certificateCode: {
        label: 'Code of the authorisation',
        hint: 'In production a public, paid raffle is only published with it.',
      },
      quotaPrice: { label: 'Price of a quota', hint: 'In reais: 0.10 or 1,234.50. Zero makes the raffle free.' },
      quotaQuantity: { label: 'Number of quotas', hint: '1 to 10,000,000; each is one lucky number.' },
      minReservationQuantity: { label: 'Fewest in an order', hint: 'Empty: 1.' },
      maxReservationQuantity: { label: 'Most in an order', hint: 'Up to 20,000. Empty: as many as possible.' },
      maxBuyerQuantity: { label: 'Most of one buyer', hint: 'In all orders, paid or not. Empty: no limit.' },
      reservationTimeLimit: { label: 'Minutes to pay', hint: '1 to 60. Empty: 15.' },
      reservationFields: { label: 'Data that a buyer must give', hint: 'Every buyer has a name, a phone and a CPF anyway.' },
      startsAt: { label: 'Sales begin', hint: 'No order is accepted before.' },
      endsAt: { label: 'Sales end', hint: 'They end by themselves. Empty: when you close them, or all is sold.' },
      drawAt: { label: 'Announced time of the draw', hint: 'By the public beacon, a frozen raffle waits for it.' },
      showEndsAt: { label: 'Show when sales end' },
      statusText: { label: 'Notice beside the status', hint: 'Such as: last quotas.' },
      fastSelectionCards: { label: 'Suggested quantities', hint: 'At most 12, with spaces between: 10 50 100.' },
      popularSelectionCard: { label: 'The most popular one', hint: 'One of those, to be pointed out.' },
      showPrices: { label: 'Show the price of a quota' },
      showProgressBar: { label: 'Show how much is sold' },
      showRank: { label: 'Show who bought most', hint: 'With short names.' },
      isHighlighted: { label: 'Point it out on the front page', hint: 'Lists can be filtered by it.' },
      showQuotaPrizeNumbers: {
        label: 'Show the numbers of quota prizes before they are won',
        hint: 'Those that you chose; nobody sees drawn ones before.',
      },
      showAwardedBoxes: { label: 'Show what is in boxes' },
      showAwardedBoxesWinners: { label: 'Show who won boxes', hint: 'With short names.' },
      enablePromotions: { label: 'Promotions count in orders' },
      cumulative: { label: 'A promotion can count several times within one order' },
      enableQuotaPrizes: { label: 'The raffle has quota prizes', hint: 'Lucky numbers with a prize of their own.' },
      automaticQuotaPrizeDistribution: {
        label: 'The service draws the numbers with prizes',
        hint: 'Nobody knows them, not even you, until they are won or the raffle is drawn.',
      },
      acumulativeCombo: {
        label: 'An order receives the boxes of every combo that it reaches',
        hint: 'Off: those of the highest.',
      },
      enableAntiSpam: { label: 'Limit what a buyer reserves without paying' },
      antiSpamMaxQuota: { label: 'Most unpaid quotas' },
      antiSpamTimeout: { label: 'In the last minutes', hint: '1 to 1,440, which is 24 hours.' },
      affiliate: { label: 'Who refers a buyer earns a commission' },
      commissionBasisPoints: {
        label: 'Commission, in %',
        hint: 'Of what the referred order costs: 2.5. What stands here when it is paid counts.',
      },
      enableNotification: {
        label: 'Notify buyers of their orders',
        hint: 'It is kept; the service does not send such notices yet.',
      },
      whatsapp: { label: 'WhatsApp', hint: 'With country and area: +5511987654321.' },
      whatsappGroup: { label: 'Invitation of the WhatsApp group' },
      telegram: { label: 'Telegram channel' },
      email: { label: 'E-mail' },
      drawMode: { label: 'Where the chance comes from' },
      prizes: { label: 'Main prizes', hint: 'Drawn in this order. Without one, the prize is the raffle’s title.' },
    },
    readAs: 'Read as',
    options: {
      privacy: { PUBLIC: 'Everybody, in lists', PRIVATE: 'Only who has the address' },
      drawMode: { BEACON: 'The public beacon drand, drawn by itself', LOTERIA_FEDERAL: 'A contest of the Loteria Federal' },
      reservationFields: { NAME: 'Name', PHONE: 'Phone', CPF: 'CPF', EMAIL: 'E-mail', BIRTH_DATE: 'Date of birth (18 or older)' },
    },
  },
});
