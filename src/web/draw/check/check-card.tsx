import { useLanguage, useTexts } from '../../common/language.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card, Notice, Problem } from '../../ui/surface.js';
import { CHECK_TEXTS } from './check-texts.js';
import css from './check.module.css';
import { proofPath } from './load-proof.js';
import type { Published, Report } from './published.js';
import { StepList } from './step-list.js';
import { useCheck } from './use-check.js';
import { useProofSize, useSizeWords } from './use-proof-size.js';

/** The draw, recomputed in the reader's own browser when they ask for it. */
export function CheckCard({ proofUrl, published }: { proofUrl: string; published: Published }) {
  const t = useTexts(CHECK_TEXTS);
  const path = proofPath(proofUrl);
  const size = useProofSize(path);
  const sizeWords = useSizeWords();
  const { state, start, stop } = useCheck(path, published);
  const isBusy = state.at === 'LOADING' || state.at === 'COMPUTING';
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <div class={css.part}>
        <div class={css.actions}>
          <Button look="primary" isBusy={isBusy} onClick={start}>
            {state.at === 'DONE' || state.at === 'FAILED' ? t.again : t.start}
          </Button>
          {isBusy ? (
            <Button onClick={stop}>{t.stop}</Button>
          ) : (
            <ButtonLink href={path} download>
              {t.download}
            </ButtonLink>
          )}
        </div>
        <p class={css.soft}>{size === undefined ? t.sizeUnknown : t.size(sizeWords(size))}</p>
        {/* It is there from the beginning, for what comes into it to be read out. */}
        <p role="status" class={isBusy ? undefined : 'heard'}>
          {state.at === 'LOADING' && t.loading(sizeWords(state.bytes))}
          {state.at === 'COMPUTING' && t.computing(sizeWords(state.bytes))}
        </p>
        {state.at === 'FAILED' && <Problem problem={state.problem} onRetry={start} />}
        {state.at === 'DONE' && <Outcome report={state.report} hasKept={published.keptHash !== undefined} />}
      </div>
    </Card>
  );
}

function Outcome({ report, hasKept }: { report: Report; hasKept: boolean }) {
  const t = useTexts(CHECK_TEXTS);
  const language = useLanguage();
  const { ok, steps, isPublicChain, tookMs } = report;
  const failed = steps.filter((step) => !step.ok).length;
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(tookMs / 1_000);
  const isPrivateChain = ok && isPublicChain === false;
  const verdict = isPublicChain === null ? t.holdsByLottery : isPrivateChain ? t.holdsPrivately : t.proved;
  return (
    <>
      <Notice tone={ok ? (isPrivateChain ? 'warn' : 'good') : 'bad'}>
        <p class={css.verdict}>{ok ? verdict : t.notProved}</p>
        <p>{ok ? t.allHold(steps.length, seconds) : t.someFail(failed, steps.length, seconds)}</p>
        {isPrivateChain && <p>{t.privateChain}</p>}
        {ok && isPublicChain === null && <p>{t.compareLottery}</p>}
        {!ok && <p>{t.whatToDo}</p>}
      </Notice>
      <p class={css.soft}>{t.open}</p>
      <StepList steps={steps} label={t.steps} />
      <p class={css.soft}>
        {hasKept ? t.keptBefore : t.notKept} {t.trust}
      </p>
    </>
  );
}
