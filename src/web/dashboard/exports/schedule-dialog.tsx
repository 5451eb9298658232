import { CreateExportScheduleDocument, type ExportFrequency } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useLanguage, useTexts, useTimeZone } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Checkbox, Select } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/layout.js';
import { ORDER_STATUSES } from '../orders/order-status.js';
import { RaffleField, StatusField } from './export-dialog.js';
import { weekdayOf, WEEKDAYS } from './weekdays.js';

const FREQUENCIES: readonly ExportFrequency[] = ['DAILY', 'WEEKLY', 'MONTHLY'];
/** Every month has them. */
const DAYS = Array.from({ length: 28 }, (_, i) => i + 1);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function ScheduleDialog({ onCreated, onClose }: { onCreated(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const form = useForm({ raffleId: '', status: '', frequency: 'DAILY', day: '1', hour: '6', onlyNew: true });
  const { raffleId, status, day, hour, onlyNew } = form.values;
  const frequency = FREQUENCIES.find((known) => known === form.values.frequency) ?? 'DAILY';
  const save = async () => {
    await client.mutate(CreateExportScheduleDocument, {
      input: {
        raffleId: raffleId || null,
        status: ORDER_STATUSES.find((known) => known === status) ?? null,
        language: language === 'en' ? 'EN' : 'PT_BR',
        frequency,
        day: frequency === 'DAILY' ? null : Number(day),
        hour: Number(hour),
        // Who gets the status later would be in no file.
        onlyNew: onlyNew && status === '',
      },
    });
    return t.created;
  };
  const optionsOf = (values: readonly number[], labelOf: (value: number) => string) =>
    values.map((value) => ({ value: String(value), label: labelOf(value) }));
  return (
    <FormDialog title={t.title} form={form} save={save} saveLabel={t.create} isCreate onSaved={onCreated} onClose={onClose}>
      <RaffleField form={form} />
      <StatusField form={form} />
      <Select
        label={t.frequency}
        {...form.text('frequency')}
        onValue={(value) => form.setAll({ ...form.values, frequency: value, day: '1' })}
        options={FREQUENCIES.map((value) => ({ value, label: t.frequencies[value] }))}
      />
      {frequency === 'WEEKLY' && (
        <Select label={t.weekday} {...form.text('day')} options={optionsOf(WEEKDAYS, (one) => weekdayOf(one, language))} />
      )}
      {frequency === 'MONTHLY' && <Select label={t.day} {...form.text('day')} options={optionsOf(DAYS, String)} />}
      <Select label={t.hour} {...form.text('hour')} options={optionsOf(HOURS, (one) => t.at(one))} />
      {status === '' && <Checkbox label={t.onlyNew} hint={t.onlyNewHint} {...form.check('onlyNew')} />}
      <Note>{t.about(timeZone)}</Note>
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Agendar exportações',
    create: 'Agendar',
    frequency: 'De quanto em quanto tempo',
    frequencies: { DAILY: 'Todo dia', WEEKLY: 'Toda semana', MONTHLY: 'Todo mês' },
    weekday: 'Dia da semana',
    day: 'Dia do mês',
    hour: 'Hora',
    at: (hour: number) => `${hour}h`,
    onlyNew: 'Só os pedidos novos',
    onlyNewHint:
      'Os feitos nos dias inteiros desde a exportação anterior. Sem isto, todos os pedidos a cada vez; só os dois últimos arquivos ficam.',
    about: (timeZone: string) =>
      `A hora é a de ${timeZone}. Os arquivos são em português e aparecem aqui enquanto você puder exportar. O que atrasar com o serviço `
      + 'desligado é feito uma vez só.',
    created: 'A exportação foi agendada.',
  },
  en: {
    title: 'Schedule exports',
    create: 'Schedule',
    frequency: 'How often',
    frequencies: { DAILY: 'Every day', WEEKLY: 'Every week', MONTHLY: 'Every month' },
    weekday: 'Weekday',
    day: 'Day of the month',
    hour: 'Hour',
    at: (hour: number) => `${hour}:00`,
    onlyNew: 'Only new orders',
    onlyNewHint:
      'Those placed on the whole days since the export before. Without it, all orders each time; only the last two files are kept.',
    about: (timeZone: string) =>
      `The hour is that of ${timeZone}. The files are in English and appear here as long as you may export. What is missed while the `
      + 'service is off is made once.',
    created: 'The export was scheduled.',
  },
});
