import { useState } from 'preact/hooks';
import { MyBoxesDocument, OpenBoxDocument, type BoxFragment } from '../../generated/client/operations.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { Button } from '../ui/button.js';
import { LoadMore } from '../ui/table.js';
import { Skeleton, Problem } from '../ui/surface.js';
import css from './lists.module.css';

const PAGE = 100;

interface Props {
  /** Null: of all raffles. */
  raffleId: string | null;
  orderId?: string | null;
  /** Where there are boxes of several raffles. */
  titleOf?(raffleId: string): string | undefined;
  onOpened?(): void;
}

export function MyBoxes({ raffleId, orderId = null, titleOf, onOpened }: Props) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const pages = usePagedQuery(MyBoxesDocument, { raffleId, orderId }, (data) => data.myAwardedBoxes, PAGE);
  const [opened, setOpened] = useState<Record<string, BoxFragment>>({});
  const open = async (id: string): Promise<void> => {
    const { openAwardedBox: box } = await client.mutate(OpenBoxDocument, { id });
    setOpened((old) => ({ ...old, [id]: box }));
    if (box.prize) onOpened?.();
  };
  const opening = useAction(open);
  const openingAll = useAction(async (ids: string[]) => {
    for (const id of ids) await open(id);
  });
  if (!pages.nodes) return pages.error ? <Problem problem={pages.error} onRetry={pages.reload} /> : <Skeleton lines={2} />;
  const boxes = pages.nodes.map((box) => opened[box.id] ?? box);
  if (boxes.length === 0) return null;
  const closed = boxes.filter(({ status }) => status === 'UNOPENED');
  const isBusy = opening.isBusy || openingAll.isBusy;
  return (
    <section class={css.part} aria-label={t.title}>
      <h3>{t.title}</h3>
      <ul class={css.boxes}>
        {boxes.map((box) => (
          <li key={box.id}>
            <Box
              box={box}
              of={orderId === null && [titleOf?.(box.raffleId), t.order(box.orderId)].filter(Boolean).join(' · ')}
              isBusy={isBusy}
              onOpen={() => void opening.act(box.id)}
            />
          </li>
        ))}
      </ul>
      <Problem problem={opening.error ?? openingAll.error} />
      {closed.length > 1 && (
        <Button isBusy={isBusy} onClick={() => void openingAll.act(closed.map(({ id }) => id))}>
          {t.openAll(closed.length)}
        </Button>
      )}
      <LoadMore list={pages} />
    </section>
  );
}

interface BoxProps {
  box: BoxFragment;
  /** Its order, among those of others: each counts its own. */
  of: string | false;
  isBusy: boolean;
  onOpen(): void;
}

function Box({ box, of, isBusy, onOpen }: BoxProps) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const { status, number, prize } = box;
  const order = of && <small>{of}</small>;
  if (status === 'UNOPENED') {
    return (
      <button type="button" class={`${css.box} ${css.closed}`} aria-disabled={isBusy} onClick={isBusy ? undefined : onOpen}>
        <span class={css.lid} aria-hidden="true" />
        {t.open(number)}
        {order}
      </button>
    );
  }
  return (
    <div class={`${css.box} ${prize ? css.won : css.empty}`} role="status">
      <strong>{prize ? prize.title : status === 'VOID' ? t.void : t.empty}</strong>
      {prize && <span>{money(prize.prize)}</span>}
      {order}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Suas caixas',
    order: (id: string) => `Pedido ${id}`,
    open: (number: number) => `Abrir caixa ${number}`,
    openAll: (count: number) => `Abrir as ${count} que faltam`,
    empty: 'Vazia',
    void: 'Não vale mais',
  },
  en: {
    title: 'Your boxes',
    order: (id: string) => `Order ${id}`,
    open: (number: number) => `Open box ${number}`,
    openAll: (count: number) => `Open the ${count} that are left`,
    empty: 'Empty',
    void: 'No longer valid',
  },
});
