import { defineTexts, type TextsOf } from '../platform/texts.js';

export const siteTexts = defineTexts({
  'site.notificationNotFound': { code: 'NOT_FOUND', en: 'There is no such notification.', 'pt-BR': 'Aviso não encontrado.' },
  'site.faqNotFound': { code: 'NOT_FOUND', en: 'There is no such FAQ.', 'pt-BR': 'Pergunta frequente não encontrada.' },
  'site.tooManyFaqs': {
    code: 'CONFLICT',
    en: 'There are {most} FAQs already; delete one first.',
    'pt-BR': 'Já há {most} perguntas frequentes; exclua uma antes.',
  },
  'site.tooManyNotifications': {
    code: 'CONFLICT',
    en: 'There are {most} notifications already; delete one first.',
    'pt-BR': 'Já há {most} avisos; exclua um antes.',
  },
  'site.cnpj': { rule: 'cnpj', en: 'must be a valid CNPJ', 'pt-BR': 'deve ser um CNPJ válido' },
  'site.handle': {
    rule: 'handle',
    en: 'must be a handle, or an https address of that network',
    'pt-BR': 'deve ser um nome de usuário, ou um endereço https daquela rede',
  },
  'site.color': { rule: 'color', en: 'must be a colour like {example}', 'pt-BR': 'deve ser uma cor como {example}' },
  'site.networkOnce': { rule: 'unique', en: 'must name each network once', 'pt-BR': 'deve citar cada rede uma só vez' },
  'site.trackingId': { rule: 'trackingId', en: 'must be {like}', 'pt-BR': 'deve ser {like}' },
  'site.metaPixelId': { en: '10 to 20 digits', 'pt-BR': 'só o identificador, de 10 a 20 dígitos' },
  'site.googleAnalyticsId': {
    en: 'G- and capital letters or digits, like G-ABC1234567',
    'pt-BR': 'só o identificador, como G-ABC1234567',
  },
  'site.googleTagManagerId': {
    en: 'GTM- and capital letters or digits, like GTM-ABC1234',
    'pt-BR': 'só o identificador, como GTM-ABC1234',
  },
  'site.googleAdsId': { en: 'AW- and digits, like AW-123456789', 'pt-BR': 'só o identificador, como AW-123456789' },
  'site.tiktokPixelId': {
    en: '16 to 32 capital letters and digits',
    'pt-BR': 'só o identificador, de 16 a 32 letras maiúsculas e dígitos',
  },
  'site.kwaiPixelId': { en: '6 to 24 digits', 'pt-BR': 'só o identificador, de 6 a 24 dígitos' },
  'site.afterStart': { rule: 'after', en: 'must be later than startsAt', 'pt-BR': 'deve ser depois do início' },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof siteTexts> {}
}
