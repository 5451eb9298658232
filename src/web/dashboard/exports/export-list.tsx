import { useState } from 'preact/hooks';
import {
  DeleteExportDocument,
  type ExportLineFragment,
  type ExportsQuery,
  type ExportState,
} from '../../../generated/client/operations.js';
import { FileButton } from '../../common/file-button.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import type { QueryResult } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row } from '../../ui/layout.js';
import { Badge, Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { Table, type Column } from '../../ui/table.js';
import { PersonLink } from '../links.js';
import { ORDER_STATUS_TEXTS } from '../orders/order-status.js';

const TONES = { WAITING: 'warn', RUNNING: 'warn', DONE: 'good', FAILED: 'bad', STOPPED: 'calm' } as const;

export function ExportList({ list, onChanged }: { list: QueryResult<ExportsQuery>; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const nameOf = useExportName();
  const [deleting, setDeleting] = useState<ExportLineFragment>();
  const { data, error, reload } = list;
  const columns: readonly Column<ExportLineFragment>[] = [
    {
      key: 'what',
      head: t.what,
      cell: (one) => (
        <>
          {nameOf(one)}
          <Note>{t.languages[one.language]}</Note>
        </>
      ),
    },
    {
      key: 'state',
      head: t.state,
      cell: ({ state, rowsDone }) => (
        <>
          <Badge tone={TONES[state]}>{t.states[state]}</Badge>
          {state === 'DONE' && <Note>{t.orders(rowsDone, f.number(rowsDone))}</Note>}
          {state === 'FAILED' && <Note>{t.failed}</Note>}
        </>
      ),
    },
    {
      key: 'when',
      head: t.when,
      cell: ({ createdAt, creator, isScheduled, expiresAt }) => (
        <>
          {f.dateTime(createdAt)}
          <Note>
            {creator && <PersonLink person={creator} />}
            {isScheduled && ` · ${t.scheduled}`}
            {expiresAt !== null && ` · ${t.until(f.date(expiresAt))}`}
          </Note>
        </>
      ),
    },
    {
      key: 'acts',
      head: t.acts,
      cell: (one) => (
        <Row>
          {one.state === 'DONE' && (
            <FileButton
              path={`/v1/exports/${one.id}/file`}
              fileName={`${t.file}-${one.createdAt.slice(0, 10)}-${one.id.slice(-6)}.csv`}
              label={t.download}
              of={nameOf(one)}
            />
          )}
          <RowButton label={t.delete} of={nameOf(one)} onClick={() => setDeleting(one)} />
        </Row>
      ),
    },
  ];
  return (
    <Card title={t.title}>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.exports.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {data && data.exports.length > 0 && (
        <Table caption={t.listed} columns={columns} rows={data.exports} keyOf={({ id }) => id} />
      )}
      <Note>{t.about}</Note>
      {deleting && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.delete}
          variant="danger"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await client.mutate(DeleteExportDocument, { id: deleting.id });
            onChanged();
            return t.deleted(nameOf(deleting));
          }}
        >
          <p>{t.deleteText(nameOf(deleting))}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** "Moto zero, Pago, desde 1 de nov." */
function useExportName(): (one: ExportLineFragment) => string {
  const t = useTexts(TEXTS);
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  const f = useFormats();
  return ({ raffleTitle, status, placedFrom, placedTo }) =>
    [
      raffleTitle ?? t.allRaffles,
      status === null ? t.allStatuses : statuses[status],
      placedFrom === null ? t.before(f.dateTime(placedTo)) : t.between(f.dateTime(placedFrom), f.dateTime(placedTo)),
    ].join(', ');
}

const TEXTS = texts<{
  title: string;
  listed: string;
  acts: string;
  none: string;
  about: string;
  what: string;
  state: string;
  states: Record<ExportState, string>;
  orders(count: number, shown: string): string;
  failed: string;
  when: string;
  scheduled: string;
  until(day: string): string;
  allRaffles: string;
  allStatuses: string;
  before(to: string): string;
  between(from: string, to: string): string;
  languages: Record<ExportLineFragment['language'], string>;
  file: string;
  download: string;
  delete: string;
  deleteTitle: string;
  deleteText(name: string): string;
  deleted(name: string): string;
}>({
  'pt-BR': {
    title: 'Arquivos',
    listed: 'Lista dos arquivos',
    acts: 'Ações',
    none: 'Nenhuma exportação ainda. Use “Nova exportação”, ou “Exportar” na lista de pedidos.',
    about:
      'O arquivo abre no Excel e no LibreOffice. Ele tem nome, telefone e CPF dos compradores: guarde-o com cuidado. '
      + 'Cada exportação é apagada uma semana depois de terminar.',
    what: 'Pedidos',
    state: 'Situação',
    states: { WAITING: 'Aguardando', RUNNING: 'Em andamento', DONE: 'Pronto', FAILED: 'Falhou', STOPPED: 'Parado' },
    orders: (count, shown) => (count === 1 ? '1 pedido' : `${shown} pedidos`),
    failed: 'Peça outra. Se falhar de novo, avise quem cuida do serviço.',
    when: 'Pedida em',
    scheduled: 'agendada',
    until: (day) => `até ${day}`,
    allRaffles: 'Todas as rifas',
    allStatuses: 'todas as situações',
    before: (to) => `feitos até ${to}`,
    between: (from, to) => `feitos de ${from} até ${to}`,
    languages: { PT_BR: 'Em português', EN: 'Em inglês' },
    file: 'pedidos',
    download: 'Baixar',
    delete: 'Excluir',
    deleteTitle: 'Excluir a exportação?',
    deleteText: (name) => `O arquivo é apagado: ${name}.`,
    deleted: (name: string) => `A exportação foi excluída: ${name}.`,
  },
  en: {
    title: 'Files',
    listed: 'List of the files',
    acts: 'Actions',
    none: 'There are no exports yet. Use “New export”, or “Export” at the list of orders.',
    about:
      'The file opens in Excel and LibreOffice with Brazilian numbers. It has names, phones and CPF of the buyers: keep it with care. '
      + 'Each export is deleted a week after its end.',
    what: 'Orders',
    state: 'State',
    states: { WAITING: 'Waiting', RUNNING: 'In progress', DONE: 'Done', FAILED: 'Failed', STOPPED: 'Stopped' },
    orders: (count, shown) => (count === 1 ? '1 order' : `${shown} orders`),
    failed: 'Ask for another one. If it fails again, tell who looks after the service.',
    when: 'Asked for',
    scheduled: 'by a schedule',
    until: (day) => `until ${day}`,
    allRaffles: 'All raffles',
    allStatuses: 'all statuses',
    before: (to) => `placed until ${to}`,
    between: (from, to) => `placed from ${from} to ${to}`,
    languages: { PT_BR: 'In Portuguese', EN: 'In English' },
    file: 'orders',
    download: 'Download',
    delete: 'Delete',
    deleteTitle: 'Delete the export?',
    deleteText: (name) => `Its file is deleted: ${name}.`,
    deleted: (name: string) => `The export was deleted: ${name}.`,
  },
});
