import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import css from './live-draw.module.css';
import { recount, type Recount } from './recount.js';
import type { Draw, PublishedManifest } from './use-draw.js';

const STEP_MS = 1_800;

/** The draw as it happens, for those who were here when its round came: each step with its values, and then the winners. */
export function LiveDraw({ draw, manifest, onShown }: { draw: Draw; manifest: PublishedManifest; onShown(): void }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { signature, manifestHash } = draw;
  const recounted = useMemo(
    () => (signature && manifestHash ? recount({ signature, manifestHash }, manifest.facts) : undefined),
    [signature, manifestHash],
  );
  const steps = recounted ? stepsOf(draw, recounted, { t, number }) : [];
  const shown = useSteps(steps.length, onShown);
  if (!recounted) return null;
  const names = [...new Set(draw.winners.map(({ winnerName }) => winnerName))];
  return (
    <Card title={t.title}>
      <ol class={css.steps} aria-live="polite">
        {steps.slice(0, shown).map(({ title, value }) => (
          <li key={title}>
            <h3>{title}</h3>
            {value}
          </li>
        ))}
      </ol>
      {shown === steps.length && names.length > 0 && (
        <p class={css.congratulations} role="status">
          {t.congratulations(names.join(', '))}
        </p>
      )}
    </Card>
  );
}

interface Step {
  title: string;
  value: ComponentChildren;
}

function stepsOf(
  { round, signature, manifestHash, winners }: Draw,
  { randomness, quotas, ordinals }: Recount,
  { t, number }: { t: (typeof TEXTS)['pt-BR']; number(value: number): string },
): Step[] {
  return [
    { title: t.record(number(quotas)), value: <code>{manifestHash}</code> },
    { title: t.round(number(round ?? 0)), value: <code>{signature}</code> },
    { title: t.random, value: <code>{randomness}</code> },
    ...winners.map(({ position, prize, luckyNumber }): Step => {
      const ordinal = ordinals[position - 1];
      return {
        title: t.prize(String(position), prize),
        value: (
          <p>
            {ordinal !== undefined && t.quota(number(ordinal + 1))} <strong class={css.number}>{luckyNumber}</strong>
          </p>
        ),
      };
    }),
  ];
}

/** How many of the steps are shown by now. All of them for those who want no motion. */
function useSteps(count: number, onShown: () => void): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown >= count) {
      onShown();
      return undefined;
    }
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setShown(isStill ? count : shown + 1), isStill || shown === 0 ? 0 : STEP_MS);
    return () => clearTimeout(timer);
  }, [count, shown]);
  return Math.min(shown, count);
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O sorteio, agora',
    record: (quotas: string) =>
      quotas === '1' ? '1 cota participa do registro congelado' : `${quotas} cotas participam do registro congelado`,
    round: (round: string) => `Saiu a rodada ${round}`,
    random: 'Dela vem o número aleatório',
    prize: (position: string, prize: string) => `Prêmio ${position}: ${prize}`,
    quota: (ordinal: string) => `A conta dá a cota paga de ordem ${ordinal}, que tem o número`,
    congratulations: (names: string) => `Parabéns, ${names}!`,
  },
  en: {
    title: 'The draw, now',
    record: (quotas: string) =>
      quotas === '1' ? '1 quota takes part in the frozen record' : `${quotas} quotas take part in the frozen record`,
    round: (round: string) => `Round ${round} is out`,
    random: 'It gives the random number',
    prize: (position: string, prize: string) => `Prize ${position}: ${prize}`,
    quota: (ordinal: string) => `The calculation gives paid quota ${ordinal} in order, which has the number`,
    congratulations: (names: string) => `Congratulations, ${names}!`,
  },
});
