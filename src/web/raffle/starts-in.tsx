import { texts, useTexts } from '../common/language.js';
import { Countdown } from '../ui/countdown.js';

/** How long until the sale begins by this machine's clock, which may be wrong by hours: then it is asked once whether it did. */
export function StartsIn({ at, onBegun }: { at: string; onBegun(): void }) {
  const t = useTexts(TEXTS);
  return (
    <p>
      {t.in} <Countdown until={Date.parse(at)} onEnd={() => setTimeout(onBegun, 2_000 + Math.random() * 8_000)} />
    </p>
  );
}

const TEXTS = texts({ 'pt-BR': { in: 'Começa em' }, en: { in: 'It begins in' } });
