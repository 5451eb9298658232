import { PaymentCallbacksDocument, type PaymentCallbackState } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Note } from '../../ui/layout.js';
import { Badge, Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { MoneyLink } from '../links.js';

const TONES = { FAILING: 'warn', SETTLED: 'good', NOTHING_DUE: 'calm', ORPHAN: 'bad' } as const;

/** What the provider told us of a payment. */
export function PaymentCallbacks({ paymentId }: { paymentId: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { data, error, reload } = useQuery(PaymentCallbacksDocument, { paymentId });
  const callbacks = data?.paymentCallbacks;
  return (
    <Card title={t.title}>
      <Note>{t.about}</Note>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={2} />}
      {callbacks?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {callbacks && callbacks.length > 0 && (
        <Table
          caption={t.listed}
          rows={callbacks}
          keyOf={({ id }) => id}
          columns={[
            { key: 'received', head: t.received, cell: ({ receivedAt }) => f.dateTime(receivedAt) },
            {
              key: 'state',
              head: t.state,
              cell: ({ state, lastError }) => (
                <>
                  <Badge tone={TONES[state]}>{t.states[state]}</Badge>
                  {state === 'FAILING' && <Note>{t.again}</Note>}
                  {lastError !== null && <Note>{lastError}</Note>}
                  {(state === 'FAILING' || state === 'ORPHAN') && (
                    <Note>
                      <MoneyLink>{t.toMoney}</MoneyLink>
                    </Note>
                  )}
                </>
              ),
            },
            {
              key: 'processed',
              head: t.processed,
              cell: ({ processedAt }) => (processedAt === null ? '—' : f.dateTime(processedAt)),
            },
            { key: 'attempts', head: t.attempts, isFigure: true, cell: ({ attempts }) => f.number(attempts) },
          ]}
        />
      )}
    </Card>
  );
}

const TEXTS = texts<{
  title: string;
  listed: string;
  again: string;
  about: string;
  none: string;
  received: string;
  state: string;
  states: Record<PaymentCallbackState, string>;
  processed: string;
  attempts: string;
  toMoney: string;
}>({
  'pt-BR': {
    title: 'Avisos do provedor',
    listed: 'Lista dos avisos do provedor',
    again: 'O serviço o tenta de novo sozinho.',
    about:
      'O que o provedor avisou deste pagamento, até 90 dias depois de processado. Um aviso só vale depois que o provedor o confirma.',
    none: 'Nenhum aviso guardado. O provedor não avisou, ou o aviso é de mais de 90 dias atrás ou de antes desta lista.',
    received: 'Recebido em',
    state: 'Situação',
    states: {
      FAILING: 'Falhou',
      SETTLED: 'Confirmado',
      NOTHING_DUE: 'Nada recebido',
      ORPHAN: 'Desconhecido',
    },
    processed: 'Processado em',
    attempts: 'Tentativas',
    toMoney: 'Ver em Pendências',
  },
  en: {
    title: 'Callbacks of the provider',
    listed: 'List of the callbacks of the provider',
    again: 'The service tries it again by itself.',
    about:
      'What the provider told us of this payment, for 90 days after it was processed. It counts only once the provider confirms it.',
    none: 'No callback is kept. The provider sent none, or it is older than 90 days or than this list.',
    received: 'Received',
    state: 'State',
    states: {
      FAILING: 'Failed',
      SETTLED: 'Confirmed',
      NOTHING_DUE: 'Nothing received',
      ORPHAN: 'Not known',
    },
    processed: 'Processed',
    attempts: 'Attempts',
    toMoney: 'See it in Open work',
  },
});
