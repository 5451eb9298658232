import { useEffect, useState } from 'preact/hooks';
import {
  BoxCombosDocument,
  PrizesOfBoxesDocument,
  AddUpCombosDocument,
  ShowBoxesDocument,
  ShowBoxWinnersDocument,
  BoxWinnersDocument,
  type BoxWinnersQuery,
} from '../../../../generated/client/operations.js';
import { useTexts, texts, useFormats } from '../../../common/language.js';
import { usePagedQuery } from '../../../common/paged-query.js';
import { useQuery, useAction } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import { Checkbox } from '../../../ui/field.js';
import { Notice, Card, Problem, Skeleton, Empty } from '../../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../../ui/table.js';
import { useToasts } from '../../../ui/toasts.js';
import type { TabProps } from '../raffle-tab.js';
import css from '../raffle.module.css';
import { saleLockOf, type SaleLock } from '../settings/locked-fields.js';
import { BoxPrizes } from './box-prizes.js';
import { BOX_TEXTS } from './box-texts.js';
import { Combos } from './combos.js';

export function BoxesTab({ raffle, reload }: TabProps) {
  const t = useTexts(BOX_TEXTS);
  const combos = useQuery(BoxCombosDocument, { raffleId: raffle.id });
  const prizes = usePagedQuery(
    PrizesOfBoxesDocument,
    { raffleId: raffle.id },
    ({ awardedBoxesByRaffle }) => awardedBoxesByRaffle,
    50,
  );
  const saleLock = saleLockOf(raffle);
  const hasCombos = (combos.data?.awardedBoxCombos.length ?? 0) > 0;
  const hasPrizes = (prizes.nodes?.length ?? 0) > 0;
  return (
    <>
      {saleLock && <Notice>{t.saleLock[saleLock]}</Notice>}
      {prizes.nodes && hasCombos && !hasPrizes && <Notice tone="warn">{t.onlyCombos}</Notice>}
      {combos.data && hasPrizes && !hasCombos && <Notice tone="warn">{t.onlyPrizes}</Notice>}
      <Combos raffle={raffle} combos={combos} saleLock={saleLock} />
      <BoxPrizes raffle={raffle} prizes={prizes} saleLock={saleLock} />
      <BoxSwitches raffle={raffle} saleLock={saleLock} reload={reload} />
      <BoxWinners raffleId={raffle.id} />
    </>
  );
}

type Switch = 'adding' | 'boxes' | 'winners';

/** Each switch is sent when it is ticked. */
function BoxSwitches({ raffle, saleLock, reload }: TabProps & { saleLock: SaleLock }) {
  const t = useTexts(SWITCH_TEXTS);
  const client = useClient();
  const say = useToasts();
  const raffleId = raffle.id;
  // Shows the new value until the raffle is reloaded.
  const [ticked, setTicked] = useState<{ which: Switch; enabled: boolean }>();
  useEffect(() => setTicked(undefined), [raffle]);
  const isOn = (which: Switch, before: boolean): boolean => (ticked?.which === which ? ticked.enabled : before);
  const switching = useAction(async (which: Switch, enabled: boolean) => {
    setTicked({ which, enabled });
    try {
      if (which === 'adding') await client.mutate(AddUpCombosDocument, { raffleId, enabled });
      else if (which === 'boxes') await client.mutate(ShowBoxesDocument, { raffleId, enabled });
      else await client.mutate(ShowBoxWinnersDocument, { raffleId, enabled });
    } catch (error) {
      setTicked(undefined);
      throw error;
    }
    say(t.saved);
    reload();
  });
  const { isBusy } = switching;
  return (
    <Card title={t.title}>
      <Checkbox
        label={t.adding}
        hint={saleLock ? t.addingFixed : t.addingHint}
        checked={isOn('adding', raffle.acumulativeCombo)}
        disabled={isBusy || saleLock !== undefined}
        onChecked={(enabled) => void switching.act('adding', enabled)}
      />
      <Checkbox
        label={t.boxes}
        hint={t.boxesHint}
        checked={isOn('boxes', raffle.showAwardedBoxes)}
        disabled={isBusy}
        onChecked={(enabled) => void switching.act('boxes', enabled)}
      />
      <Checkbox
        label={t.winners}
        hint={t.winnersHint}
        checked={isOn('winners', raffle.showAwardedBoxesWinners)}
        disabled={isBusy}
        onChecked={(enabled) => void switching.act('winners', enabled)}
      />
      <Problem problem={switching.error} />
    </Card>
  );
}

const SWITCH_TEXTS = texts({
  'pt-BR': {
    title: 'Como valem e o que a página mostra',
    adding: 'Somar os combos',
    addingHint: 'Um pedido recebe as caixas de todos os combos que alcança. Desligado: só as do maior.',
    addingFixed: 'Não muda mais: há pedidos.',
    boxes: 'Mostrar os prêmios das caixas',
    boxesHint: 'A todos, na página da rifa.',
    winners: 'Mostrar quem ganhou',
    winnersHint: 'Com nomes abreviados.',
    saved: 'Alterações salvas.',
  },
  en: {
    title: 'How they count and what the page shows',
    adding: 'Add combos up',
    addingHint: 'An order receives the boxes of every combo that it reaches. Off: those of the highest.',
    addingFixed: 'It does not change any more: there are orders.',
    boxes: 'Show what is in boxes',
    boxesHint: 'To everybody, on the raffle’s page.',
    winners: 'Show who won',
    winnersHint: 'With short names.',
    saved: 'Changes saved.',
  },
});

type Winner = BoxWinnersQuery['awardedBoxWinners']['nodes'][number];

function BoxWinners({ raffleId }: { raffleId: string }) {
  const t = useTexts(WINNER_TEXTS);
  const { money, dateTime } = useFormats();
  const list = usePagedQuery(BoxWinnersDocument, { raffleId }, ({ awardedBoxWinners }) => awardedBoxWinners);
  // Winners have no id: the position is the key.
  const columns: readonly Column<Winner & { place: number }>[] = [
    { key: 'who', head: t.who, cell: ({ name }) => <span class={css.name}>{name}</span> },
    { key: 'what', head: t.what, cell: ({ title }) => <span class={css.name}>{title}</span> },
    { key: 'worth', head: t.worth, isFigure: true, cell: ({ prize }) => money(prize) },
    { key: 'when', head: t.when, isFigure: true, cell: ({ openedAt }) => dateTime(openedAt) },
  ];
  return (
    <Card title={t.title}>
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={4} />}
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
      <LoadMore list={list} />
    </Card>
  );
}

const WINNER_TEXTS = texts({
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
