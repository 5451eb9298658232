import { defineTexts, type TextsOf } from '../platform/texts.js';

export const paymentsTexts = defineTexts({
  'payments.notFound': { code: 'NOT_FOUND', en: 'There is no such payment.', 'pt-BR': 'Pagamento não encontrado.' },
  'payments.lateNotFound': {
    code: 'NOT_FOUND',
    en: 'There is no such late payment.',
    'pt-BR': 'Pagamento atrasado não encontrado.',
  },
  'payments.moneyNote': {
    rule: 'reason',
    en: 'must say in 1 to 500 characters what became of the money',
    'pt-BR': 'deve dizer em 1 a 500 caracteres o que foi feito do dinheiro',
  },
  'payments.tooMany': {
    code: 'UNAVAILABLE',
    en: 'Too many payments are arriving: try again in a moment.',
    'pt-BR': 'Há pagamentos demais chegando: tente de novo em instantes.',
  },
  'payments.heldUp': {
    code: 'UNAVAILABLE',
    en: 'Payments are held up, and this one was not recorded: try again in a moment.',
    'pt-BR': 'Os pagamentos estão parados, e este não foi registrado: tente de novo em instantes.',
  },
  'payments.tooManyCallbacks': {
    code: 'UNAVAILABLE',
    en: 'Too many callbacks are arriving: send it again in a moment.',
    'pt-BR': 'Há notificações demais chegando: envie de novo em instantes.',
  },
  'payments.callbackSecret': {
    code: 'UNAUTHENTICATED',
    en: 'The callback does not carry the secret.',
    'pt-BR': 'A notificação não traz o segredo.',
  },
  'payments.callbackBody': {
    code: 'BAD_USER_INPUT',
    en: 'The body is not a callback of this provider.',
    'pt-BR': 'O corpo não é uma notificação deste provedor.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof paymentsTexts> {}
}
