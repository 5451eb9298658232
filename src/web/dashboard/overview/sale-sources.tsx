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
          rows={withTotals(sources)}
          keyOf={({ source, campaign, isRest, isTotal }) => JSON.stringify([source, campaign, isRest, isTotal])}
          columns={[
            { key: 'source', head: t.source, cell: ({ source, isRest }) => source ?? (isRest ? t.rest : t.noSource) },
            {
              key: 'campaign',
              head: t.campaign,
              cell: ({ campaign, isTotal }) => (isTotal ? <strong>{t.total}</strong> : (campaign ?? '—')),
            },
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

type Source = Figures['sources'][number] & { isTotal?: true };

/** Before the campaigns of a source that has several, what they sum up to. */
function withTotals(sources: Figures['sources']): Source[] {
  const sourcesOf = (name: string) => sources.filter(({ source }) => source === name);
  const seen = new Set<string>();
  return sources.flatMap((one): Source[] => {
    const { source } = one;
    if (source === null) return [one];
    const all = sourcesOf(source);
    if (all.length === 1) return [one];
    if (seen.has(source)) return [];
    seen.add(source);
    return [{ ...all.reduce(added), campaign: null, isTotal: true }, ...all];
  });
}

function added(one: Source, other: Source): Source {
  const centavos = Math.round(Number(one.paid.revenue) * 100) + Math.round(Number(other.paid.revenue) * 100);
  const paid = {
    ...one.paid,
    orders: one.paid.orders + other.paid.orders,
    quotas: one.paid.quotas + other.paid.quotas,
    revenue: (centavos / 100).toFixed(2),
  };
  return { ...one, placed: one.placed + other.placed, pending: one.pending + other.pending, paid };
}

const TEXTS = texts({
  'pt-BR': {
    table: 'Pedidos por origem e campanha',
    none: 'Nenhum pedido veio por um link com origem.',
    source: 'Origem',
    campaign: 'Campanha',
    total: 'Todas as campanhas',
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
    total: 'All campaigns',
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
