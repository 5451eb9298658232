import { texts, useFormats, useTexts } from '../../common/language.js';
import { Note } from '../../ui/layout.js';
import { Card, Empty } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import type { Figures } from './use-sale-figures.js';

/** Orders by the link by which their buyers came. */
export function SaleSources({ title, sources }: { title: string; sources: Figures['sources'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const isNamed = sources.some(({ source, campaign }) => source !== null || campaign !== null);
  return (
    <Card title={title}>
      {!isNamed && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {isNamed && (
        <Table
          caption={t.table}
          rows={sources}
          keyOf={({ source, campaign, isRest }) => JSON.stringify([source, campaign, isRest])}
          columns={[
            { key: 'source', head: t.source, cell: ({ source, isRest }) => source ?? (isRest ? t.rest : t.noSource) },
            { key: 'campaign', head: t.campaign, cell: ({ campaign }) => campaign ?? '—' },
            { key: 'placed', head: t.placed, isFigure: true, cell: ({ placed }) => f.number(placed) },
            { key: 'pending', head: t.pending, isFigure: true, cell: ({ pending }) => f.number(pending) },
            { key: 'paid', head: t.paid, isFigure: true, cell: ({ paid }) => f.number(paid.orders) },
            {
              key: 'share',
              head: t.share,
              isFigure: true,
              cell: ({ paid, placed }) => f.percent((paid.orders / placed) * 100),
            },
            { key: 'quotas', head: t.quotas, isFigure: true, cell: ({ paid }) => f.number(paid.quotas) },
            { key: 'revenue', head: t.revenue, isFigure: true, cell: ({ paid }) => f.money(paid.revenue) },
          ]}
        />
      )}
      <Note>{t.note}</Note>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    table: 'Pedidos por origem e campanha',
    none: 'Nenhum pedido veio por um link com origem.',
    source: 'Origem',
    campaign: 'Campanha',
    noSource: 'Sem origem',
    rest: 'Todas as outras',
    placed: 'Feitos',
    pending: 'Aguardando',
    paid: 'Pagos',
    share: 'Pagos dos feitos',
    quotas: 'Cotas pagas',
    revenue: 'Receita',
    note: 'A origem é o utm_source (ou src) do link pelo qual o comprador chegou, e a campanha é o utm_campaign. Vale o último link. O pedido conta no dia em que foi feito, mesmo se foi pago depois.',
  },
  en: {
    table: 'Orders by source and campaign',
    none: 'No order came by a link with a source.',
    source: 'Source',
    campaign: 'Campaign',
    noSource: 'No source',
    rest: 'All others',
    placed: 'Placed',
    pending: 'Pending',
    paid: 'Paid',
    share: 'Paid of placed',
    quotas: 'Quotas paid',
    revenue: 'Revenue',
    note: 'The source is the utm_source (or src) of the link by which the buyer came, and the campaign is its utm_campaign. The last link counts. An order counts on the day on which it was placed, even if it was paid later.',
  },
});
