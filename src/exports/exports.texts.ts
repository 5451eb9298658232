import { defineTexts, type TextsOf } from '../platform/texts.js';

export const exportsTexts = defineTexts({
  'exports.notFound': {
    code: 'NOT_FOUND',
    en: 'There is no such export. A file is deleted a week after it was made.',
    'pt-BR': 'Exportação não encontrada. Um arquivo é apagado uma semana depois de feito.',
  },
  'exports.tooMany': {
    code: 'CONFLICT',
    en: '{most} of your exports wait or run: stop one of them, or wait for its end.',
    'pt-BR': '{most} das suas exportações aguardam ou estão em andamento: pare uma delas ou espere terminar.',
  },
  'exports.tooManyKept': {
    code: 'CONFLICT',
    en: '{most} exports are kept already, which is as many as there can be: delete those that nobody needs any more.',
    'pt-BR': 'Já há {most} exportações guardadas, o máximo: exclua as que ninguém precisa mais.',
  },
  'exports.onlyNewOfStatus': {
    rule: 'onlyNewOfStatus',
    en: 'must be false with a status: an order that gets the status later would be in no file',
    'pt-BR': 'deve ser falso com uma situação: um pedido que chega a ela depois não estaria em nenhum arquivo',
  },
  'exports.ended': {
    code: 'CONFLICT',
    en: 'The export has already ended. To get rid of its file, delete it.',
    'pt-BR': 'A exportação já terminou. Para se livrar do arquivo, exclua-a.',
  },
  'exports.notDone': {
    code: 'CONFLICT',
    en: 'There is no file: the export is not done. Look at its state.',
    'pt-BR': 'Não há arquivo: a exportação não está pronta. Veja a situação dela.',
  },
  'exports.scheduleNotFound': { code: 'NOT_FOUND', en: 'There is no such schedule.', 'pt-BR': 'Agendamento não encontrado.' },
  'exports.tooManySchedules': {
    code: 'CONFLICT',
    en: 'There are {most} schedules already: delete one first.',
    'pt-BR': 'Já há {most} agendamentos: exclua um antes.',
  },
  'exports.dayOfNoUse': {
    en: 'must be left out: a daily export has no day',
    'pt-BR': 'deve ficar de fora: todo dia não tem dia',
  },
  'exports.day': {
    rule: 'day',
    en: 'must be a whole number from 1 to {most}',
    'pt-BR': 'deve ser um número inteiro de 1 a {most}',
  },
});
declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof exportsTexts> {}
}
