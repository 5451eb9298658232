import { defineTexts, type TextsOf } from '../platform/texts.js';

/** What GraphQL refuses before anything is done, and what any input may break. */
export const graphqlTexts = defineTexts({
  'graphql.documentTooLarge': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'The document is too large: at most {most} tokens, and not the same fields over and over.',
    'pt-BR': 'O documento é grande demais: no máximo {most} tokens, e não os mesmos campos repetidos.',
  },
  'graphql.costsTooMuch': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'This costs {cost}, and at most {most} is allowed: a field counts one or more, a page its size. Ask for smaller pages, or for less at once.',
    'pt-BR':
      'Isto custa {cost}, e o máximo é {most}: um campo conta um ou mais, uma página o seu tamanho. Peça páginas menores, ou menos de uma vez.',
  },
  'graphql.variablesDoNotFit': {
    code: 'BAD_USER_INPUT',
    en: 'The variables do not fit their types.',
    'pt-BR': 'As variáveis não têm os tipos certos.',
  },
  'graphql.tokenNeeded': {
    code: 'UNAUTHENTICATED',
    en: 'This needs an access token: log in first.',
    'pt-BR': 'Isto exige um token de acesso: entre primeiro.',
  },
  'graphql.rolesOnly': { code: 'FORBIDDEN', en: 'This is for {roles} only.', 'pt-BR': 'Isto é só para {roles}.' },
  'graphql.tooDeep': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'It is {depth} fields deep; at most {most} are allowed.',
    'pt-BR': 'Tem {depth} campos de profundidade; o máximo é {most}.',
  },
  'graphql.tooManyOperations': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'It calls {fields} operations; at most {most} fit one request.',
    'pt-BR': 'Chama {fields} operações; cabem no máximo {most} em uma requisição.',
  },
  'graphql.tooManyFields': {
    code: 'QUERY_TOO_COMPLEX',
    en: 'With its fragments it selects more than {most} fields.',
    'pt-BR': 'Com os fragmentos, seleciona mais de {most} campos.',
  },
  'graphql.subscribeByWebSocket': {
    code: 'BAD_USER_INPUT',
    en: 'Subscriptions are served over WebSocket at this address (graphql-transport-ws).',
    'pt-BR': 'Assinaturas são atendidas por WebSocket neste endereço (graphql-transport-ws).',
  },
  'graphql.subscriptionsOnly': {
    code: 'BAD_USER_INPUT',
    en: 'Only subscriptions are served here: send queries and mutations by POST.',
    'pt-BR': 'Só assinaturas são atendidas aqui: envie consultas e mutações por POST.',
  },
  'graphql.noSuchOperation': {
    code: 'BAD_USER_INPUT',
    en: 'The document has no operation of that name, or none is named.',
    'pt-BR': 'O documento não tem operação com esse nome, ou nenhuma foi nomeada.',
  },
  'graphql.conditionalSubscription': {
    en: 'A subscription has exactly one field, so that field has no condition: leave out @skip and @include there, and do not subscribe to what is not wanted.',
    'pt-BR':
      'Uma assinatura tem exatamente um campo, então ele não tem condição: deixe fora @skip e @include, e não assine o que não quer.',
  },
  'graphql.subscriptionsOfConnection': {
    code: 'RATE_LIMITED',
    en: 'One connection has at most {most} live subscriptions: complete one of them first, or open another connection.',
    'pt-BR': 'Uma conexão tem no máximo {most} assinaturas ativas: complete uma delas antes, ou abra outra conexão.',
  },
  'graphql.subscriptionsOfAccount': {
    code: 'RATE_LIMITED',
    en: 'One account has at most {most} live subscriptions: close other pages that follow something, or complete their subscriptions, and try again.',
    'pt-BR':
      'Uma conta tem no máximo {most} assinaturas ativas: feche outras páginas que acompanham algo, ou complete as assinaturas delas, e tente de novo.',
  },
  'graphql.subscriptionsOfNetwork': {
    code: 'RATE_LIMITED',
    en: 'One network address has at most {most} live subscriptions: close other pages that follow something, or complete their subscriptions, and try again.',
    'pt-BR':
      'Um endereço de rede tem no máximo {most} assinaturas ativas: feche outras páginas que acompanham algo, ou complete as assinaturas delas, e tente de novo.',
  },
  'graphql.tokenEnded': {
    code: 'UNAUTHENTICATED',
    en: 'The access token is not valid any more: log in again.',
    'pt-BR': 'O token de acesso não é mais válido: entre de novo.',
  },
  'graphql.unknownField': { rule: 'unknownField', en: 'is not a field of this input', 'pt-BR': 'não é um campo desta operação' },
  'graphql.object': { rule: 'object', en: 'must be an object', 'pt-BR': 'deve ser um objeto' },
  'graphql.text': { rule: 'text', en: 'must be text', 'pt-BR': 'deve ser um texto' },
  'graphql.boolean': { rule: 'boolean', en: 'must be true or false', 'pt-BR': 'deve ser true ou false' },
  'graphql.wholeNumber': { rule: 'wholeNumber', en: 'must be a whole number', 'pt-BR': 'deve ser um número inteiro' },
  'graphql.number': { rule: 'number', en: 'must be a number', 'pt-BR': 'deve ser um número' },
  'graphql.hundredths': {
    rule: 'hundredths',
    en: 'must be a number with at most two decimals',
    'pt-BR': 'deve ser um número com no máximo duas casas decimais',
  },
  'graphql.money': {
    rule: 'money',
    en: 'must be an amount in reais with at most two decimals, like "{example}"',
    'pt-BR': 'deve ser um valor em reais com no máximo duas casas decimais, como "{example}"',
  },
  'graphql.dateTime': {
    rule: 'dateTime',
    en: 'must be an ISO 8601 instant, like {example}',
    'pt-BR': 'deve ser um instante ISO 8601, como {example}',
  },
  'graphql.date': { rule: 'date', en: 'must be a date, like {example}', 'pt-BR': 'deve ser uma data, como {example}' },
  'graphql.tooManyItems': { rule: 'maxItems', en: 'has more than {max} items', 'pt-BR': 'tem mais de {max} itens' },
  'graphql.validType': { rule: 'valid', en: 'is not a valid {type}', 'pt-BR': 'não é um {type} válido' },
  'graphql.https': { rule: 'https', en: 'must be an https address', 'pt-BR': 'deve ser um endereço https' },
  'graphql.http': { rule: 'http', en: 'must be an http or https address', 'pt-BR': 'deve ser um endereço http ou https' },
  'graphql.integer': { rule: 'wholeNumber', en: 'must be an integer number', 'pt-BR': 'deve ser um número inteiro' },
  'graphql.uuid': { rule: 'uuid', en: 'must be a UUID', 'pt-BR': 'deve ser um UUID' },
  'graphql.longerThan': {
    rule: 'minLength',
    en: 'must be longer than or equal to {min} characters',
    'pt-BR': 'deve ter pelo menos {min} caracteres',
  },
  'graphql.shorterThan': {
    rule: 'maxLength',
    en: 'must be shorter than or equal to {max} characters',
    'pt-BR': 'deve ter no máximo {max} caracteres',
  },
  'graphql.minItems': {
    rule: 'minItems',
    en: 'must contain at least {min} elements',
    'pt-BR': 'deve ter pelo menos {min} itens',
  },
  'graphql.maxItems': {
    rule: 'maxItems',
    en: 'must contain no more than {max} elements',
    'pt-BR': 'deve ter no máximo {max} itens',
  },
  'graphql.unique': { rule: 'unique', en: 'must name each one once', 'pt-BR': 'deve citar cada um uma só vez' },
  'graphql.secondFactorFirst': {
    code: 'SECOND_FACTOR_REQUIRED',
    en: 'Your role needs a second factor: set one up first.',
    'pt-BR': 'A sua função exige um segundo fator: configure um primeiro.',
  },
  'graphql.ownerOnly': {
    code: 'FORBIDDEN',
    en: 'Among operators this is for OWNER only: ask an owner.',
    'pt-BR': 'Entre os operadores, só um dono pode fazer isto: peça a um.',
  },
  'graphql.operatorRole': {
    en: '{role}',
    'pt-BR': '{role, select, FINANCE {financeiro} MANAGER {gerente} SUPPORT {atendimento} other {{role}}}',
  },
  'graphql.operatorsOnly': {
    code: 'FORBIDDEN',
    en: 'Among operators this is for OWNER and {others} only: ask an owner.',
    'pt-BR': 'Entre os operadores, só estas funções podem fazer isto: dono, {others}. Peça a um dono.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof graphqlTexts> {}
}
