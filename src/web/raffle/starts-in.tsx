import { texts, useTexts } from '../shared/language.js';
import { Countdown } from '../ui/countdown.js';

/** How long until the sale begins; then the page is asked for anew, for it is another one. */
export function StartsIn({ at }: { at: string }) {
  const t = useTexts(TEXTS);
  return (
    <p>
      {t.in} <Countdown until={Date.parse(at)} onEnd={() => setTimeout(() => location.reload(), 2_000 + Math.random() * 3_000)} />
    </p>
  );
}

const TEXTS = texts({ 'pt-BR': { in: 'Começa em' }, en: { in: 'It begins in' } });
