import type { Row } from './said.js';

const NUMBER = new Intl.NumberFormat('pt-BR');
const number = (text: string | undefined): string => NUMBER.format(Number(text));

/** What the service says of a text that does not show, or not all of it. */
export const TEXT_PROBLEMS: readonly Row[] = [
  [/^must not be blank$/, () => 'Preencha este campo.'],
  [/^has a character that (?:no text may have|nobody sees)/, () => 'Há um caractere invisível: apague e digite de novo.'],
  [/^has more than three accents on one letter$/, () => 'Há uma letra com acentos demais.'],
];

/** What the service says of what a buyer types, in Portuguese. */
export const BUYER_PROBLEMS: readonly Row[] = [
  [/^belongs to another account$/, () => 'Já é de outra conta: entre com ela, ou use outro.'],
  [/^must be a name of /, () => 'Escreva o nome completo, com 2 a 120 letras.'],
  [/^must be a Brazilian phone /, () => 'Escreva o número com DDD, como (11) 98765-4321.'],
  [/^must be a valid CPF /, () => 'Confira os onze números do CPF.'],
  [/^must be an email$/, () => 'Confira o e-mail.'],
  [/^must be in the past$/, () => 'A data precisa estar no passado.'],
  [/^must not be before 1900$/, () => 'Confira o ano.'],
  ...TEXT_PROBLEMS,
  [/^is required by this raffle$/, () => 'Esta rifa pede este dado.'],
  [/^must be (\d+) years ago or more$/, (years) => `Esta rifa é para quem tem ${years} anos ou mais.`],
];

/** The same of what a buyer does. */
export const BUYER_MESSAGES: readonly Row[] = [
  [/^Only (\d+) quotas are left/, (left) => `Restam só ${number(left)} cotas: peça menos.`],
  [/^No quotas are left\. Some may return/, () => 'Não há cotas livres. Algumas podem voltar quando pedidos não pagos vencerem.'],
  [/^No quotas are left\.$/, () => 'Todas as cotas foram vendidas.'],
  [/^A buyer may hold at most (\d+) quotas/, (most) => `Cada pessoa pode ter no máximo ${number(most)} cotas desta rifa.`],
  [/^You have too many unpaid quotas/, () => 'Você tem muitas cotas sem pagar nesta rifa: pague ou desista delas antes.'],
  [/^The raffle is not open for sale yet/, () => 'As vendas ainda não começaram.'],
  [/^The raffle is not open for sale/, () => 'As vendas desta rifa terminaram.'],
  [/^This raffle is for buyers of (\d+) years and more/, (years) => `Esta rifa é para quem tem ${years} anos ou mais.`],
  [/^This raffle asks for the buyer's /, () => 'Esta rifa pede dados que a sua conta ainda não tem. Fale com o organizador.'],
  [
    /^makes a total that PIX cannot carry$|that PIX cannot carry/,
    () => 'O total passa do que um PIX pode levar: escolha menos cotas.',
  ],
  [/^Another account has this /, () => 'Outra conta já tem estes dados: entre com ela, ou use outros.'],
  [/^Too many attempts: try again in (\d+) seconds/, (seconds) => `Foram muitas tentativas: espere ${seconds} segundos.`],
  [/^Codes cannot be sent just now/, () => 'Os códigos não podem ser enviados agora: entre com a sua senha.'],
  [/^The order is \w+: only an unpaid order can be cancelled/, () => 'O pedido já não está esperando pagamento.'],
  [/^The order of this box was refunded/, () => 'O pedido desta caixa foi reembolsado: ela não pode mais ser aberta.'],
];
