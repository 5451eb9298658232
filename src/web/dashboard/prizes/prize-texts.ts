import type { WithheldPrize, WonPrizeKind, WonPrizeState } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

interface Words {
  title: string;
  about: string;
  owed(count: string, value: string): string;
  nothingOwed: string;
  kind: string;
  state: string;
  since: string;
  sinceAlways: string;
  overdue: string;
  all: string;
  none: string;
  prize: string;
  winner: string;
  won: string;
  actions: string;
  box(number: string): string;
  number(number: string): string;
  closed: string;
  closedHint: string;
  late: string;
  claimed: string;
  lapses(day: string): string;
  delivered(when: string): string;
  picture: string;
  pictureHint: string;
  hello(name: string, prize: string, raffle: string): string;
  contact: string;
  deliver: string;
  deny: string;
  denyText(name: string): string;
  denyReason: string;
  deniedDone(title: string): string;
  deliverReturned: string;
  withheld: Record<WithheldPrize, string>;
  reopen: string;
  contactText(name: string): string;
  contactClosed: string;
  contacted(title: string): string;
  deliverText(title: string, name: string): string;
  receipt: string;
  receiptHint: string;
  deliveredDone(title: string): string;
  reopenText: string;
  reason: string;
  reopened(title: string): string;
  kinds: Record<WonPrizeKind, string>;
  states: Record<WonPrizeState, string>;
}

export const PRIZE_TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Prêmios ganhos',
    about: 'Tudo o que foi ganho em sorteios, caixas e números. O que não foi entregue é devido ao ganhador.',
    owed: (count, value) => `Prêmios a entregar: ${count}. Em dinheiro: ${value}.`,
    nothingOwed: 'Nenhum prêmio a entregar.',
    kind: 'Tipo',
    state: 'Situação',
    since: 'Ganhos',
    sinceAlways: 'Em qualquer data',
    overdue: 'Há mais de 30 dias',
    all: 'Todos',
    none: 'Nenhum prêmio é assim.',
    prize: 'Prêmio',
    winner: 'Ganhador',
    won: 'Ganho em',
    actions: 'O que fazer',
    box: (number) => `caixa ${number}`,
    number: (number) => `número ${number}`,
    closed: 'Caixa fechada',
    closedHint: 'O comprador ainda não abriu a caixa: não conte a ninguém o que há nela.',
    late: 'Atrasado',
    claimed: 'Reclamado pelo ganhador',
    lapses: (day) => `Caduca em ${day} se ninguém o reclamar`,
    delivered: (when) => `Entregue em ${when}`,
    picture: 'Foto do comprovante',
    pictureHint: 'Quem tem o endereço da foto a vê: esconda dados pessoais.',
    hello: (name, prize, raffle) => `Olá, ${name}! Você ganhou ${prize} na ${raffle}.`,
    contact: 'Avisei o ganhador',
    deliver: 'Entregar',
    deny: 'Negar',
    denyText: (name) => `O banco tomou de volta o dinheiro do pedido de ${name}. O prêmio deixa de ser devido.`,
    denyReason: 'Por que negar?',
    deniedDone: (title) => `Negado: ${title}.`,
    deliverReturned: 'O dinheiro deste pedido voltou depois do congelamento. A entrega fica anotada como sua decisão.',
    withheld: { DISPUTED: 'Pagamento contestado: aguarde', MONEY_RETURNED: 'O dinheiro do pedido voltou: decida' },
    reopen: 'Reabrir',
    contactText: (name) => `Anota que ${name} já sabe do prêmio. O serviço não envia mensagem.`,
    contactClosed: 'A caixa ainda está fechada: avisar agora conta o que há nela.',
    contacted: (title) => `Aviso anotado: ${title}.`,
    deliverText: (title, name) => `Anota que ${name} recebeu ${title}. O serviço não move dinheiro.`,
    receipt: 'Comprovante',
    receiptHint: 'Como foi entregue, por exemplo o id do PIX. O ganhador lê isto.',
    deliveredDone: (title) => `Entrega anotada: ${title}.`,
    reopenText: 'O prêmio volta a ser devido. O registro de auditoria guarda o que estava anotado.',
    reason: 'Por que reabrir?',
    reopened: (title) => `Reaberto: ${title}.`,
    kinds: { DRAW: 'Sorteio', BOX: 'Caixa', QUOTA_PRIZE: 'Número premiado' },
    states: {
      WON: 'A entregar',
      CONTACTED: 'Ganhador avisado',
      DELIVERED: 'Entregue',
      LAPSED: 'Caducou',
      DENIED: 'Negado: o pagamento voltou',
      RETURNED_TO_CLOSE: 'Foi ao encerramento',
    },
  },
  en: {
    title: 'Prizes won',
    about: 'All that was won in draws, boxes and numbers. What was not delivered is owed to the winner.',
    owed: (count, value) => `Prizes to deliver: ${count}. In money: ${value}.`,
    nothingOwed: 'No prize to deliver.',
    kind: 'Kind',
    state: 'State',
    since: 'Won',
    sinceAlways: 'At any time',
    overdue: 'More than 30 days ago',
    all: 'All',
    none: 'No prize is like this.',
    prize: 'Prize',
    winner: 'Winner',
    won: 'Won on',
    actions: 'What to do',
    box: (number) => `box ${number}`,
    number: (number) => `number ${number}`,
    closed: 'Closed box',
    closedHint: 'The buyer has not opened the box: tell nobody what is in it.',
    late: 'Late',
    claimed: 'Claimed by the winner',
    lapses: (day) => `Lapses on ${day} if nobody claims it`,
    delivered: (when) => `Delivered on ${when}`,
    picture: 'Picture of the receipt',
    pictureHint: 'Whoever has the address of the picture sees it: hide personal data.',
    hello: (name, prize, raffle) => `Hello ${name}! You won ${prize} in ${raffle}.`,
    contact: 'I told the winner',
    deliver: 'Deliver',
    deny: 'Deny',
    denyText: (name) => `The bank took the money of the order of ${name} back. The prize is not owed any more.`,
    denyReason: 'Why deny it?',
    deniedDone: (title) => `Denied: ${title}.`,
    deliverReturned: 'The money of this order went back after the freeze. The delivery is written down as your decision.',
    withheld: { DISPUTED: 'Payment disputed: wait', MONEY_RETURNED: 'The money of the order went back: decide' },
    reopen: 'Reopen',
    contactText: (name) => `Notes that ${name} knows of the prize. The service sends no message.`,
    contactClosed: 'The box is still closed: telling now says what is in it.',
    contacted: (title) => `Noted that the winner was told: ${title}.`,
    deliverText: (title, name) => `Notes that ${name} received ${title}. The service moves no money.`,
    receipt: 'Receipt',
    receiptHint: 'How it was delivered, such as the id of a PIX. The winner reads this.',
    deliveredDone: (title) => `Noted as delivered: ${title}.`,
    reopenText: 'The prize is owed again. The audit log keeps what was noted.',
    reason: 'Why reopen it?',
    reopened: (title) => `Reopened: ${title}.`,
    kinds: { DRAW: 'Draw', BOX: 'Box', QUOTA_PRIZE: 'Number with a prize' },
    states: {
      WON: 'To deliver',
      CONTACTED: 'Winner told',
      DELIVERED: 'Delivered',
      LAPSED: 'Lapsed',
      DENIED: 'Denied: the payment went back',
      RETURNED_TO_CLOSE: 'Went to the close',
    },
  },
});
