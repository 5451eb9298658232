import { useEffect, useState } from 'preact/hooks';
import { useLanguage, useTexts, texts } from '../../common/language.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card, Problem } from '../../ui/surface.js';
import css from './check.module.css';
import { KeptList } from './kept-list.js';
import type { Published, Report } from './published.js';
import { StepList } from './verification-steps.js';
import { proofPath, proofSize, useCheck } from './use-check.js';

export const CHECK_ID = 'check';

/** `onReport`: undefined while it checks again. */
export function CheckCard({
  proofUrl,
  published,
  onReport,
}: {
  proofUrl: string;
  published: Published;
  onReport(report: Report | undefined): void;
}) {
  const t = useTexts(CHECK_TEXTS);
  const path = proofPath(proofUrl);
  const size = useProofSize(path);
  const sizeWords = useSizeWords();
  const { state, start, stop } = useCheck(path, published);
  useEffect(() => onReport(state.at === 'DONE' ? state.report : undefined), [state, onReport]);
  const isBusy = state.at === 'LOADING' || state.at === 'COMPUTING';
  return (
    <Card title={t.title}>
      <p id={CHECK_ID}>{t.lead}</p>
      <div class={css.part}>
        <div class={css.actions}>
          <Button variant="primary" isBusy={isBusy} onClick={start}>
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
        {/* The region exists from the start, so that screen readers announce its changes. */}
        <p role="status" class={isBusy ? undefined : 'visually-hidden'}>
          {state.at === 'LOADING' && t.loading(sizeWords(state.bytes))}
          {state.at === 'COMPUTING' && t.computing(sizeWords(state.bytes))}
        </p>
        {state.at === 'FAILED' && <Problem problem={state.problem} onRetry={start} />}
        {state.at === 'DONE' && <Outcome report={state.report} />}
      </div>
    </Card>
  );
}

function Outcome({ report: { ok, steps, tookMs, kept } }: { report: Report }) {
  const t = useTexts(CHECK_TEXTS);
  const language = useLanguage();
  const failed = steps.filter((step) => !step.ok).length;
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(tookMs / 1_000);
  return (
    <>
      <p role="status">
        {ok ? t.allHold(steps.length, seconds) : t.someFail(failed, steps.length, seconds)} {t.open}
      </p>
      {kept && <KeptList kept={kept} />}
      <StepList steps={steps} label={t.steps} />
      <p class={css.soft}>{t.trust}</p>
    </>
  );
}

const MEGABYTE = 1_000_000;

/** Size of the download in bytes; undefined while unknown. */
function useProofSize(path: string): number | undefined {
  const [size, setSize] = useState<number>();
  useEffect(() => {
    const stopping = new AbortController();
    proofSize(path, stopping.signal).then(setSize, () => setSize(undefined));
    return () => stopping.abort();
  }, [path]);
  return size;
}

/** `1,2 MB`. */
function useSizeWords(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => {
    const isLarge = bytes >= MEGABYTE;
    const unit = isLarge ? 'megabyte' : 'kilobyte';
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
    return format.format(isLarge ? bytes / MEGABYTE : Math.max(0.1, bytes / 1_000));
  };
}

const CHECK_TEXTS = texts({
  'pt-BR': {
    title: 'Confira você mesmo',
    lead: 'O seu navegador baixa a prova, refaz o sorteio do começo ao fim e compara com o que está publicado aqui. A conta roda no seu aparelho, sem falar com ninguém.',
    start: 'Conferir no meu navegador',
    again: 'Conferir de novo',
    stop: 'Parar',
    download: 'Baixar a prova',
    size: (size: string) => `Baixa ${size}.`,
    sizeUnknown: 'Tamanho do arquivo: não informado. De uma rifa com muitas compras pode ter dezenas de megabytes.',
    loading: (size: string) => `Baixando a prova: ${size} até agora…`,
    computing: (size: string) => `Refazendo o sorteio a partir de ${size} de dados…`,
    allHold: (count: number, seconds: string) => `Os ${count} passos conferem. Levou ${seconds} s neste aparelho.`,
    someFail: (failed: number, count: number, seconds: string) =>
      `${failed === 1 ? 'Um passo não confere' : `${failed} passos não conferem`}, de ${count}. Levou ${seconds} s neste aparelho.`,
    open: 'Abra um passo para ver os detalhes técnicos, em inglês.',
    steps: 'Passos da conferência',
    trust:
      'O programa que fez esta conta veio deste mesmo site; quem não quer confiar nele confere em outro lugar, como esta página explica.',
  },
  en: {
    title: 'Check it yourself',
    lead: 'Your browser loads the proof, does the draw again from beginning to end, and compares it with what is published here. The calculation runs on your device and talks to nobody.',
    start: 'Check it in my browser',
    again: 'Check again',
    stop: 'Stop',
    download: 'Download the proof',
    size: (size: string) => `It loads ${size}.`,
    sizeUnknown: 'Size of the file: not told. Of a raffle with many purchases it may be tens of megabytes.',
    loading: (size: string) => `Loading the proof: ${size} so far…`,
    computing: (size: string) => `Doing the draw again from ${size} of data…`,
    allHold: (count: number, seconds: string) => `All ${count} steps hold. It took ${seconds} s on this device.`,
    someFail: (failed: number, count: number, seconds: string) =>
      `${failed === 1 ? 'One step does not hold' : `${failed} steps do not hold`}, of ${count}. It took ${seconds} s on this device.`,
    open: 'Open a step to see its technical details.',
    steps: 'Steps of the check',
    trust:
      'The program that did this came from this very site; who does not want to trust it checks elsewhere, as this page explains.',
  },
});
