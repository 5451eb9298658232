import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOutcomeUnknown } from '../../common/idempotency.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Stack } from '../../ui/layout.js';
import { Notice, Progress } from '../../ui/surface.js';
import css from './bulk.module.css';
import { runAll, type Failure } from './run-all.js';

interface Props<Row> {
  title: string;
  rows: readonly Row[];
  linkTo(row: Row): ComponentChildren;
  /** Why this cannot be done to a row, in words; undefined where it can. */
  refusal(row: Row): string | undefined;
  /** What it will change, of those that it can be done to. */
  effect(rows: readonly Row[]): ComponentChildren;
  /** Fields of the act. */
  children?: ComponentChildren;
  confirm(count: string): string;
  isGrave?: boolean;
  /** Safe to repeat. */
  run(row: Row): Promise<unknown>;
  /** Once it is over or stopped, with those that were done. */
  onClose(done: readonly Row[]): void;
}

type Phase = 'asking' | 'running' | 'over';

/** Shows what an act on many rows will change, does it to one after the other, and says what became of each. */
export function BulkDialog<Row extends { id: string }>(props: Props<Row>) {
  const { title, rows, linkTo, refusal, effect, children, confirm, isGrave, run, onClose } = props;
  const t = useTexts(TEXTS);
  const f = useFormats();
  // As they were when it was asked: the list behind is loaded again.
  const [{ able, unable }] = useState(() => {
    const all = rows.map((row) => ({ row, why: refusal(row) }));
    return {
      able: all.filter(({ why }) => why === undefined).map(({ row }) => row),
      unable: all.filter(({ why }) => why !== undefined),
    };
  });
  const [phase, setPhase] = useState<Phase>('asking');
  const [done, setDone] = useState<readonly Row[]>([]);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);
  const isStopped = useRef(false);
  const [isStopping, setStopping] = useState(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  useEffect(() => {
    if (phase !== 'running') return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [phase]);

  const left = able.filter((row) => !done.includes(row));
  const start = async (): Promise<void> => {
    isStopped.current = false;
    setStopping(false);
    setFailures([]);
    setPhase('running');
    await runAll(left, run, {
      isStopped: () => isStopped.current,
      onDone: (row) => setDone((old) => [...old, row]),
      onFailed: (failure) => setFailures((old) => [...old, failure]),
    });
    setPhase('over');
  };
  const stop = (): void => {
    isStopped.current = true;
    setStopping(true);
  };
  const notTried = left.length - failures.length;
  return (
    <Dialog title={title} onClose={() => (phase === 'running' ? stop() : onClose(done))}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (phase !== 'running' && left.length > 0) void start();
        }}
      >
        <Stack>
          {phase === 'asking' && (
            <>
              {able.length > 0 ? effect(able) : <Notice tone="warn">{t.none}</Notice>}
              {unable.length > 0 && (
                <section>
                  <p>{t.unable(f.number(unable.length))}</p>
                  <ul class={css.list} tabIndex={0}>
                    {unable.map(({ row, why }) => (
                      <li key={row.id}>
                        {linkTo(row)}: {why}
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              {able.length > 0 && children}
            </>
          )}
          {phase !== 'asking' && (
            <>
              <Progress percentage={((able.length - notTried) / able.length) * 100} label={title} />
              <p role="status">
                {t.progress(f.number(done.length), f.number(able.length))}
                {phase === 'over' && notTried > 0 && ` ${t.notTried(f.number(notTried))}`}
              </p>
            </>
          )}
          {phase === 'running' && <p>{isStopping ? t.stopping : t.stay}</p>}
          {failures.length > 0 && (
            <Notice tone="bad">
              <p>{t.failed(f.number(failures.length))}</p>
              <ul class={css.list} tabIndex={0}>
                {failures.map(({ row, error }) => (
                  <li key={row.id}>
                    {linkTo(row)}: {isOutcomeUnknown(error) ? t.unknown : error.message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {phase === 'over' && failures.length === 0 && notTried === 0 && <Notice tone="good">{t.allDone}</Notice>}
          <DialogActions>
            {phase === 'asking' && <Button onClick={() => onClose(done)}>{t.back}</Button>}
            {phase === 'asking' && able.length > 0 && (
              <Button variant={isGrave ? 'danger' : 'primary'} type="submit">
                {confirm(f.number(able.length))}
              </Button>
            )}
            {phase === 'running' && (
              <Button isBusy={isStopping} onClick={stop}>
                {t.stop}
              </Button>
            )}
            {phase === 'over' && left.length > 0 && <Button type="submit">{t.again(f.number(left.length))}</Button>}
            {phase === 'over' && (
              <Button variant="primary" onClick={() => onClose(done)}>
                {t.end}
              </Button>
            )}
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    none: 'Isto não pode ser feito com nenhum dos escolhidos.',
    unable: (count: string) => `Ficam como estão: ${count}.`,
    progress: (done: string, of: string) => `${done} de ${of} feitos.`,
    notTried: (count: string) => `Não tentados: ${count}.`,
    stay: 'Fique nesta página até terminar. Se ela for fechada, o que falta não é feito.',
    stopping: 'Parando depois do que está em andamento…',
    failed: (count: string) => `Não deram certo: ${count}.`,
    unknown: 'Não houve resposta, e talvez tenha sido feito. Tente de novo: não é feito duas vezes.',
    allDone: 'Tudo foi feito.',
    back: 'Voltar',
    stop: 'Parar',
    again: (count: string) => `Tentar de novo (${count})`,
    end: 'Concluir',
  },
  en: {
    none: 'This can be done to none of those that you chose.',
    unable: (count: string) => `Left as they are: ${count}.`,
    progress: (done: string, of: string) => `${done} of ${of} done.`,
    notTried: (count: string) => `Not tried: ${count}.`,
    stay: 'Stay on this page until it is over. If it is closed, what is left is not done.',
    stopping: 'Stopping after the one that is under way…',
    failed: (count: string) => `Failed: ${count}.`,
    unknown: 'There was no answer, and it may have been done. Try again: it is not done twice.',
    allDone: 'All of it was done.',
    back: 'Back',
    stop: 'Stop',
    again: (count: string) => `Try again (${count})`,
    end: 'Finish',
  },
});
