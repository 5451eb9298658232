import { defineTexts, type TextsOf } from '../platform/texts.js';

export const secondFactorTexts = defineTexts({
  'secondFactor.notBegun': {
    code: 'CONFLICT',
    en: 'No authenticator app waits for a code: begin with beginTotp.',
    'pt-BR': 'Nenhum aplicativo autenticador espera um código: comece com beginTotp.',
  },
  'secondFactor.none': {
    code: 'CONFLICT',
    en: 'The account has no second factor: set one up first.',
    'pt-BR': 'A conta não tem segundo fator: configure um primeiro.',
  },
  'secondFactor.operatorsOnly': {
    code: 'CONFLICT',
    en: 'Only operators have a second factor.',
    'pt-BR': 'Só operadores têm segundo fator.',
  },
  'secondFactor.noPasskey': {
    rule: 'passkey',
    en: 'must be the JSON that the browser answers with for a passkey',
    'pt-BR': 'deve ser o JSON com que o navegador responde por uma chave de acesso',
  },
  'secondFactor.wrongPasskey': {
    rule: 'wrong',
    en: 'was not accepted: it is of another account or address, its device did not verify you, or it took more than five minutes. Ask the browser again',
    'pt-BR':
      'não foi aceita: é de outra conta ou endereço, o aparelho não verificou você, ou passaram mais de cinco minutos. Peça de novo ao navegador',
  },
  'secondFactor.manyPasskeys': {
    code: 'CONFLICT',
    en: 'The account has {most} passkeys, which is as many as it can have: remove one first.',
    'pt-BR': 'A conta já tem {most} chaves de acesso, o máximo: remova uma antes.',
  },
  'secondFactor.passkeyTaken': {
    code: 'CONFLICT',
    en: 'This passkey is registered already.',
    'pt-BR': 'Esta chave de acesso já está cadastrada.',
  },
  'secondFactor.passkeyNotFound': {
    code: 'NOT_FOUND',
    en: 'You have no passkey with this id.',
    'pt-BR': 'Você não tem chave de acesso com este id.',
  },
  'secondFactor.wrongCode': {
    rule: 'wrong',
    en: 'is wrong, or was used already: wait for the next one',
    'pt-BR': 'está incorreto, ou já foi usado: espere o próximo',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof secondFactorTexts> {}
}
