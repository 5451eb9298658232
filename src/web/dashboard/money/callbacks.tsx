import type { CallbacksLeftFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Note } from '../../ui/layout.js';
import { Card } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import css from './money.module.css';

/** Failed callbacks. The service tries them again by itself: there is no button. */
export function Callbacks({ orphaned, failing }: { orphaned: CallbacksLeftFragment; failing: CallbacksLeftFragment }) {
  const t = useTexts(TEXTS);
  return (
    <>
      {failing.count > 0 && <CallbackCard title={t.failing} about={t.failingText} callbacks={failing} />}
      {orphaned.count > 0 && <CallbackCard title={t.orphaned} about={t.orphanedText} callbacks={orphaned} />}
    </>
  );
}

function CallbackCard({ title, about, callbacks }: { title: string; about: string; callbacks: CallbacksLeftFragment }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { count, oldestAt, latestAt, examples } = callbacks;
  return (
    <Card title={title}>
      <p>{about}</p>
      {oldestAt && latestAt && <p>{t.sum(f.number(count), f.dateTime(oldestAt), f.dateTime(latestAt))}</p>}
      <Table
        caption={`${title}: ${t.examples}`}
        rows={examples}
        keyOf={({ id }) => id}
        columns={[
          { key: 'provider', head: t.provider, cell: ({ providerName }) => providerName },
          { key: 'received', head: t.received, cell: ({ receivedAt }) => f.dateTime(receivedAt) },
          { key: 'attempts', head: t.attempts, isFigure: true, cell: ({ attempts }) => f.number(attempts) },
          { key: 'error', head: t.error, cell: ({ lastError }) => <div class={css.problem}>{lastError ?? '—'}</div> },
        ]}
      />
      {count > examples.length && <Note>{t.only(f.number(examples.length))}</Note>}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    failing: 'Avisos que falham',
    failingText: 'Avisos de provedores que o serviço não conseguiu processar. Eles são tentados de novo sozinhos.',
    orphaned: 'Avisos sem dono',
    orphanedText:
      'Avisos sobre um código ou pagamento que o provedor não conhecia quando perguntamos. Nada foi creditado por eles.',
    sum: (count: string, oldest: string, latest: string) => `${count} ao todo, de ${oldest} a ${latest}.`,
    examples: 'exemplos',
    provider: 'Provedor',
    received: 'Recebido em',
    attempts: 'Tentativas',
    error: 'Último erro',
    only: (count: string) => `Estes são ${count} deles.`,
  },
  en: {
    failing: 'Callbacks that fail',
    failingText: 'Callbacks of providers that the service could not process. They are tried again by themselves.',
    orphaned: 'Callbacks that match nothing',
    orphanedText:
      'Callbacks about a code or payment that the provider did not know when we asked. Nothing was credited for them.',
    sum: (count: string, oldest: string, latest: string) => `${count} in all, from ${oldest} to ${latest}.`,
    examples: 'examples',
    provider: 'Provider',
    received: 'Received',
    attempts: 'Attempts',
    error: 'Last error',
    only: (count: string) => `These are ${count} of them.`,
  },
});
