import { defineTexts, type TextsOf } from '../platform/texts.js';

export const referralsTexts = defineTexts({
  'referrals.referenceTaken': {
    rule: 'payout',
    en: 'stands for a payout of {amount} already',
    'pt-BR': 'já identifica um repasse de {amount, number, money}',
  },
  'referrals.morePayable': {
    rule: 'max',
    en: 'is more than what is payable, {max}',
    'pt-BR': 'é mais do que há a pagar, {max, number, money}',
  },
  'referrals.barred': {
    code: 'CONFLICT',
    en: 'The referrer is blocked or deleted: nothing is payable.',
    'pt-BR': 'Quem indicou está bloqueado ou foi excluído: não há nada a pagar.',
  },
  'referrals.reference': { code: 'CONFLICT', en: 'This reference {problem}.', 'pt-BR': 'Esta referência {problem}.' },
  'referrals.amount': { code: 'CONFLICT', en: 'The amount {problem}.', 'pt-BR': 'O valor {problem}.' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof referralsTexts> {}
}
