import type { ProblemSentence } from './sentence.js';

/** Orders and money. */
export const MONEY: readonly ProblemSentence[] = [
  ['pixTotal', 'makes a total that PIX cannot carry', 'passa do que um PIX pode levar: escolha menos cotas'],
  ['required', 'is required by this raffle', 'é exigido por esta rifa'],
  ['adult', 'must be {years} years ago or more', 'deve ser há {years} anos ou mais'],
  ['required', 'is required when an operator orders for a customer', 'é obrigatório quando um operador pede por um cliente'],
  ['noSuch', 'is not a customer', 'não é um cliente'],
  ['blocked', 'is blocked', 'está bloqueado'],
  [
    'reason',
    'must say in 1 to 500 characters why the order is paid by hand',
    'deve dizer em 1 a 500 caracteres por que o pedido é pago manualmente',
  ],
  [
    'reason',
    'must say in 1 to 500 characters what became of the money',
    'deve dizer em 1 a 500 caracteres o que foi feito do dinheiro',
  ],
  ['min', 'must be more than zero', 'deve ser mais que zero'],
  ['max', 'must be at most what was paid and not returned yet', 'deve ser no máximo o que foi pago e ainda não devolvido'],
  ['payout', 'stands for a payout of {amount} already', 'já identifica um repasse de {amount}'],
  ['max', 'is more than what is payable, {max}', 'é mais do que há a pagar, {max}'],
  ['range', 'must be 0 to {max} days after from', 'deve ser de 0 a {max} dias depois de from'],
  ['noSuch', 'is the id of no payment provider', 'não é o id de nenhum provedor de pagamento'],
  ['noSuch', 'is not the name of a payment provider', 'não é o nome de um provedor de pagamento'],
  ['inactive', 'is not an active payment provider', 'não é um provedor de pagamento ativo'],
  [
    'staticCodes',
    'is required: no active payment provider reports payments of static codes',
    'é obrigatório: nenhum provedor de pagamento ativo informa pagamentos de códigos estáticos',
  ],
  [
    'staticCodes',
    'does not report payments of static codes: choose {providers}',
    'não informa pagamentos de códigos estáticos: escolha {providers}',
  ],
  [
    'staticCodes',
    'does not report payments of static codes: order with a charge of its own',
    'não informa pagamentos de códigos estáticos: peça com uma cobrança própria',
  ],
  [
    'sandbox',
    'must not be sandbox in production: its bank moves no money',
    'não pode ser sandbox em produção: o banco dele não movimenta dinheiro',
  ],
  ['reserved', 'is what orders say that cost nothing: choose another', 'é o que dizem os pedidos gratuitos: escolha outro'],
  ['required', 'is required for a new payment provider', 'é obrigatório em um provedor de pagamento novo'],
  [
    'pixKey',
    'is not a PIX key: a CPF, CNPJ, e-mail, mobile phone or random key',
    'não é uma chave PIX: CPF, CNPJ, e-mail, celular ou chave aleatória',
  ],
  ['credentials', 'must not have a user or a password in it', 'não pode ter usuário nem senha dentro'],
  [
    'stays',
    'is {adapter} and stays so: what was charged through a provider is settled through it. Make another provider',
    'é {adapter} e fica assim: o que foi cobrado por um provedor é liquidado por ele. Crie outro provedor',
  ],
  [
    'sendAgain',
    'must be sent again when baseUrl or tokenUrl moves to another host',
    'deve ser enviado de novo quando baseUrl ou tokenUrl muda de host',
  ],
  [
    'required',
    'is required: PUBLIC_URL is not set, and PORT is any free one',
    'é obrigatório: PUBLIC_URL não está definida, e PORT é qualquer uma livre',
  ],
  ['url', 'is not a URL', 'não é uma URL'],
  ['https', 'must start with {scheme}', 'deve começar com {scheme}'],
  ['fragment', 'must not have a fragment', 'não pode ter fragmento'],
  ['pair', 'and privateKeyPem are given together or not at all', 'e privateKeyPem vêm juntos ou nenhum dos dois'],
  ['pair', 'and privateKeyPem are not a PEM certificate and its key', 'e privateKeyPem não são um certificado PEM e a sua chave'],
];
