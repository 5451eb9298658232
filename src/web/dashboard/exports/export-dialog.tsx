import { CreateExportDocument, RafflesToWatchDocument } from '../../../generated/client/operations.js';
import { useForm, type Form } from '../../common/form.js';
import { texts, useLanguage, useTexts, useTimeZone } from '../../common/language.js';
import { instantsOfDays } from '../../common/local-time.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/layout.js';
import { Notice } from '../../ui/surface.js';
import { ORDER_STATUS_TEXTS, ORDER_STATUSES } from '../orders/order-status.js';

interface Wanted {
  raffleId: string;
  status: string;
  from: string;
  to: string;
}

export interface ExportDialogProps {
  /** Days as in inputs of type date. */
  wanted?: Partial<Wanted> | undefined;
  /** Which raffle it is stands fast. */
  raffleTitle?: string;
  /** The list was narrowed by what an export cannot be. */
  isSearch?: boolean;
  onCreated(): void;
  onClose(): void;
}

export function ExportDialog({ wanted, raffleTitle, isSearch = false, onCreated, onClose }: ExportDialogProps) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const form = useForm<Wanted>({ raffleId: '', status: '', from: '', to: '', ...wanted });
  const { raffleId, status, from, to } = form.values;
  const save = async () => {
    await client.mutate(CreateExportDocument, {
      input: {
        raffleId: raffleId || null,
        status: ORDER_STATUSES.find((known) => known === status) ?? null,
        ...instantsOfDays({ from, to }, timeZone),
        language: language === 'en' ? 'EN' : 'PT_BR',
      },
    });
    return t.created;
  };
  return (
    <FormDialog title={t.title} form={form} save={save} saveLabel={t.create} onSaved={onCreated} onClose={onClose}>
      {isSearch && <Notice tone="warn">{t.search}</Notice>}
      {raffleTitle === undefined ? <RaffleField form={form} /> : <p>{raffleTitle}</p>}
      <StatusField form={form} />
      <TextField label={t.from} type="date" {...form.text('from')} />
      <TextField label={t.to} type="date" {...form.text('to')} />
      <Note>{t.about}</Note>
    </FormDialog>
  );
}

export function RaffleField<Values extends { raffleId: string }>({ form }: { form: Form<Values> }) {
  const t = useTexts(TEXTS);
  const { data } = useQuery(RafflesToWatchDocument, {});
  const raffles = new Map([...(data?.open.nodes ?? []), ...(data?.newest.nodes ?? [])].map(({ id, title }) => [id, title]));
  return (
    <Select
      label={t.raffle}
      {...form.text('raffleId')}
      options={[{ value: '', label: t.allRaffles }, ...[...raffles].map(([value, label]) => ({ value, label }))]}
    />
  );
}

export function StatusField<Values extends { status: string }>({ form }: { form: Form<Values> }) {
  const t = useTexts(TEXTS);
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  return (
    <Select
      label={t.status}
      {...form.text('status')}
      options={[{ value: '', label: t.all }, ...ORDER_STATUSES.map((value) => ({ value, label: statuses[value] }))]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Exportar pedidos',
    create: 'Exportar',
    search:
      'Uma exportação não procura por telefone, CPF, txid ou número: ela leva todos os pedidos da rifa, da situação e dos dias abaixo.',
    raffle: 'Rifa',
    allRaffles: 'Todas as rifas',
    status: 'Situação',
    all: 'Todas',
    from: 'Feitos desde',
    to: 'Feitos até',
    about: 'O arquivo é feito em segundo plano, em português, com os números da sorte de cada pedido. Ele aparece em Tarefas.',
    created: 'A exportação foi pedida. O arquivo aparece em Tarefas.',
  },
  en: {
    title: 'Export orders',
    create: 'Export',
    search:
      'An export does not search by phone, CPF, txid or number: it has all orders of the raffle, the status and the days below.',
    raffle: 'Raffle',
    allRaffles: 'All raffles',
    status: 'Status',
    all: 'All',
    from: 'Placed from',
    to: 'Placed until',
    about: 'The file is made in the background, in English, with the lucky numbers of each order. It appears in Tasks.',
    created: 'The export was requested. Its file appears in Tasks.',
  },
});
