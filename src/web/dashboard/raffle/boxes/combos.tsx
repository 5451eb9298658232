import { useState } from 'preact/hooks';
import {
  CreateBoxComboDocument,
  DeleteBoxComboDocument,
  type BoxCombosQuery,
  type ComboFragment,
} from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import type { QueryResult } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import { Button, RowButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Row } from '../../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import { useReloadAfterUndo } from '../../../ui/toasts.js';
import type { Raffle } from '../raffle-tab.js';
import type { SaleLock } from '../settings/locked-fields.js';
import { BOX_TEXTS } from './box-texts.js';
import { ComboDialog } from './combo-dialog.js';

export function Combos({
  raffle,
  combos,
  saleLock,
}: {
  raffle: Raffle;
  combos: QueryResult<BoxCombosQuery>;
  saleLock: SaleLock;
}) {
  const t = useTexts(TEXTS);
  const common = useTexts(BOX_TEXTS);
  const { number } = useFormats();
  const client = useClient();
  const [edited, setEdited] = useState<ComboFragment | 'new'>();
  const [deleted, setDeleted] = useState<ComboFragment>();
  useReloadAfterUndo(combos.reload);
  const rows = combos.data?.awardedBoxCombos;
  const columns: readonly Column<ComboFragment>[] = [
    { key: 'from', head: t.from, cell: ({ quantityTitles }) => t.quotas(quantityTitles, number(quantityTitles)) },
    { key: 'boxes', head: t.boxes, isFigure: true, cell: ({ quantityBoxes }) => number(quantityBoxes) },
    {
      key: 'shown',
      head: t.shown,
      cell: ({ visible, highlighted }) => (
        <Row>
          <Badge>{visible ? t.visible : t.hidden}</Badge>
          {highlighted && <Badge tone="good">{t.highlighted}</Badge>}
        </Row>
      ),
    },
    {
      key: 'do',
      head: common.actions,
      cell: (combo) => (
        <Row>
          <RowButton
            label={common.change}
            of={t.quotas(combo.quantityTitles, number(combo.quantityTitles))}
            onClick={() => setEdited(combo)}
          />
          {!saleLock && (
            <RowButton
              label={common.remove}
              of={t.quotas(combo.quantityTitles, number(combo.quantityTitles))}
              onClick={() => setDeleted(combo)}
            />
          )}
        </Row>
      ),
    },
  ];
  return (
    <Card
      title={t.title}
      actions={
        !saleLock && (
          <Button small onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        )
      }
    >
      <p>{t.what}</p>
      {!rows && <Problem problem={combos.error} onRetry={combos.reload} />}
      {!rows && !combos.error && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {rows && rows.length > 0 && <Table caption={t.listed} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      {edited && (
        <ComboDialog
          raffleId={raffle.id}
          combo={edited === 'new' ? undefined : edited}
          isFixed={saleLock !== undefined}
          onSaved={combos.reload}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={t.ask}
          confirm={common.remove}
          variant="danger"
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            await client.mutate(DeleteBoxComboDocument, { id: deleted.id });
            combos.reload();
            const { id: _, ...input } = deleted;
            const quotas = number(deleted.quantityTitles);
            if (raffle.status !== 'DRAFT') return t.deleted(quotas);
            const run = () => client.mutate(CreateBoxComboDocument, { input: { raffleId: raffle.id, ...input } });
            return { text: t.deleted(quotas), undo: { run, done: t.restored(quotas) } };
          }}
        >
          <p>{t.lost(number(deleted.quantityTitles), number(deleted.quantityBoxes))}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Combos',
    listed: 'Lista dos combos',
    what: 'Um pedido pago com tantas cotas, as de brinde incluídas, recebe tantas caixas.',
    add: 'Novo combo',
    none: 'Nenhum combo: nenhum pedido recebe caixas.',
    from: 'A partir de',
    quotas: (count: number, text: string) => (count === 1 ? '1 cota' : `${text} cotas`),
    boxes: 'Caixas',
    shown: 'Na página',
    visible: 'visível',
    hidden: 'oculto',
    highlighted: 'destacado',
    ask: 'Excluir o combo?',
    lost: (quotas: string, boxes: string) => `Pedidos a partir de ${quotas} cotas deixam de receber ${boxes} caixas por ele.`,
    deleted: (quotas: string) => `O combo de ${quotas} cotas foi excluído.`,
    restored: (quotas: string) => `O combo de ${quotas} cotas está de volta.`,
  },
  en: {
    title: 'Combos',
    listed: 'List of the combos',
    what: 'A paid order of so many quotas, those for free included, receives so many boxes.',
    add: 'New combo',
    none: 'There are no combos: no order receives boxes.',
    from: 'From',
    quotas: (count: number, text: string) => (count === 1 ? '1 quota' : `${text} quotas`),
    boxes: 'Boxes',
    shown: 'On the page',
    visible: 'shown',
    hidden: 'hidden',
    highlighted: 'pointed out',
    ask: 'Delete the combo?',
    lost: (quotas: string, boxes: string) => `Orders of ${quotas} quotas or more no longer receive ${boxes} boxes for it.`,
    deleted: (quotas: string) => `The combo of ${quotas} quotas was deleted.`,
    restored: (quotas: string) => `The combo of ${quotas} quotas is back.`,
  },
});
