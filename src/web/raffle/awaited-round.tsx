import { texts, useFormats, useTexts } from '../common/language.js';
import { Notice } from '../ui/surface.js';

interface Awaited {
  dueAt: string;
  hasNumbers: boolean;
  isPublicChain: boolean;
}

/** A paid order whose boxes and numbers come with a round. */
export function AwaitedRound({ dueAt, hasNumbers, isPublicChain }: Awaited) {
  const t = useTexts(TEXTS);
  const { exactTime } = useFormats();
  const words = isPublicChain ? t.byPublicRound : t.byPrivateRound;
  return <Notice>{hasNumbers ? words.boxes(exactTime(dueAt)) : words.numbers(exactTime(dueAt))}</Notice>;
}

const TEXTS = texts({
  'pt-BR': {
    byPublicRound: {
      numbers: (time: string) => `Seus números saem com o sorteio público das ${time}. Ninguém os conhece antes.`,
      boxes: (time: string) => `Suas caixas saem com o sorteio público das ${time}. Ninguém sabe antes o que há nelas.`,
    },
    byPrivateRound: {
      numbers: (time: string) =>
        `Seus números saem com o sorteio de testes das ${time}. Quem tem a chave da fonte de testes pode conhecê-los antes.`,
      boxes: (time: string) =>
        `Suas caixas saem com o sorteio de testes das ${time}. Quem tem a chave da fonte de testes pode saber antes o que há nelas.`,
    },
  },
  en: {
    byPublicRound: {
      numbers: (time: string) => `Your numbers come with the public draw of ${time}. Nobody knows them before.`,
      boxes: (time: string) => `Your boxes come with the public draw of ${time}. Nobody knows before what is in them.`,
    },
    byPrivateRound: {
      numbers: (time: string) =>
        `Your numbers come with the test draw of ${time}. Who has the key of the test source may know them before.`,
      boxes: (time: string) =>
        `Your boxes come with the test draw of ${time}. Who has the key of the test source may know before what is in them.`,
    },
  },
});
