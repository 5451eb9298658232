import type { CompositionFragment } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from './language.js';

/** How the quotas were paid: `1.200 por PIX, 5 grátis`. Nothing before the first one. */
export function CompositionWords({ of, class: css }: { of: CompositionFragment | undefined; class?: string | undefined }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const parts = KINDS.filter((kind) => of && of[kind] > 0).map((kind) => t[kind](number(of?.[kind] ?? 0)));
  if (parts.length === 0) return null;
  return (
    <p class={css}>
      {t.quotas} {parts.join(', ')}.
    </p>
  );
}

const KINDS = ['pix', 'byHand', 'free', 'givenBack'] as const satisfies readonly (keyof CompositionFragment)[];

const TEXTS = texts({
  'pt-BR': {
    quotas: 'Cotas:',
    pix: (count: string) => `${count} por PIX`,
    byHand: (count: string) => `${count} ${count === '1' ? 'marcada' : 'marcadas'} pelo organizador`,
    free: (count: string) => `${count} grátis`,
    givenBack: (count: string) => `${count} ${count === '1' ? 'devolvida' : 'devolvidas'}`,
  },
  en: {
    quotas: 'Quotas:',
    pix: (count: string) => `${count} by PIX`,
    byHand: (count: string) => `${count} marked by the organiser`,
    free: (count: string) => `${count} free`,
    givenBack: (count: string) => `${count} given back`,
  },
});
