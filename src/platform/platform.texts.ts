import { defineTexts, type TextsOf } from './texts.js';

export const platformTexts = defineTexts({
  'platform.unexpected': {
    en: 'Something went wrong on our side. Nothing is lost; try again. When it happens again, tell us the number of the request.',
    'pt-BR':
      'Algo deu errado do nosso lado. Nada se perdeu; tente de novo. Se acontecer outra vez, diga-nos o número da requisição.',
  },
  'platform.databaseAway': {
    code: 'UNAVAILABLE',
    en: 'The service is busy, or its database is away: try again in a moment.',
    'pt-BR': 'O serviço está ocupado, ou o banco de dados está fora: tente de novo em instantes.',
  },
  'platform.unknownOutcome': {
    code: 'UNAVAILABLE',
    en: 'The database went away before it said whether this was done: look before you ask for it again. What is repeated with the same Idempotency-Key is done once.',
    'pt-BR':
      'O banco de dados caiu antes de dizer se isto foi feito: confira antes de pedir de novo. O que se repete com a mesma Idempotency-Key é feito uma só vez.',
  },
  'platform.oneHost': {
    en: 'The request names two hosts, or none that can be read.',
    'pt-BR': 'O pedido nomeia dois hosts, ou nenhum que se possa ler.',
  },
  'platform.developmentHost': {
    en: 'In development the service answers only to names of this machine, and {host} is none: list it in DEVELOPMENT_HOSTS.',
    'pt-BR':
      'Em desenvolvimento o serviço só atende por nomes desta máquina, e {host} não é um deles: liste-o em DEVELOPMENT_HOSTS.',
  },
  'platform.oneExport': {
    code: 'RATE_LIMITED',
    en: 'Another file is still being sent to you: wait until it has come.',
    'pt-BR': 'Outro arquivo ainda está sendo enviado a você: espere até ele chegar.',
  },
  'platform.rateLimited': {
    code: 'RATE_LIMITED',
    en: 'Too much was asked for from your account or your network: try again in {seconds, plural, one {1 second} other {{seconds} seconds}}.',
    'pt-BR':
      'Sua conta ou sua rede pediu demais: tente de novo em {seconds, plural, one {1 segundo} other {{seconds} segundos}}.',
  },
  'platform.noRoute': { en: 'There is nothing at {method} {path}.', 'pt-BR': 'Não há nada em {method} {path}.' },
  'platform.methodNotServed': {
    en: '{method} is not served here; {allow} are.',
    'pt-BR': '{method} não é atendido aqui; {allow} são.',
  },
  'platform.methodNotServedBut': {
    en: '{method} is not served here, but {allow}.',
    'pt-BR': '{method} não é atendido aqui, mas {allow}.',
  },
  'platform.sendJson': {
    en: 'Send the body as JSON, with Content-Type: application/json.',
    'pt-BR': 'Envie o corpo como JSON, com Content-Type: application/json.',
  },
  'platform.unreadableAddress': {
    code: 'BAD_USER_INPUT',
    en: 'The address has signs that cannot be read: check it.',
    'pt-BR': 'O endereço tem sinais que não dá para ler: confira-o.',
  },
  'platform.invalidJson': {
    code: 'BAD_USER_INPUT',
    en: 'The body is not valid JSON.',
    'pt-BR': 'O corpo não é um JSON válido.',
  },
  'platform.bodyNotObject': {
    code: 'BAD_USER_INPUT',
    en: 'The body must be a JSON object.',
    'pt-BR': 'O corpo deve ser um objeto JSON.',
  },
  'platform.bodyTooLarge': { en: 'Request body is too large', 'pt-BR': 'O corpo da requisição é grande demais' },
  'platform.tooManySubscriptions': {
    code: 'UNAVAILABLE',
    en: 'There are too many live subscriptions: try again in a moment.',
    'pt-BR': 'Há assinaturas ativas demais: tente de novo em instantes.',
  },
  'platform.idempotencyMismatch': {
    code: 'IDEMPOTENCY_MISMATCH',
    en: 'This Idempotency-Key was sent before with another request: use a new key.',
    'pt-BR': 'Esta Idempotency-Key já veio com outra requisição: use uma chave nova.',
  },
  'platform.idempotencyKey': {
    rule: 'idempotencyKey',
    en: 'must be 1 to 255 visible ASCII characters',
    'pt-BR': 'deve ter de 1 a 255 caracteres ASCII visíveis',
  },
  'platform.required': { rule: 'required', en: 'is required', 'pt-BR': 'é obrigatório' },
  'platform.notNull': { rule: 'notNull', en: 'must not be null', 'pt-BR': 'não pode ser nulo' },
  'platform.oneOf': { rule: 'enum', en: 'must be one of {values}', 'pt-BR': 'deve ser um destes: {values}' },
  'platform.notBlank': { rule: 'notBlank', en: 'must not be blank', 'pt-BR': 'não pode ficar em branco' },
  'platform.unusableCharacter': {
    rule: 'storable',
    en: 'has a character that no text may have (NUL or another control character, one that turns the direction of writing, or half of a surrogate pair)',
    'pt-BR':
      'tem um caractere que nenhum texto pode ter (NUL ou outro de controle, um que muda a direção da escrita, ou metade de um par substituto)',
  },
  'platform.invisibleCharacter': {
    rule: 'visible',
    en: 'has a character that nobody sees, such as a line break or a space of no width',
    'pt-BR': 'tem um caractere invisível, como uma quebra de linha ou um espaço sem largura: apague e digite de novo',
  },
  'platform.accents': {
    rule: 'accents',
    en: 'has more than three accents on one letter',
    'pt-BR': 'tem mais de três acentos em uma letra',
  },
  'platform.cursor': {
    rule: 'cursor',
    en: 'must be a cursor that this list answered',
    'pt-BR': 'deve ser um cursor que esta lista respondeu',
  },
  'platform.valid': { rule: 'valid', en: 'is not valid', 'pt-BR': 'não é válido' },
  'platform.maxLength': {
    rule: 'maxLength',
    en: 'must have at most {max} characters',
    'pt-BR': 'deve ter no máximo {max} caracteres',
  },
  'platform.min': { rule: 'min', en: 'must be at least {min}', 'pt-BR': 'deve ser pelo menos {min}' },
  'platform.max': { rule: 'max', en: 'must be at most {max}', 'pt-BR': 'deve ser no máximo {max}' },
  'platform.urlCharacters': {
    en: 'must not contain spaces, line breaks or other invisible characters',
    'pt-BR': 'não pode conter espaços, quebras de linha nem outros caracteres invisíveis',
  },
  'platform.otherEnd': { en: 'must not be sent with last or before', 'pt-BR': 'não pode vir junto com last ou before' },
  'platform.tooManyPictures': {
    code: 'UNAVAILABLE',
    en: 'Too many pictures are being drawn: try again in a moment.',
    'pt-BR': 'Há imagens demais sendo feitas: tente de novo em instantes.',
  },
  'platform.tooManyChanges': {
    code: 'UNAVAILABLE',
    en: 'Too much is being changed there at once, and nothing was done of this: try again in a moment.',
    'pt-BR': 'Há mudanças demais ali ao mesmo tempo, e nada disto foi feito: tente de novo em instantes.',
  },
  'platform.length': {
    rule: 'length',
    en: 'must have {min} to {max} characters',
    'pt-BR': 'deve ter de {min} a {max} caracteres',
  },
  'platform.operatorPasswordLength': {
    rule: 'length',
    en: 'must have {min} to {max} characters, not counting spaces at its ends',
    'pt-BR': 'deve ter de {min} a {max} caracteres, sem contar espaços nas pontas',
  },
  'platform.notLess': { rule: 'min', en: 'must not be less than {min}', 'pt-BR': 'não pode ser menor que {min}' },
  'platform.notGreater': { rule: 'max', en: 'must not be greater than {max}', 'pt-BR': 'não pode ser maior que {max}' },
  'platform.range': { rule: 'range', en: 'must be from {min} to {max}', 'pt-BR': 'deve ser de {min} a {max}' },
  'platform.email': { rule: 'email', en: 'must be an email', 'pt-BR': 'deve ser um e-mail' },
  'platform.afterFrom': { rule: 'after', en: 'must be after from', 'pt-BR': 'deve ser depois de from' },
  'platform.eitherOne': {
    rule: 'onlyOne',
    en: 'must be given, or the other, not both',
    'pt-BR': 'deve ser enviado, ou o outro, não os dois',
  },
  'platform.moreThan': { rule: 'min', en: 'must be more than {min}', 'pt-BR': 'deve ser mais que {min}' },
  'platform.above': { rule: 'min', en: 'must be above {min}', 'pt-BR': 'deve ser mais que {min}' },
  'platform.daysAfterFrom': {
    rule: 'range',
    en: 'must be 0 to {max} days after from',
    'pt-BR': 'deve ser de 0 a {max} dias depois de from',
  },
  'platform.commonPassword': {
    rule: 'common',
    en: 'is easy to guess, because it {why, select, repeats {repeats itself} person {has your name or e-mail address} other {is made of common words, dates or rows of keys}}: use four words that have nothing to do with each other',
    'pt-BR':
      'é fácil de adivinhar, porque {why, select, repeats {se repete} person {tem o seu nome ou e-mail} other {é feita de palavras comuns, datas ou teclas vizinhas}}: use quatro palavras que não têm nada a ver uma com a outra',
  },
  'platform.tooManyLogins': {
    code: 'UNAVAILABLE',
    en: 'Too many people are logging in just now: try again in a few seconds.',
    'pt-BR': 'Muita gente está entrando agora: tente de novo em alguns segundos.',
  },
  'platform.absoluteUrl': {
    rule: 'url',
    en: 'must be an absolute URL, such as {example}',
    'pt-BR': 'deve ser uma URL absoluta, como {example}',
  },
  'platform.urlCredentials': {
    rule: 'credentials',
    en: 'must not contain a user name or a password',
    'pt-BR': 'não pode conter usuário nem senha',
  },
  'platform.urlTooLong': {
    rule: 'maxLength',
    en: 'must have at most {max} characters once escaped',
    'pt-BR': 'deve ter no máximo {max} caracteres depois de codificado',
  },
  'platform.urlScheme': { rule: 'https', en: 'must start with {scheme}', 'pt-BR': 'deve começar com {scheme}' },
  'platform.urlPort': {
    rule: 'port',
    en: 'must use an allowed port ({ports}), not {port}',
    'pt-BR': 'deve usar uma porta permitida ({ports}), não {port}',
  },
  'platform.privateAddress': {
    rule: 'publicHost',
    en: 'must not point to a private or reserved address',
    'pt-BR': 'não pode apontar para um endereço privado ou reservado',
  },
  'platform.publicHost': {
    rule: 'publicHost',
    en: 'must name a host of the public internet',
    'pt-BR': 'deve ser um host da internet pública',
  },
  'platform.urlFragment': {
    rule: 'fragment',
    en: 'must not contain a fragment (#)',
    'pt-BR': 'não pode conter um fragmento (#)',
  },
  'platform.and': { en: '{one} and {other}', 'pt-BR': '{one} e {other}' },
  'platform.or': { en: '{one} or {other}', 'pt-BR': '{one} ou {other}' },
});

declare module './texts.js' {
  interface Texts extends TextsOf<typeof platformTexts> {}
}
