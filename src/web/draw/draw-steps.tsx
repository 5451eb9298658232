import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useFormats, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import { STEP_TEXTS } from './draw-steps-texts.js';
import { PUBLIC_CHAIN, type Draw, type Stage } from './stage.js';
import css from './steps.module.css';

/** Which of the four a stage is in; a raffle that is drawn has all but the last behind it. */
const CURRENT: Record<Exclude<Stage, 'CANCELLED'>, number> = { SELLING: 0, CLOSED: 1, FREEZING: 1, FROZEN: 2, DRAWN: 3 };

/** How a draw goes, from the promise to the check, and how far this one is. */
export function DrawSteps({ raffle, draw, stage }: { raffle: RaffleOfPage; draw: Draw | null | undefined; stage: Stage }) {
  const t = useTexts(STEP_TEXTS);
  const { dateTime } = useFormats();
  if (stage === 'CANCELLED') return null;
  const { drawMode, frozenAt, drawAt } = raffle;
  const of = t[drawMode];
  const isPrivateChain = draw?.mode === 'BEACON' && draw.chainName !== PUBLIC_CHAIN;
  const frozen = draw?.frozenAt ?? frozenAt;
  const drawnAt = draw?.drawnAt;
  const planned = draw?.dueAt ?? (frozen === null ? drawAt : null);
  const steps = [
    { title: t.promise, text: t.promiseText, when: undefined },
    { title: t.freeze, text: of.freeze, when: frozen === null ? undefined : t.frozenAt(dateTime(frozen)) },
    {
      title: t.draw,
      text: isPrivateChain ? t.privateDraw(draw.chainName ?? '') : of.draw,
      when: drawnAt
        ? t.drawnAt(dateTime(drawnAt))
        : planned
          ? (frozen === null ? t.planned : t.dueAt)(dateTime(planned))
          : undefined,
    },
    { title: t.check, text: t.checkText, when: undefined },
  ];
  const current = CURRENT[stage];
  return (
    <Card title={t.title}>
      <ol class={css.steps}>
        {steps.map(({ title, text, when }, index) => (
          <li
            key={title}
            class={index < current ? css.done : index === current ? css.now : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span class={css.mark} aria-hidden="true">
              {index < current ? '✓' : index + 1}
            </span>
            <div class={css.text}>
              <h3>
                {title}
                {index < current && <span class="heard"> {t.done}</span>}
              </h3>
              {when && <p class={css.when}>{when}</p>}
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
