import { BoxCombosDocument, PrizesOfBoxesDocument } from '../../../../generated/client/operations.js';
import { useQuery } from '../../../common/asking.js';
import { usePages } from '../../../common/paging.js';
import { useTexts } from '../../../common/language.js';
import { Notice } from '../../../ui/surface.js';
import type { TabProps } from '../desk.js';
import { standsOf } from '../settings/fixed.js';
import { BoxPrizes } from './box-prizes.js';
import { BOX_TEXTS } from './box-texts.js';
import { BoxSwitches } from './box-switches.js';
import { BoxWinners } from './box-winners.js';
import { Combos } from './combos.js';

/** What boxes orders receive, what may be in them, and who won. */
export function BoxesTab({ raffle, reload }: TabProps) {
  const t = useTexts(BOX_TEXTS);
  const combos = useQuery(BoxCombosDocument, { raffleId: raffle.id });
  const prizes = usePages(PrizesOfBoxesDocument, { raffleId: raffle.id }, ({ awardedBoxesByRaffle }) => awardedBoxesByRaffle, 50);
  const stands = standsOf(raffle);
  const hasCombos = (combos.data?.awardedBoxCombos.length ?? 0) > 0;
  const hasPrizes = (prizes.nodes?.length ?? 0) > 0;
  return (
    <>
      {stands && <Notice>{t.stands[stands]}</Notice>}
      {prizes.nodes && hasCombos && !hasPrizes && <Notice tone="warn">{t.onlyCombos}</Notice>}
      {combos.data && hasPrizes && !hasCombos && <Notice tone="warn">{t.onlyPrizes}</Notice>}
      <Combos raffle={raffle} combos={combos} stands={stands} />
      <BoxPrizes raffle={raffle} prizes={prizes} stands={stands} />
      <BoxSwitches raffle={raffle} stands={stands} reload={reload} />
      <BoxWinners raffleId={raffle.id} />
    </>
  );
}
