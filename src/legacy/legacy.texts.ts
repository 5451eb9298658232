import { defineTexts, type TextsOf } from '../platform/texts.js';

export const legacyTexts = defineTexts({
  'legacy.clientNotFound': { code: 'NOT_FOUND', en: 'There is no such API client.', 'pt-BR': 'Cliente de API não encontrado.' },
  'legacy.billingOrderNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such billing order.',
    'pt-BR': 'Cobrança não encontrada.',
  },
  'legacy.alreadyPaid': {
    code: 'CONFLICT',
    en: 'It was paid, so it cannot be cancelled. Its payment can be refunded.',
    'pt-BR': 'Ela foi paga, então não pode ser cancelada. O pagamento pode ser devolvido.',
  },
  'legacy.clientTokenNeeded': {
    code: 'UNAUTHENTICATED',
    en: 'This needs the access token of an API client: POST /auth/v1/token gives one.',
    'pt-BR': 'Isto exige o token de acesso de um cliente de API: POST /auth/v1/token dá um.',
  },
  'legacy.clientsOnly': { code: 'FORBIDDEN', en: 'This is for API clients only.', 'pt-BR': 'Isto é só para clientes de API.' },
  'legacy.wrongCompany': {
    code: 'FORBIDDEN',
    en: 'X-Company-ID is not the number of this client.',
    'pt-BR': 'X-Company-ID não é o número deste cliente.',
  },
  'legacy.signatureNeeded': {
    code: 'UNAUTHENTICATED',
    en: 'Calls of this client must carry a Signature.',
    'pt-BR': 'As chamadas deste cliente devem trazer Signature.',
  },
  'legacy.wrongSignature': {
    code: 'UNAUTHENTICATED',
    en: 'The Signature is not that of this body.',
    'pt-BR': 'A Signature não é a deste corpo.',
  },
  'legacy.wrongSecret': { code: 'UNAUTHENTICATED', en: 'The client_secret is wrong.', 'pt-BR': 'O client_secret está errado.' },
  'legacy.clientBlocked': {
    code: 'FORBIDDEN',
    en: 'This client is blocked: ask the operator why.',
    'pt-BR': 'Este cliente está bloqueado: pergunte o motivo ao operador.',
  },
  'legacy.noStaticCodes': {
    code: 'UNAVAILABLE',
    en: 'No payment provider that reports payments of static codes is active just now: try again later.',
    'pt-BR': 'Nenhum provedor de pagamento que informe códigos estáticos está ativo agora: tente mais tarde.',
  },
  'legacy.unusableCharacter': {
    rule: 'storable',
    en: 'has a character that no text may have (NUL, or half of a surrogate pair)',
    'pt-BR': 'tem um caractere que nenhum texto pode ter (NUL, ou metade de um par substituto)',
  },
  'legacy.type': {
    rule: 'type',
    en: 'must be {type, select, string {a text} stringOrNull {a text or null} object {an object} objectOrNull {an object or null} other {of another type}}',
    'pt-BR':
      'deve ser {type, select, string {um texto} stringOrNull {um texto ou nulo} object {um objeto} objectOrNull {um objeto ou nulo} other {de outro tipo}}',
  },
  'legacy.either': { rule: 'enum', en: 'must be {values}', 'pt-BR': 'deve ser {values}' },
  'legacy.pageSize': {
    rule: 'range',
    en: 'must be a whole number from 1 to {max}',
    'pt-BR': 'deve ser um número inteiro de 1 a {max}',
  },
  'legacy.noSecret': { rule: 'secretKind', en: 'must name at least one secret', 'pt-BR': 'deve citar pelo menos um segredo' },
  'legacy.repeatUnchanged': {
    rule: 'repeatUnchanged',
    en: 'belongs to another charge of yours: repeat it unchanged, or choose a new external_id',
    'pt-BR': 'é de outra cobrança sua: repita sem mudar nada, ou escolha um external_id novo',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof legacyTexts> {}
}
