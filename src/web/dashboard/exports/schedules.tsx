import { useState } from 'preact/hooks';
import {
  DeleteExportScheduleDocument,
  ExportSchedulesDocument,
  type ScheduleLineFragment,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note } from '../../ui/layout.js';
import { Badge, Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { Table, type Column } from '../../ui/table.js';
import { PersonLink } from '../links.js';
import { ORDER_STATUS_TEXTS } from '../orders/order-status.js';
import { ScheduleDialog } from './schedule-dialog.js';
import { weekdayOf } from './weekdays.js';

export function Schedules() {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const language = useLanguage();
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  const { data, error, reload } = useQuery(ExportSchedulesDocument, {});
  const [isAsking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState<ScheduleLineFragment>();
  const whenOf = ({ frequency, day, hour }: ScheduleLineFragment): string => {
    if (frequency === 'DAILY') return t.daily(hour);
    return frequency === 'WEEKLY' ? t.weekly(weekdayOf(day ?? 1, language), hour) : t.monthly(day ?? 1, hour);
  };
  const whatOf = ({ raffleTitle, status }: ScheduleLineFragment): string =>
    `${raffleTitle ?? t.allRaffles}, ${status === null ? t.allStatuses : statuses[status]}`;
  const nameOf = (one: ScheduleLineFragment): string => `${whatOf(one)}, ${whenOf(one)}`;
  const columns: readonly Column<ScheduleLineFragment>[] = [
    {
      key: 'what',
      head: t.what,
      cell: (one) => (
        <>
          {whatOf(one)}
          <Note>
            {one.onlyNew ? t.onlyNew : t.all} · {t.languages[one.language]}
          </Note>
        </>
      ),
    },
    { key: 'when', head: t.when, cell: whenOf },
    {
      key: 'next',
      head: t.next,
      cell: ({ isActive, nextAt }) =>
        isActive ? (
          f.dateTime(nextAt)
        ) : (
          <>
            <Badge tone="warn">{t.stopped}</Badge>
            <Note>{t.lostRight}</Note>
          </>
        ),
    },
    { key: 'by', head: t.by, cell: ({ creator }) => creator && <PersonLink person={creator} /> },
    {
      key: 'acts',
      head: t.acts,
      cell: (one) => <RowButton label={t.delete} of={nameOf(one)} onClick={() => setDeleting(one)} />,
    },
  ];
  return (
    <Card
      title={t.title}
      actions={
        <Button small onClick={() => setAsking(true)}>
          {t.create}
        </Button>
      }
    >
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={2} />}
      {data?.exportSchedules.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {data && data.exportSchedules.length > 0 && (
        <Table caption={t.listed} columns={columns} rows={data.exportSchedules} keyOf={({ id }) => id} />
      )}
      {isAsking && <ScheduleDialog onCreated={reload} onClose={() => setAsking(false)} />}
      {deleting && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.delete}
          variant="danger"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await client.mutate(DeleteExportScheduleDocument, { id: deleting.id });
            reload();
            return t.deleted(nameOf(deleting));
          }}
        >
          <p>{t.deleteText(nameOf(deleting))}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Agendadas',
    listed: 'Lista das agendadas',
    acts: 'Ações',
    create: 'Agendar',
    none: 'Nenhuma exportação agendada. Agende uma para ter o arquivo pronto todo dia, semana ou mês.',
    what: 'Pedidos',
    allRaffles: 'Todas as rifas',
    allStatuses: 'todas as situações',
    onlyNew: 'Só os feitos desde a anterior',
    all: 'Todos a cada vez',
    languages: { PT_BR: 'em português', EN: 'em inglês' },
    when: 'Quando',
    daily: (hour: number) => `todo dia às ${hour}h`,
    weekly: (weekday: string, hour: number) => `semanal, ${weekday}, às ${hour}h`,
    monthly: (day: number, hour: number) => `todo dia ${day} do mês, às ${hour}h`,
    next: 'Próxima',
    stopped: 'Suspensa',
    lostRight: 'Quem agendou perdeu o direito de exportar. Agende de novo e exclua esta.',
    by: 'Agendada por',
    delete: 'Excluir',
    deleteTitle: 'Excluir o agendamento?',
    deleteText: (name: string) => `${name}. Os arquivos que ele já fez ficam até vencer.`,
    deleted: (name: string) => `O agendamento foi excluído: ${name}.`,
  },
  en: {
    title: 'Scheduled',
    listed: 'List of the scheduled',
    acts: 'Actions',
    create: 'Schedule',
    none: 'No export is scheduled. Schedule one to have the file ready every day, week or month.',
    what: 'Orders',
    allRaffles: 'All raffles',
    allStatuses: 'all statuses',
    onlyNew: 'Only those placed since the one before',
    all: 'All of them each time',
    languages: { PT_BR: 'in Portuguese', EN: 'in English' },
    when: 'When',
    daily: (hour: number) => `every day at ${hour}:00`,
    weekly: (weekday: string, hour: number) => `every ${weekday} at ${hour}:00`,
    monthly: (day: number, hour: number) => `on day ${day} of the month at ${hour}:00`,
    next: 'Next',
    stopped: 'Suspended',
    lostRight: 'Who scheduled it has lost the right to export. Schedule it again and delete this one.',
    by: 'Scheduled by',
    delete: 'Delete',
    deleteTitle: 'Delete the schedule?',
    deleteText: (name: string) => `${name}. The files that it has made stay until they expire.`,
    deleted: (name: string) => `The schedule was deleted: ${name}.`,
  },
});
