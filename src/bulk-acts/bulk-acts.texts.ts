import { defineTexts, type TextsOf } from '../platform/texts.js';

export const bulkActsTexts = defineTexts({
  'bulkActs.notFound': {
    code: 'NOT_FOUND',
    en: 'There is no such act. It is deleted 30 days after its end.',
    'pt-BR': 'Ação não encontrada. Ela é apagada 30 dias depois de terminar.',
  },
  'bulkActs.tooMany': {
    code: 'CONFLICT',
    en: '{most} of your acts on many wait or run: stop one of them, or wait for its end.',
    'pt-BR': '{most} das suas ações em massa aguardam ou estão em andamento: pare uma delas ou espere terminar.',
  },
  'bulkActs.orderIds': {
    rule: 'orderIds',
    en: 'must be the numbers of orders',
    'pt-BR': 'devem ser números de pedidos',
  },
  'bulkActs.uuids': { rule: 'uuids', en: 'must be UUIDs', 'pt-BR': 'devem ser UUIDs' },
  'bulkActs.ended': {
    code: 'CONFLICT',
    en: 'It is over already: look at what became of it.',
    'pt-BR': 'A ação já terminou: veja o resultado dela.',
  },
  'bulkActs.notOfRole': {
    code: 'FORBIDDEN',
    en: 'Only who may do it to one of them may stop it: ask an owner.',
    'pt-BR': 'Só quem pode fazer isto com um deles pode parar a ação: peça a um dono.',
  },
});
declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof bulkActsTexts> {}
}
