import { defineTexts, type TextsOf } from '../platform/texts.js';

export const authTexts = defineTexts({
  'auth.sessionNotFound': { code: 'NOT_FOUND', en: 'There is no such session.', 'pt-BR': 'Sessão não encontrada.' },
  'auth.foreignPage': {
    code: 'FORBIDDEN',
    en: 'Only the dashboard of this service may do this.',
    'pt-BR': 'Só o painel deste serviço pode fazer isso.',
  },
  'auth.sessionExpired': {
    code: 'TOKEN_EXPIRED',
    en: 'The session has expired: log in again.',
    'pt-BR': 'A sessão expirou: entre de novo.',
  },
  'auth.invalidToken': {
    code: 'UNAUTHENTICATED',
    en: 'The access token is not valid: log in again.',
    'pt-BR': 'O token de acesso não é válido: entre de novo.',
  },
  'auth.tokenExpired': {
    code: 'TOKEN_EXPIRED',
    en: 'The access token has expired: refresh the session, or log in again.',
    'pt-BR': 'O token de acesso expirou: renove a sessão, ou entre de novo.',
  },
  'auth.refreshTokenEnded': {
    code: 'UNAUTHENTICATED',
    en: 'The refresh token is not valid any more: log in again.',
    'pt-BR': 'O token de renovação não é mais válido: entre de novo.',
  },
  'auth.wrongCode': {
    code: 'UNAUTHENTICATED',
    en: 'The phone or the code is wrong, or the code does not hold any more.',
    'pt-BR': 'Código incorreto, ou que já não vale. Confira o telefone ou peça outro.',
  },
  'auth.noCodesThere': {
    rule: 'country',
    en: 'is of a country to which no codes are sent',
    'pt-BR': 'é de um país para o qual não se enviam códigos',
  },
  'auth.passwordNeeded': {
    rule: 'needed',
    en: 'is needed, because no codes can be sent there',
    'pt-BR': 'é necessária, porque não dá para enviar códigos para lá',
  },
  'auth.codesCannotBeSent': {
    code: 'UNAVAILABLE',
    en: 'Codes cannot be sent just now: log in with your password.',
    'pt-BR': 'Não dá para enviar códigos agora: entre com a sua senha.',
  },
  'auth.contactCodesCannotBeSent': {
    code: 'UNAVAILABLE',
    en: 'Codes cannot be sent just now: try again later, or ask the people of this site.',
    'pt-BR': 'Não dá para enviar códigos agora: tente mais tarde, ou peça à equipe do site.',
  },
  'auth.contactNeeded': { rule: 'needed', en: 'or the other is needed', 'pt-BR': 'ou o outro é necessário' },
  'auth.oneContact': { rule: 'onlyOne', en: 'must not be given beside the other', 'pt-BR': 'não pode vir junto com o outro' },
  'auth.codeNeeded': {
    rule: 'needed',
    en: 'is needed: request it with requestContactCode',
    'pt-BR': 'é necessário: peça com requestContactCode',
  },
  'auth.wrongContactCode': {
    rule: 'wrong',
    en: 'is wrong, or does not hold any more',
    'pt-BR': 'está incorreto, ou já não vale',
  },
  'auth.tooManyCallers': {
    code: 'UNAVAILABLE',
    en: 'Too many people are coming just now: try again in a moment.',
    'pt-BR': 'Muita gente está chegando agora: tente de novo em instantes.',
  },
  'auth.accountChanged': {
    code: 'CONFLICT',
    en: 'The account was changed just now: try again.',
    'pt-BR': 'A conta acabou de mudar: tente de novo.',
  },
  'auth.sessionNeeded': {
    rule: 'needed',
    en: 'is needed, for no access token of a session came',
    'pt-BR': 'é necessário, pois não veio o token de acesso de uma sessão',
  },
  'auth.tooManyAttempts': {
    code: 'RATE_LIMITED',
    en: 'Too many attempts: try again in {seconds} seconds.',
    'pt-BR': 'Foram muitas tentativas: espere {seconds} segundos.',
  },
  'auth.tooManySignUps': {
    code: 'RATE_LIMITED',
    en: 'This phone was registered many times today: log in with a code, or try again in {seconds} seconds.',
    'pt-BR': 'Este telefone foi cadastrado muitas vezes hoje: entre com um código, ou espere {seconds} segundos.',
  },
  'auth.wrongPhoneOrPassword': {
    code: 'UNAUTHENTICATED',
    en: 'The phone or the password is wrong.',
    'pt-BR': 'Telefone ou senha incorretos.',
  },
  'auth.wrongEmailOrPassword': {
    code: 'UNAUTHENTICATED',
    en: 'The email or the password is wrong.',
    'pt-BR': 'E-mail ou senha incorretos.',
  },
  'auth.secondFactorNeeded': {
    code: 'SECOND_FACTOR_REQUIRED',
    en: 'This account has a second factor: send secondFactor too.',
    'pt-BR': 'Esta conta tem segundo fator: envie também secondFactor.',
  },
  'auth.secondFactorMethods': {
    rule: 'needed',
    en: 'is needed, by one of these methods: {methods}',
    'pt-BR': 'é necessário, por um destes métodos: {methods}',
  },
  'auth.wrongSecondFactor': {
    code: 'UNAUTHENTICATED',
    en: 'The code is wrong, or was used already: wait for the next one.',
    'pt-BR': 'Código incorreto, ou que já foi usado: espere o próximo.',
  },
  'auth.codeOrPasskey': {
    rule: 'needed',
    en: 'needs exactly one of code and passkey',
    'pt-BR': 'precisa de exatamente um destes: code ou passkey',
  },
  'auth.wrongPasskey': {
    code: 'UNAUTHENTICATED',
    en: 'The passkey was not accepted: it is of no operator here, or it took more than five minutes. Try again, or log in with the password.',
    'pt-BR':
      'A chave de acesso não foi aceita: não é de nenhum operador daqui, ou passaram mais de cinco minutos. Tente de novo, ou entre com a senha.',
  },
  'auth.noSessionToProve': {
    code: 'CONFLICT',
    en: 'The token has no session that could remember it: log in again.',
    'pt-BR': 'O token não tem sessão que possa lembrar isso: entre de novo.',
  },
  'auth.stepUpNeeded': {
    code: 'STEP_UP_REQUIRED',
    en: 'Confirm who you are first: call confirmIdentity with {proof, select, secondFactor {your second factor} other {your password}}, or log in again.',
    'pt-BR':
      'Confirme antes quem você é: chame confirmIdentity com {proof, select, secondFactor {o seu segundo fator} other {a sua senha}}, ou entre de novo.',
  },
  'auth.orElse': {
    rule: 'needed',
    en: 'is needed, or else a {other}',
    'pt-BR': 'é necessário, ou então {other, select, code {um código} other {uma senha}}',
  },
  'auth.notBeside': {
    rule: 'onlyOne',
    en: 'must not be given beside a {other}',
    'pt-BR': 'não pode vir junto com {other, select, code {um código} other {uma senha}}',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof authTexts> {}
}
