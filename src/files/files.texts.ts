import { defineTexts, type TextsOf } from '../platform/texts.js';

export const filesTexts = defineTexts({
  'files.notFound': { code: 'NOT_FOUND', en: 'There is no such file.', 'pt-BR': 'Arquivo não encontrado.' },
  'files.tooLarge': { en: 'A file must have at most {most} bytes.', 'pt-BR': 'Um arquivo deve ter no máximo {most} bytes.' },
  'files.tooMany': {
    en: 'At most {most} files are taken at once.',
    'pt-BR': 'São aceitos no máximo {most} arquivos de uma vez.',
  },
  'files.sendMultipart': {
    en: 'Send the files as multipart/form-data, each as "{field}".',
    'pt-BR': 'Envie os arquivos como multipart/form-data, cada um como "{field}".',
  },
  'files.cannotKeep': {
    code: 'UNAVAILABLE',
    en: 'Pictures cannot be kept just now. Nothing was uploaded; try again in a moment.',
    'pt-BR': 'Não dá para guardar imagens agora. Nada foi enviado; tente de novo em instantes.',
  },
  'files.cannotRead': {
    code: 'UNAVAILABLE',
    en: 'Pictures cannot be read just now; try again in a moment.',
    'pt-BR': 'Não dá para ler imagens agora; tente de novo em instantes.',
  },
  'files.shownByRaffle': {
    code: 'CONFLICT',
    en: 'The raffle "{title}" shows this picture: give it another one first.',
    'pt-BR': 'A rifa "{title}" mostra esta imagem: dê outra a ela antes.',
  },
  'files.receipt': {
    code: 'CONFLICT',
    en: 'The picture is the receipt of the prize "{title}": it stays.',
    'pt-BR': 'A imagem é o comprovante do prêmio "{title}": ela fica.',
  },
  'files.pixelsOnSide': {
    rule: 'pixels',
    en: 'must have at most {max} pixels on a side',
    'pt-BR': 'deve ter no máximo {max} pixels de lado',
  },
  'files.pixels': { rule: 'pixels', en: 'must have at most {max} pixels', 'pt-BR': 'deve ter no máximo {max} pixels' },
  'files.wholePicture': {
    rule: 'wholePicture',
    en: 'must be a whole picture: this one is broken, or takes too long to read',
    'pt-BR': 'deve ser uma imagem inteira: esta está quebrada, ou demora demais para ler',
  },
  'files.picture': {
    rule: 'picture',
    en: 'must be a JPEG, PNG, WebP, AVIF or GIF picture',
    'pt-BR': 'deve ser uma imagem JPEG, PNG, WebP, AVIF ou GIF',
  },
  'files.numbered': { rule: 'picture', en: 'no. {number} {problem}', 'pt-BR': 'nº {number} {problem}' },
  'files.otherField': {
    rule: 'unknownField',
    en: 'is not taken here: send files as "{field}"',
    'pt-BR': 'não é aceito aqui: envie arquivos como "{field}"',
  },
  'files.file': { rule: 'file', en: 'must be a file, with a file name', 'pt-BR': 'deve ser um arquivo, com nome' },
  'files.wholeBody': {
    rule: 'wholeBody',
    en: 'must come in a whole multipart/form-data body',
    'pt-BR': 'deve vir em um corpo multipart/form-data inteiro',
  },
  'files.othersUploading': {
    code: 'UNAVAILABLE',
    en: 'Others are uploading files just now. Nothing was uploaded; try again in a moment.',
    'pt-BR': 'Outras pessoas estão enviando arquivos agora. Nada foi enviado; tente de novo em instantes.',
  },
});

declare module '../platform/texts.js' {
  interface Texts extends TextsOf<typeof filesTexts> {}
}
