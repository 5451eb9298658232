import { texts, useFormats, useTexts } from '../common/language.js';
import { Notice } from '../ui/surface.js';

/** A paid order whose boxes and numbers come with a public round. */
export function AwaitedRound({ dueAt, hasNumbers }: { dueAt: string; hasNumbers: boolean }) {
  const t = useTexts(TEXTS);
  const { exactTime } = useFormats();
  return <Notice>{hasNumbers ? t.boxes(exactTime(dueAt)) : t.numbers(exactTime(dueAt))}</Notice>;
}

const TEXTS = texts({
  'pt-BR': {
    numbers: (time: string) => `Seus números saem com o sorteio público das ${time}. Ninguém os conhece antes.`,
    boxes: (time: string) => `Suas caixas saem com o sorteio público das ${time}. Ninguém sabe antes o que há nelas.`,
  },
  en: {
    numbers: (time: string) => `Your numbers come with the public draw of ${time}. Nobody knows them before.`,
    boxes: (time: string) => `Your boxes come with the public draw of ${time}. Nobody knows before what is in them.`,
  },
});
