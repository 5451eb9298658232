import { texts, useFormats, useTexts } from '../../common/language.js';
import { Facts } from '../../ui/layout.js';
import { Badge, Card, Notice } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import type { OrderInFull } from './order-facts.js';

export function OrderPrizes({ order: { awardedBoxes: boxes, quotaPrizes } }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Card title={t.title}>
      {boxes.count > 0 && (
        <>
          <Facts
            of={[
              [t.boxes, f.number(boxes.count)],
              [t.opened, f.number(boxes.opened)],
            ]}
          />
          {boxes.isVoid && <Notice>{t.voidBoxes}</Notice>}
        </>
      )}
      {quotaPrizes.nodes.length > 0 && (
        <Table
          caption={t.prizes}
          keyOf={({ id }) => id}
          rows={quotaPrizes.nodes}
          columns={[
            { key: 'number', head: t.number, cell: ({ luckyNumber }) => <code>{luckyNumber}</code> },
            { key: 'prize', head: t.prize, cell: ({ prize }) => prize },
            {
              key: 'standing',
              head: t.standing,
              cell: ({ standing }) => (standing === 'VOID' ? <Badge>{t.isVoid}</Badge> : <Badge tone="good">{t.won}</Badge>),
            },
          ]}
        />
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Caixas e cotas premiadas',
    boxes: 'Caixas recebidas',
    opened: 'Caixas abertas',
    voidBoxes: 'O pedido foi devolvido: as caixas não valem mais.',
    prizes: 'Cotas premiadas deste pedido',
    number: 'Número',
    prize: 'Prêmio',
    standing: 'Situação',
    won: 'Ganhou',
    isVoid: 'Sem efeito',
  },
  en: {
    title: 'Boxes and prize quotas',
    boxes: 'Boxes received',
    opened: 'Boxes opened',
    voidBoxes: 'The order was refunded: its boxes are void.',
    prizes: 'Prize quotas of this order',
    number: 'Number',
    prize: 'Prize',
    standing: 'Status',
    won: 'Won',
    isVoid: 'Void',
  },
});
