import { defineTexts, type TextsOf } from '../platform/texts.js';

export const paymentProvidersTexts = defineTexts({
  'paymentProviders.qrCodeNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such QR code at this payment provider.',
    'pt-BR': 'QR code não encontrado neste provedor de pagamento.',
  },
  'paymentProviders.webhookNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such webhook at this payment provider.',
    'pt-BR': 'Webhook não encontrado neste provedor de pagamento.',
  },
  'paymentProviders.notFound': {
    code: 'NOT_FOUND',
    en: 'There is no such payment provider.',
    'pt-BR': 'Provedor de pagamento não encontrado.',
  },
  'paymentProviders.noneActive': {
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    en: 'No payment provider is active, so nothing can be paid just now: try again later.',
    'pt-BR': 'Nenhum provedor de pagamento está ativo, então nada pode ser pago agora: tente mais tarde.',
  },
  'paymentProviders.tooMany': {
    code: 'CONFLICT',
    en: 'There are {most} payment providers already.',
    'pt-BR': 'Já há {most} provedores de pagamento.',
  },
  'paymentProviders.tooManyFees': {
    code: 'CONFLICT',
    en: 'The provider has {most} fees already: delete one that no longer matters.',
    'pt-BR': 'O provedor já tem {most} tarifas: exclua uma que não importa mais.',
  },
  'paymentProviders.feeTooHigh': { rule: 'max', en: 'must be at most {most} reais', 'pt-BR': 'deve ser no máximo {most} reais' },
  'paymentProviders.feeNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such fee.',
    'pt-BR': 'Tarifa não encontrada.',
  },
  'paymentProviders.unreadableCredentials': {
    code: 'CONFLICT',
    en: 'No key of ENCRYPTION_KEY opens the stored credentials: put their key back, or send all of them again.',
    'pt-BR': 'Nenhuma chave de ENCRYPTION_KEY abre as credenciais guardadas: devolva a chave delas, ou envie todas de novo.',
  },
  'paymentProviders.cannotBeUsed': {
    code: 'CONFLICT',
    en: 'The payment provider {name} cannot be used: {problem}',
    'pt-BR': 'O provedor de pagamento {name} não pode ser usado: {problem}',
  },
  'paymentProviders.failed': {
    en: 'The payment provider {name} {kind, select, UNREACHABLE {cannot be reached, or cannot answer} TIMEOUT {did not answer in time, and may have done what was asked} REJECTED {refuses what was asked} UNAUTHORIZED {refuses our credentials, our certificate or our rights} CIRCUIT_OPEN {has just failed too often and is left alone for some seconds} FORBIDDEN_HOST {is not called, unless PROVIDER_ORIGINS allows its host} other {answered something that it should not}} ({reason}).',
    'pt-BR':
      'O provedor de pagamento {name} {kind, select, UNREACHABLE {não pôde ser alcançado, ou não consegue responder} TIMEOUT {não respondeu a tempo, e pode ter feito o que foi pedido} REJECTED {recusa o que foi pedido} UNAUTHORIZED {recusa nossas credenciais, nosso certificado ou nossos direitos} CIRCUIT_OPEN {falhou demais há pouco, e espera alguns segundos} FORBIDDEN_HOST {não é chamado, a não ser que PROVIDER_ORIGINS permita o host} other {respondeu o que não devia}} ({reason}).',
  },
  'paymentProviders.unsupported': {
    code: 'CONFLICT',
    en: 'A payment provider with the adapter "{adapter}" has no operation "{operation}".{advice, select, theirPortal { Use the provider\'s portal instead.} pay2mPortal { Use Pay2m\'s portal instead.} staysPayable { Its code stays payable.} endsByItself { The code ends by itself.} other {}}',
    'pt-BR':
      'Um provedor de pagamento com o adaptador "{adapter}" não tem a operação "{operation}".{advice, select, theirPortal { Use o portal do provedor.} pay2mPortal { Use o portal da Pay2m.} staysPayable { O código continua pagável.} endsByItself { O código acaba sozinho.} other {}}',
  },
  'paymentProviders.noCallbackSecret': {
    code: 'CONFLICT',
    en: 'Callbacks of the adapter "{adapter}" carry no secret of this service.',
    'pt-BR': 'Os avisos do adaptador "{adapter}" não levam nenhum segredo deste serviço.',
  },
  'paymentProviders.name': {
    rule: 'slug',
    en: 'must be lower-case letters and digits, joined by single hyphens',
    'pt-BR': 'deve ter letras minúsculas e dígitos, unidos por um só hífen',
  },
  'paymentProviders.noSuchName': {
    rule: 'noSuch',
    en: 'is not the name of a payment provider',
    'pt-BR': 'não é o nome de um provedor de pagamento',
  },
  'paymentProviders.inactive': {
    rule: 'inactive',
    en: 'is not an active payment provider',
    'pt-BR': 'não é um provedor de pagamento ativo',
  },
  'paymentProviders.noStaticCodes': {
    rule: 'staticCodes',
    en: 'is required: no active payment provider reports payments of static codes',
    'pt-BR': 'é obrigatório: nenhum provedor de pagamento ativo informa pagamentos de códigos estáticos',
  },
  'paymentProviders.otherForStaticCodes': {
    rule: 'staticCodes',
    en: 'does not report payments of static codes: choose {providers}',
    'pt-BR': 'não informa pagamentos de códigos estáticos: escolha {providers}',
  },
  'paymentProviders.noneForStaticCodes': {
    rule: 'staticCodes',
    en: 'does not report payments of static codes: order with a charge of its own',
    'pt-BR': 'não informa pagamentos de códigos estáticos: peça com uma cobrança própria',
  },
  'paymentProviders.notInCodes': {
    en: 'has no character that a PIX code can show',
    'pt-BR': 'não tem nenhum caractere que um código PIX possa mostrar',
  },
  'paymentProviders.wrongSetting': { en: '{field} {problem}', 'pt-BR': '{field} {problem}' },
  'paymentProviders.missingKey': {
    en: 'a stored secret was encrypted with a key that ENCRYPTION_KEY no longer lists',
    'pt-BR': 'um segredo guardado foi cifrado com uma chave que não está mais em ENCRYPTION_KEY',
  },
  'paymentProviders.unreadable': {
    en: 'its stored credentials cannot be read',
    'pt-BR': 'as credenciais guardadas não podem ser lidas',
  },
  'paymentProviders.sandbox': {
    rule: 'sandbox',
    en: 'must not be sandbox in production: its bank moves no money',
    'pt-BR': 'não pode ser sandbox em produção: o banco dele não movimenta dinheiro',
  },
  'paymentProviders.reservedName': {
    rule: 'reserved',
    en: 'is what orders say that cost nothing: choose another',
    'pt-BR': 'é o que dizem os pedidos gratuitos: escolha outro',
  },
  'paymentProviders.required': {
    rule: 'required',
    en: 'is required for a new payment provider',
    'pt-BR': 'é obrigatório em um provedor de pagamento novo',
  },
  'paymentProviders.pixKey': {
    rule: 'pixKey',
    en: 'is not a PIX key: a CPF, CNPJ, e-mail, mobile phone or random key',
    'pt-BR': 'não é uma chave PIX: CPF, CNPJ, e-mail, celular ou chave aleatória',
  },
  'paymentProviders.fixedAdapter': {
    rule: 'stays',
    en: 'is {adapter} and stays so: what was charged through a provider is settled through it. Make another provider',
    'pt-BR': 'é {adapter} e fica assim: o que foi cobrado por um provedor é liquidado por ele. Crie outro provedor',
  },
  'paymentProviders.adapterStays': { code: 'CONFLICT', en: 'adapter {problem}.', 'pt-BR': 'adapter {problem}.' },
  'paymentProviders.sendAgain': {
    rule: 'sendAgain',
    en: 'must be sent again when baseUrl or tokenUrl moves to another host',
    'pt-BR': 'deve ser enviado de novo quando baseUrl ou tokenUrl muda de host',
  },
  'paymentProviders.ownCallbacks': {
    rule: 'ownHost',
    en: 'must start with {origin}, or with one of CALLBACK_ORIGINS: the secret that proves callbacks is sent there',
    'pt-BR': 'deve começar com {origin}, ou com um de CALLBACK_ORIGINS: o segredo que prova os avisos é enviado para lá',
  },
  'paymentProviders.notAUrl': { rule: 'url', en: 'is not a URL', 'pt-BR': 'não é uma URL' },
  'paymentProviders.https': { rule: 'https', en: 'must start with https://', 'pt-BR': 'deve começar com https://' },
  'paymentProviders.pairNeeded': {
    rule: 'pair',
    en: 'and privateKeyPem are given together or not at all',
    'pt-BR': 'e privateKeyPem vêm juntos ou nenhum dos dois',
  },
  'paymentProviders.notAPair': {
    rule: 'pair',
    en: 'and privateKeyPem are not a PEM certificate and its key',
    'pt-BR': 'e privateKeyPem não são um certificado PEM e a sua chave',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof paymentProvidersTexts> {}
}
