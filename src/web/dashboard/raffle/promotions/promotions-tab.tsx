import { useState } from 'preact/hooks';
import {
  CreatePromotionDocument,
  DeletePromotionDocument,
  UpdateRaffleDocument,
  type PromotionOfferFragment,
} from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { useAction } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import { Button, RowButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Row } from '../../../ui/layout.js';
import { Card, Empty, Notice, Problem } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import { useReloadAfterUndo, useToasts } from '../../../ui/toasts.js';
import type { TabProps } from '../raffle-tab.js';
import { PromotionDialog } from './promotion-dialog.js';
import { PROMOTION_TEXTS, resultOf } from './promotion-offer.js';

const MOST = 20;

export function PromotionsTab({ raffle, reload }: TabProps) {
  const t = useTexts(TEXTS);
  const words = useTexts(PROMOTION_TEXTS);
  const { money, number, percent } = useFormats();
  const client = useClient();
  const say = useToasts();
  useReloadAfterUndo(reload);
  const [edited, setEdited] = useState<PromotionOfferFragment | 'new'>();
  const [deleted, setDeleted] = useState<PromotionOfferFragment>();
  const switching = useAction(async () => {
    await client.mutate(UpdateRaffleDocument, { id: raffle.id, input: { enablePromotions: true } });
    say(t.on);
    reload();
  });
  const columns: readonly Column<PromotionOfferFragment>[] = [
    { key: 'what', head: t.what, cell: ({ kind, quotaQuantity }) => words.asks[kind](number(quotaQuantity), quotaQuantity) },
    { key: 'price', head: t.price, isFigure: true, cell: ({ kind, price }) => words.costs[kind](money(price)) },
    {
      key: 'bonus',
      head: t.bonus,
      isFigure: true,
      cell: ({ bonusQuotas }) => (bonusQuotas > 0 ? `+${number(bonusQuotas)}` : '—'),
    },
    {
      key: 'result',
      head: t.result,
      isFigure: true,
      cell: (promotion) => {
        const { total, full, saved } = resultOf(promotion, raffle.quotaPrice);
        return `${money(total)} ${t.insteadOf(money(full))}${saved > 0 ? ` (−${percent(saved)})` : ''}`;
      },
    },
    {
      key: 'do',
      head: t.actions,
      cell: (promotion) => (
        <Row>
          <RowButton
            label={t.change}
            of={words.asks[promotion.kind](number(promotion.quotaQuantity), promotion.quotaQuantity)}
            onClick={() => setEdited(promotion)}
          />
          <RowButton
            label={t.remove}
            of={words.asks[promotion.kind](number(promotion.quotaQuantity), promotion.quotaQuantity)}
            onClick={() => setDeleted(promotion)}
          />
        </Row>
      ),
    },
  ];
  const isFull = raffle.promotions.length >= MOST;
  return (
    <>
      {!raffle.enablePromotions && (
        <Notice tone="warn">
          <p>{t.off}</p>
          <Problem problem={switching.error} />
          <p>
            <Button small isBusy={switching.isBusy} onClick={() => void switching.act()}>
              {t.turnOn}
            </Button>
          </p>
        </Notice>
      )}
      <Card
        title={t.title}
        actions={
          <Button small disabled={isFull} onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        }
      >
        <p>
          {raffle.cumulative ? t.cumulative : t.single} {isFull && t.full}
        </p>
        {raffle.promotions.length === 0 ? (
          <Empty>
            <p>{t.none}</p>
          </Empty>
        ) : (
          <Table caption={t.listed} columns={columns} rows={raffle.promotions} keyOf={({ id }) => id} />
        )}
      </Card>
      {edited && (
        <PromotionDialog
          raffle={raffle}
          promotion={edited === 'new' ? undefined : edited}
          onSaved={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={t.ask}
          confirm={t.remove}
          variant="danger"
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            await client.mutate(DeletePromotionDocument, { id: deleted.id });
            reload();
            const { id: _, ...input } = deleted;
            const what = words.asks[deleted.kind](number(deleted.quotaQuantity), deleted.quotaQuantity);
            if (raffle.status !== 'DRAFT') return t.deleted(what);
            const run = () => client.mutate(CreatePromotionDocument, { raffleId: raffle.id, input });
            return { text: t.deleted(what), undo: { run, done: t.restored(what) } };
          }}
        >
          <p>
            {words.asks[deleted.kind](number(deleted.quotaQuantity), deleted.quotaQuantity)}:{' '}
            {words.costs[deleted.kind](money(deleted.price))}
          </p>
          <p>{t.keep}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Promoções por quantidade',
    listed: 'Lista das promoções',
    single: 'Um pedido recebe a promoção que lhe custa menos, uma vez.',
    cumulative: 'Um pedido é dividido em promoções, cada uma quantas vezes couber, pelo menor preço.',
    off: 'As promoções estão desligadas: nenhuma vale nos pedidos.',
    turnOn: 'Ligar as promoções',
    add: 'Nova promoção',
    none: 'Nenhuma promoção. Com elas, quem compra mais paga menos por cota ou ganha cotas de brinde.',
    full: 'Já são 20, o máximo.',
    what: 'Vale para',
    price: 'Preço',
    bonus: 'Brinde',
    result: 'O que resulta',
    actions: 'Ações',
    insteadOf: (sum: string) => `em vez de ${sum}`,
    change: 'Mudar',
    remove: 'Excluir',
    ask: 'Excluir a promoção?',
    keep: 'Pedidos já feitos mantêm o preço que tinham.',
    on: 'As promoções foram ligadas.',
    deleted: (what: string) => `A promoção foi excluída: ${what}.`,
    restored: (what: string) => `A promoção está de volta: ${what}.`,
  },
  en: {
    title: 'Promotions by quantity',
    listed: 'List of the promotions',
    single: 'An order gets the promotion that costs it least, once.',
    cumulative: 'An order is split into promotions, each as often as it fits, at the lowest price.',
    off: 'Promotions are off: none counts in orders.',
    turnOn: 'Turn promotions on',
    add: 'New promotion',
    none: 'There are no promotions. With them, who buys more pays less for a quota, or gets some for free.',
    full: 'There are 20, which is the most.',
    what: 'For',
    price: 'Price',
    bonus: 'For free',
    result: 'What it comes to',
    actions: 'Actions',
    insteadOf: (sum: string) => `instead of ${sum}`,
    change: 'Change',
    remove: 'Delete',
    ask: 'Delete the promotion?',
    keep: 'Orders that were placed keep the price that they had.',
    on: 'Promotions were turned on.',
    deleted: (what: string) => `The promotion was deleted: ${what}.`,
    restored: (what: string) => `The promotion is back: ${what}.`,
  },
});
