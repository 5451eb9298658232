import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { BulkActDocument, BulkActFailuresDocument, StopBulkActDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Stack } from '../../ui/layout.js';
import { Notice, Problem, Progress } from '../../ui/surface.js';
import css from './bulk.module.css';

const EVERY_MS = 1_500;
const AFTER_STOP_MS = 3_000;

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
  /** Asks the service for it. Answers the id of the act. */
  start(ids: string[]): Promise<string>;
  onClose(isStarted: boolean): void;
}

/** Shows what an act on many rows will change, asks the service for it, and says how far it is and what became of each. */
export function BulkDialog<Row extends { id: string }>(props: Props<Row>) {
  const { title, rows, linkTo, refusal, effect, children, confirm, isGrave, start, onClose } = props;
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
  const [asked, setAsked] = useState<{ id: string; rows: readonly Row[] }>();
  const starting = useAction(async (chosen: readonly Row[]) => {
    setAsked({ id: await start(chosen.map(({ id }) => id)), rows: chosen });
  });
  if (asked)
    return <Started {...asked} key={asked.id} title={title} linkTo={linkTo} again={starting} onClose={() => onClose(true)} />;
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (able.length > 0) void starting.act(able);
        }}
      >
        <Stack>
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
          <Problem problem={starting.error} />
          <DialogActions>
            <Button onClick={() => onClose(false)}>{t.back}</Button>
            {able.length > 0 && (
              <Button variant={isGrave ? 'danger' : 'primary'} type="submit" isBusy={starting.isBusy}>
                {confirm(f.number(able.length))}
              </Button>
            )}
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

interface StartedProps<Row> {
  id: string;
  rows: readonly Row[];
  title: string;
  linkTo(row: Row): ComponentChildren;
  /** For those that were not done. */
  again: { act(rows: readonly Row[]): Promise<unknown>; isBusy: boolean; error: Parameters<typeof Problem>[0]['problem'] };
  onClose(): void;
}

/** It goes on without this. */
function Started<Row extends { id: string }>({ id, rows, title, linkTo, again, onClose }: StartedProps<Row>) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const [isOver, setOver] = useState(false);
  const { data, error, reload } = useQuery(BulkActDocument, { id }, { everyMs: isOver ? undefined : EVERY_MS });
  const { state = 'WAITING', total = rows.length, done = 0, failed = 0 } = data?.bulkAct ?? {};
  if (!isOver && state === 'DONE') setOver(true);
  useEffect(() => {
    if (state !== 'STOPPED') return undefined;
    // The one under way is still done.
    const timer = setTimeout(() => {
      reload();
      setOver(true);
    }, AFTER_STOP_MS);
    return () => clearTimeout(timer);
  }, [state, reload]);
  const failures = useQuery(BulkActFailuresDocument, { id }, { skip: !isOver || failed === 0 }).data?.bulkActFailures ?? [];
  const stopping = useAction(async () => {
    await client.mutate(StopBulkActDocument, { id });
    reload();
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const notTried = isOver ? rows.slice(done + failed) : [];
  const left = [...failures.flatMap(({ subjectId }) => rowOf.get(subjectId) ?? []), ...notTried];
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Progress percentage={((done + failed) / total) * 100} label={title} />
        <p role="status">
          {t.progress(f.number(done), f.number(total))}
          {notTried.length > 0 && ` ${t.notTried(f.number(notTried.length))}`}
        </p>
        {!isOver && <p>{t.goesOn}</p>}
        <Problem problem={error} onRetry={reload} />
        {failures.length > 0 && (
          <Notice tone="bad">
            <p>{t.failed(f.number(failures.length))}</p>
            <ul class={css.list} tabIndex={0}>
              {failures.map(({ subjectId, message }) => {
                const row = rowOf.get(subjectId);
                return (
                  <li key={subjectId}>
                    {row ? linkTo(row) : subjectId}: {message}
                  </li>
                );
              })}
            </ul>
          </Notice>
        )}
        {isOver && done === total && <Notice tone="good">{t.allDone}</Notice>}
        <Problem problem={stopping.error ?? again.error} />
        <DialogActions>
          {!isOver && (
            <Button isBusy={stopping.isBusy || state === 'STOPPED'} onClick={() => void stopping.act()}>
              {t.stop}
            </Button>
          )}
          {isOver && left.length > 0 && (
            <Button isBusy={again.isBusy} onClick={() => void again.act(left)}>
              {t.again(f.number(left.length))}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {isOver ? t.end : t.leave}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    none: 'Isto não pode ser feito com nenhum dos escolhidos.',
    unable: (count: string) => `Ficam como estão: ${count}.`,
    progress: (done: string, of: string) => `${done} de ${of} feitos.`,
    notTried: (count: string) => `Não tentados: ${count}.`,
    goesOn:
      'Pode fechar esta janela e sair da página: o serviço continua, e “Em andamento” no alto do painel mostra quanto falta.',
    failed: (count: string) => `Não deram certo: ${count}.`,
    allDone: 'Tudo foi feito.',
    back: 'Voltar',
    stop: 'Parar',
    leave: 'Continuar sem esta janela',
    again: (count: string) => `Tentar de novo (${count})`,
    end: 'Concluir',
  },
  en: {
    none: 'This can be done to none of those that you chose.',
    unable: (count: string) => `Left as they are: ${count}.`,
    progress: (done: string, of: string) => `${done} of ${of} done.`,
    notTried: (count: string) => `Not tried: ${count}.`,
    goesOn:
      'You can close this and leave the page: the service goes on, and “in progress” at the top of the dashboard says how far it is.',
    failed: (count: string) => `Failed: ${count}.`,
    allDone: 'All of it was done.',
    back: 'Back',
    stop: 'Stop',
    leave: 'Go on without this window',
    again: (count: string) => `Try again (${count})`,
    end: 'Finish',
  },
});
