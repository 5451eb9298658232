import { defineTexts, type TextsOf } from '../platform/texts.js';

export const webhooksTexts = defineTexts({
  'webhooks.notFound': { code: 'NOT_FOUND', en: 'There is no such webhook.', 'pt-BR': 'Webhook não encontrado.' },
  'webhooks.deliveryNotFound': { code: 'NOT_FOUND', en: 'There is no such delivery.', 'pt-BR': 'Entrega não encontrada.' },
  'webhooks.tooManyEndpoints': {
    code: 'CONFLICT',
    en: 'There are {most} endpoints already: delete one first.',
    'pt-BR': 'Já há {most} endpoints: exclua um antes.',
  },
  'webhooks.tooMany': {
    rule: 'maxItems',
    en: 'is one too many: {max} webhooks are registered already, delete one first',
    'pt-BR': 'passa do limite: já há {max} webhooks cadastrados, exclua um antes',
  },
  'webhooks.codeNotKept': {
    code: 'CONFLICT',
    en: 'The code in it is not kept: let the buyer ask for another.',
    'pt-BR': 'O código não fica guardado: que o comprador peça outro.',
  },
  'webhooks.endpointDisabled': {
    code: 'CONFLICT',
    en: 'The endpoint is disabled: enable it first.',
    'pt-BR': 'O endpoint está desativado: ative-o antes.',
  },
  'webhooks.tooManyTests': {
    code: 'RATE_LIMITED',
    en: 'At most {most} test events a minute go to an endpoint: wait a minute.',
    'pt-BR': 'No máximo {most} eventos de teste por minuto vão para um endpoint: espere um minuto.',
  },
  'webhooks.endpointGone': {
    code: 'CONFLICT',
    en: 'Its endpoint is deleted or disabled: enable it first.',
    'pt-BR': 'O endpoint foi excluído ou desativado: ative-o antes.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof webhooksTexts> {}
}
