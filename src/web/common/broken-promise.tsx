import { useEffect, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { faultOfPromises, faultOfTitles } from '../../proof/verify-promises.js';
import { Notice } from '../ui/surface.js';
import { readKept } from './kept.js';
import { texts, useFormats, useTexts } from './language.js';
import { prizeTitles } from './prize-titles.js';

/** Told at once and not only in the end: the raffle promises other things than this browser saw during the sale. */
export function BrokenPromise({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const [broken, setBroken] = useState<{ since: string; fault: string }>();
  useEffect(() => setBroken(brokenOf(raffle)), [raffle]);
  if (!broken) return null;
  return (
    <Notice tone="bad">
      <p>{t.broken(dateTime(broken.since))}</p>
      <p lang="en">{broken.fault}</p>
    </Notice>
  );
}

function brokenOf(raffle: RaffleOfPage): { since: string; fault: string } | undefined {
  const kept = readKept(raffle.id).promises.find(({ leaves }) => leaves > 0);
  if (!kept) return undefined;
  const { id: raffleId, drawMode: mode, commitments, ...facts } = raffle;
  const titles = prizeTitles(raffle);
  const shown = { ...facts, ...commitments, raffleId, mode, prizes: titles.length };
  const fault = faultOfPromises(kept, shown) ?? faultOfTitles(kept, titles);
  return fault === null ? undefined : { since: kept.seenAt, fault };
}

const TEXTS = texts({
  'pt-BR': {
    broken: (time: string) =>
      `Atenção: esta rifa promete outra coisa do que este navegador viu em ${time}, quando já havia compras pagas. Isso não podia mudar.`,
  },
  en: {
    broken: (time: string) =>
      `Beware: this raffle promises other things than this browser saw on ${time}, when purchases were paid already. They could not change.`,
  },
});
