import { upsertPaymentProviderRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ButtonLink } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import { Badge, Card, Notice } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { OrderLink } from '../links.js';
import { useMay } from '../may.js';
import css from './money.module.css';
import type { Report } from './reconciliation-report.js';

type Work = Report['providers'][number];

export const hasProviderWork = ({ overdueCharges, ordersHeldUp, lastError }: Work): boolean =>
  overdueCharges > 0 || ordersHeldUp > 0 || lastError !== null;

export function ProviderWork({ providers }: { providers: Report['providers'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const mayChange = useMay()(upsertPaymentProviderRoles);
  if (providers.length === 0) return null;
  const troubled = providers.filter(hasProviderWork);
  return (
    <Card
      title={t.title}
      actions={
        mayChange && (
          <ButtonLink small href="/dashboard/providers">
            {t.toProviders}
          </ButtonLink>
        )
      }
    >
      {troubled.map((one) => (
        <Notice key={one.name} tone="warn">
          <p>
            <strong>{one.name}</strong>
          </p>
          {one.overdueCharges > 0 && (
            <p>
              {t.overdueText(f.number(one.overdueCharges))} <OrderLinks ids={one.overdueOrderIds} />
            </p>
          )}
          {one.ordersHeldUp > 0 && <p>{t.heldUpText(f.number(one.ordersHeldUp))}</p>}
          {one.lastError !== null && <p class={css.code}>{t.errorText(one.lastError)}</p>}
        </Notice>
      ))}
      <Table
        caption={t.table}
        rows={providers}
        keyOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            head: t.name,
            cell: ({ name, adapter }) => (
              <Row>
                {name} {adapter === null && <Badge tone="warn">{t.gone}</Badge>}
              </Row>
            ),
          },
          { key: 'open', head: t.open, isFigure: true, cell: ({ openCharges }) => f.number(openCharges) },
          { key: 'overdue', head: t.overdue, isFigure: true, cell: ({ overdueCharges }) => f.number(overdueCharges) },
          { key: 'held', head: t.heldUp, isFigure: true, cell: ({ ordersHeldUp }) => f.number(ordersHeldUp) },
          { key: 'oldest', head: t.oldest, cell: ({ oldestOpenAt }) => (oldestOpenAt ? f.dateTime(oldestOpenAt) : '—') },
          { key: 'scanned', head: t.scanned, cell: ({ scannedTo }) => (scannedTo ? f.dateTime(scannedTo) : '—') },
        ]}
      />
    </Card>
  );
}

function OrderLinks({ ids }: { ids: readonly string[] }) {
  return (
    <>
      {ids.map((id) => (
        <span key={id}>
          <OrderLink id={id} />{' '}
        </span>
      ))}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Provedores',
    table: 'O que está em aberto em cada provedor',
    toProviders: 'Ver provedores',
    name: 'Provedor',
    gone: 'não está mais configurado',
    open: 'Códigos que podem ser pagos',
    overdue: 'Sem resposta',
    heldUp: 'Pedidos presos',
    oldest: 'O mais antigo é de',
    scanned: 'Lista lida até',
    overdueText: (count: string) =>
      `Códigos sobre os quais o provedor devia ter respondido há mais de dois minutos: ${count}. Pedidos:`,
    heldUpText: (count: string) =>
      `Pedidos que não foram pagos a tempo e ainda seguram cotas, porque o provedor não responde: ${count}. Terminam sozinhos quando ele responder.`,
    errorText: (error: string) => `A lista de recebimentos não pôde ser lida até o fim: ${error}`,
  },
  en: {
    title: 'Providers',
    table: 'What is open at each provider',
    toProviders: 'See providers',
    name: 'Provider',
    gone: 'not configured any more',
    open: 'Codes that may be paid',
    overdue: 'Without an answer',
    heldUp: 'Orders held up',
    oldest: 'The oldest is of',
    scanned: 'List read up to',
    overdueText: (count: string) =>
      `Codes about which the provider should have answered more than two minutes ago: ${count}. Orders:`,
    heldUpText: (count: string) =>
      `Orders that were not paid in time and still hold quotas, because the provider does not answer: ${count}. They end by themselves when it does.`,
    errorText: (error: string) => `The list of received payments could not be read to its end: ${error}`,
  },
});
