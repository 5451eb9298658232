import { BoxWinnersDocument, type BoxWinnersQuery } from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { usePages } from '../../../common/paging.js';
import { ListEnd } from '../../../ui/list-end.js';
import { Bones, Card, Empty, Problem } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import css from '../raffle.module.css';

type Winner = BoxWinnersQuery['awardedBoxWinners']['nodes'][number];

/** Who opened a box with a prize, the latest first. */
export function BoxWinners({ raffleId }: { raffleId: string }) {
  const t = useTexts(TEXTS);
  const { money, dateTime } = useFormats();
  const list = usePages(BoxWinnersDocument, { raffleId }, ({ awardedBoxWinners }) => awardedBoxWinners);
  // They have no id of their own: their place in the list stands for one.
  const columns: readonly Column<Winner & { place: number }>[] = [
    { key: 'who', head: t.who, cell: ({ name }) => <span class={css.name}>{name}</span> },
    { key: 'what', head: t.what, cell: ({ title }) => <span class={css.name}>{title}</span> },
    { key: 'worth', head: t.worth, isFigure: true, cell: ({ prize }) => money(prize) },
    { key: 'when', head: t.when, isFigure: true, cell: ({ openedAt }) => dateTime(openedAt) },
  ];
  return (
    <Card title={t.title}>
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Bones lines={4} />}
      {list.nodes?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {list.nodes && list.nodes.length > 0 && (
        <Table
          caption={t.listed}
          columns={columns}
          rows={list.nodes.map((winner, place) => ({ ...winner, place }))}
          keyOf={({ place }) => String(place)}
        />
      )}
      <ListEnd list={list} />
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Quem ganhou nas caixas',
    listed: 'Lista de quem ganhou nas caixas',
    none: 'Ninguém abriu uma caixa com prêmio ainda.',
    who: 'Comprador',
    what: 'Prêmio',
    worth: 'Vale',
    when: 'Quando',
  },
  en: {
    title: 'Who won boxes',
    listed: 'List of who won boxes',
    none: 'Nobody has opened a box with a prize yet.',
    who: 'Buyer',
    what: 'Prize',
    worth: 'Worth',
    when: 'When',
  },
});
