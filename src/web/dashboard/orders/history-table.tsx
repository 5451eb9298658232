import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import { Table } from '../../ui/table.js';
import { ACTION_TEXTS, wordsOf as wordsOfAction } from '../audit/audit-texts.js';
import { PersonLink } from '../links.js';

interface Event {
  at: string;
  kind: string;
  amount: string | null;
  text: string | null;
  action: string | null;
  actor: { id: string; name: string } | null;
}

/** What happened, when, and who did it; `wordsOf` what is no act. */
export function HistoryTable<T extends Event>({ events, wordsOf }: { events: readonly T[]; wordsOf(event: T): string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const language = useLanguage();
  return (
    <Table
      caption={t.listed}
      rows={events}
      keyOf={(event) => `${event.at} ${event.kind} ${event.action} ${event.text} ${event.amount}`}
      columns={[
        { key: 'at', head: t.at, cell: ({ at }) => f.dateTime(at) },
        {
          key: 'what',
          head: t.what,
          cell: (event) => {
            if (event.action === null) return wordsOf(event);
            const words = wordsOfAction(ACTION_TEXTS[language], event.action);
            return event.text === null ? words : `${words}: ${event.text}`;
          },
        },
        {
          key: 'who',
          head: t.who,
          cell: ({ kind, actor }) => (actor ? <PersonLink person={actor} /> : kind === 'ACT' ? t.service : '—'),
        },
        { key: 'amount', head: t.amount, isFigure: true, cell: ({ amount }) => (amount === null ? '—' : f.money(amount)) },
      ]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    listed: 'O que aconteceu, do mais novo ao mais antigo',
    at: 'Quando',
    what: 'O quê',
    who: 'Quem',
    service: 'o serviço',
    amount: 'Valor',
  },
  en: {
    listed: 'What happened, the newest first',
    at: 'When',
    what: 'What',
    who: 'Who',
    service: 'the service',
    amount: 'Amount',
  },
});
