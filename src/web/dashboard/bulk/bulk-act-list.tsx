import { useState } from 'preact/hooks';
import {
  BulkActFailuresDocument,
  type BulkActKind,
  type BulkActLineFragment,
  type BulkActsQuery,
  type BulkActState,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery, type QueryResult } from '../../common/query.js';
import { Button, RowButton } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Note, Stack } from '../../ui/layout.js';
import { Badge, Card, Problem, Skeleton } from '../../ui/surface.js';
import { Table, type Column } from '../../ui/table.js';
import { orderHref, personHref, PersonLink } from '../links.js';
import css from './bulk.module.css';

const TONES = { WAITING: 'warn', RUNNING: 'warn', DONE: 'good', STOPPED: 'calm' } as const;

/** What was done to many, and which of them refused it. Nothing where nothing was. */
export function BulkActList({ list: { data, error, reload } }: { list: QueryResult<BulkActsQuery> }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const [shown, setShown] = useState<BulkActLineFragment>();
  if (data?.bulkActs.length === 0 && !error) return null;
  const columns: readonly Column<BulkActLineFragment>[] = [
    { key: 'what', head: t.what, cell: ({ kind }) => t.kinds[kind] },
    {
      key: 'state',
      head: t.state,
      cell: ({ state, done, total }) => (
        <>
          <Badge tone={TONES[state]}>{t.states[state]}</Badge>
          <Note>{t.done(f.number(done), f.number(total))}</Note>
        </>
      ),
    },
    {
      key: 'when',
      head: t.when,
      cell: ({ createdAt, creator }) => (
        <>
          {f.dateTime(createdAt)}
          <Note>{creator && <PersonLink person={creator} />}</Note>
        </>
      ),
    },
    {
      key: 'failed',
      head: t.failed,
      cell: (act) =>
        act.failed > 0 && (
          <RowButton
            label={t.see(f.number(act.failed))}
            of={`${t.kinds[act.kind]}, ${f.dateTime(act.createdAt)}`}
            onClick={() => setShown(act)}
          />
        ),
    },
  ];
  return (
    <Card title={t.title}>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={2} />}
      {data && data.bulkActs.length > 0 && (
        <Table caption={t.listed} columns={columns} rows={data.bulkActs} keyOf={({ id }) => id} />
      )}
      {shown && <Failures act={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

function Failures({ act, onClose }: { act: BulkActLineFragment; onClose(): void }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(BulkActFailuresDocument, { id: act.id });
  const hrefOf = HREFS[act.kind];
  return (
    <Dialog title={t.failuresOf(t.kinds[act.kind])} onClose={onClose}>
      <Stack>
        <Problem problem={error} onRetry={reload} />
        {!data && !error && <Skeleton lines={4} />}
        <ul class={css.list} tabIndex={0}>
          {data?.bulkActFailures.map(({ subjectId, message }) => (
            <li key={subjectId}>
              {hrefOf ? <a href={hrefOf(subjectId)}>{subjectId}</a> : subjectId}: {message}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** A prize has no page of its own. */
const HREFS: Readonly<Partial<Record<BulkActKind, (id: string) => string>>> = {
  CANCEL_ORDERS: orderHref,
  REFUND_ORDERS: orderHref,
  BLOCK_USERS: personHref,
};

const TEXTS = texts<{
  title: string;
  listed: string;
  what: string;
  kinds: Record<BulkActKind, string>;
  state: string;
  states: Record<BulkActState, string>;
  done(done: string, total: string): string;
  when: string;
  failed: string;
  see(count: string): string;
  failuresOf(kind: string): string;
  close: string;
}>({
  'pt-BR': {
    title: 'Ações em massa',
    listed: 'As ações em massa mais novas',
    what: 'Ação',
    kinds: {
      CANCEL_ORDERS: 'Cancelar pedidos',
      REFUND_ORDERS: 'Devolver pedidos',
      BLOCK_USERS: 'Bloquear pessoas',
      CONTACT_PRIZE_WINNERS: 'Registrar ganhadores avisados',
    },
    state: 'Situação',
    states: { WAITING: 'Aguardando', RUNNING: 'Em andamento', DONE: 'Terminada', STOPPED: 'Parada' },
    done: (done, total) => `${done} de ${total} feitos`,
    when: 'Pedida em',
    failed: 'Não deram certo',
    see: (count) => `Ver ${count}`,
    failuresOf: (kind) => `${kind}: o que não deu certo`,
    close: 'Fechar',
  },
  en: {
    title: 'Acts on many',
    listed: 'The newest acts on many',
    what: 'Act',
    kinds: {
      CANCEL_ORDERS: 'Cancel orders',
      REFUND_ORDERS: 'Refund orders',
      BLOCK_USERS: 'Block people',
      CONTACT_PRIZE_WINNERS: 'Record winners as told',
    },
    state: 'State',
    states: { WAITING: 'Waiting', RUNNING: 'In progress', DONE: 'Over', STOPPED: 'Stopped' },
    done: (done, total) => `${done} of ${total} done`,
    when: 'Asked for',
    failed: 'Failed',
    see: (count) => `See ${count}`,
    failuresOf: (kind) => `${kind}: what failed`,
    close: 'Close',
  },
});
