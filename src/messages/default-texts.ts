import type { MessageKind } from '../generated/prisma/enums.js';
import type { Language } from '../platform/language.js';

export interface TextOfMessage {
  subject: string;
  /** Paragraphs, with an empty line between them. */
  body: string;
}

/** In place of ORDER_PAID's own for an order that cost nothing. */
export const FREE_ORDER_TEXT: Record<Language, TextOfMessage> = {
  'pt-BR': {
    subject: 'Você está participando: {raffle}',
    body: 'Olá, {name}!\n\nSeu pedido {order} está confirmado: {quantity} em {raffle}, de graça.\n\n{numbers}\n\nBoa sorte!',
  },
  en: {
    subject: 'You take part: {raffle}',
    body: 'Hello {name},\n\nyour order {order} is confirmed: {quantity} in {raffle}, for free.\n\n{numbers}\n\nGood luck!',
  },
};

/** Until an operator writes others. */
export const DEFAULT_TEXTS: Record<MessageKind, Record<Language, TextOfMessage>> = {
  CODE: {
    'pt-BR': {
      subject: '{code} é o seu código',
      body: 'Seu código é {code}. Ele vale por cinco minutos.\n\nNinguém do site {site} pede este código: não passe para ninguém. Se não foi você quem pediu, ignore esta mensagem.',
    },
    en: {
      subject: '{code} is your code',
      body: 'Your code is {code}. It is valid for five minutes.\n\nNobody from {site} asks for this code: give it to nobody. If you did not ask for it, ignore this message.',
    },
  },
  ORDER_PAID: {
    'pt-BR': {
      subject: 'Pagamento confirmado: {raffle}',
      body: 'Olá, {name}!\n\nRecebemos o pagamento do seu pedido {order}: {quantity} por {total} em {raffle}.\n\n{numbers}\n\nBoa sorte!',
    },
    en: {
      subject: 'Payment received: {raffle}',
      body: 'Hello {name},\n\nwe received the payment of your order {order}: {quantity} for {total} in {raffle}.\n\n{numbers}\n\nGood luck!',
    },
  },
  ORDER_EXPIRING: {
    'pt-BR': {
      subject: 'Seu pedido vence às {until}: {raffle}',
      body: 'Olá, {name}!\n\nSeu pedido {order} em {raffle} ainda não foi pago. Pague {total} até as {until}, ou as cotas voltam à venda.\n\nSe você já pagou, ignore esta mensagem.',
    },
    en: {
      subject: 'Your order expires at {until}: {raffle}',
      body: 'Hello {name},\n\nyour order {order} in {raffle} is not paid yet. Pay {total} until {until}, or its quotas are sold to others.\n\nIf you have paid, ignore this message.',
    },
  },
  ORDER_REFUNDED: {
    'pt-BR': {
      subject: 'Pedido devolvido: {raffle}',
      body: 'Olá, {name}!\n\nO pedido {order} em {raffle} foi devolvido. Os números dele não participam mais do sorteio. Se houve pagamento, o dinheiro volta a quem pagou.',
    },
    en: {
      subject: 'Order refunded: {raffle}',
      body: 'Hello {name},\n\nthe order {order} in {raffle} was refunded. Its numbers are out of the draw. If money was paid, it goes back to who paid it.',
    },
  },
  MONEY_RETURNED: {
    'pt-BR': {
      subject: 'Devolvemos {amount}: {raffle}',
      body: 'Olá, {name}!\n\nDevolvemos {amount} do pedido {order} em {raffle} para a conta que fez o pagamento.\n\nSe o valor não aparecer no extrato em um dia, fale com a gente.',
    },
    en: {
      subject: 'We returned {amount}: {raffle}',
      body: 'Hello {name},\n\nwe returned {amount} of the order {order} in {raffle} to the account that paid it.\n\nIf you do not see the amount within a day, write to us.',
    },
  },
  DRAW_SOON: {
    'pt-BR': {
      subject: 'O sorteio está chegando: {raffle}',
      body: 'Olá, {name}!\n\nO sorteio de {raffle} é em {drawAt}. Na página do sorteio você acompanha ao vivo e confere o resultado.\n\nBoa sorte!',
    },
    en: {
      subject: 'The draw is near: {raffle}',
      body: 'Hello {name},\n\n{raffle} is drawn on {drawAt}. On its page you see the draw live and check the result yourself.\n\nGood luck!',
    },
  },
  PRIZE_WON: {
    'pt-BR': {
      subject: 'Você ganhou: {prize}',
      body: 'Parabéns, {name}!\n\nVocê ganhou {prize} em {raffle}. Confirme na sua conta até {claimUntil} que quer receber o prêmio; a equipe do site {site} vai falar com você.\n\nNunca pedimos dinheiro para entregar um prêmio.',
    },
    en: {
      subject: 'You won: {prize}',
      body: 'Congratulations, {name}!\n\nYou won {prize} in {raffle}. Confirm in your account until {claimUntil} that you want it; the people of {site} will contact you.\n\nWe never ask for money to deliver a prize.',
    },
  },
  PRIZE_DELIVERED: {
    'pt-BR': {
      subject: 'Prêmio entregue: {prize}',
      body: 'Olá, {name}!\n\nO prêmio {prize}, de {raffle}, foi registrado como entregue. Se ele não chegou a você, responda a esta mensagem.',
    },
    en: {
      subject: 'Prize delivered: {prize}',
      body: 'Hello {name},\n\nthe prize {prize} of {raffle} was recorded as delivered. If you did not get it, answer this message.',
    },
  },
};
