import { AddUpCombosDocument, ShowBoxesDocument, ShowBoxWinnersDocument } from '../../../../generated/client/operations.js';
import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../../../common/asking.js';
import { texts, useTexts } from '../../../common/language.js';
import { Checkbox } from '../../../ui/field.js';
import { Card, Problem } from '../../../ui/surface.js';
import type { TabProps } from '../desk.js';
import type { Stands } from '../settings/fixed.js';
import { useMutate } from '../use-mutate.js';

type Switch = 'adding' | 'boxes' | 'winners';

/** What is on or off of a raffle's boxes. Each is done when it is ticked. */
export function BoxSwitches({ raffle, stands, reload }: TabProps & { stands: Stands }) {
  const t = useTexts(TEXTS);
  const mutate = useMutate();
  const raffleId = raffle.id;
  // What was ticked shows at once, until the raffle is there as it is then.
  const [ticked, setTicked] = useState<{ which: Switch; enabled: boolean }>();
  useEffect(() => setTicked(undefined), [raffle]);
  const isOn = (which: Switch, before: boolean): boolean => (ticked?.which === which ? ticked.enabled : before);
  const switching = useAction(async (which: Switch, enabled: boolean) => {
    setTicked({ which, enabled });
    try {
      if (which === 'adding') await mutate(AddUpCombosDocument, { raffleId, enabled });
      else if (which === 'boxes') await mutate(ShowBoxesDocument, { raffleId, enabled });
      else await mutate(ShowBoxWinnersDocument, { raffleId, enabled });
    } catch (error) {
      setTicked(undefined);
      throw error;
    }
    reload();
  });
  const { isBusy } = switching;
  return (
    <Card title={t.title}>
      <Checkbox
        label={t.adding}
        hint={stands ? t.addingFixed : t.addingHint}
        checked={isOn('adding', raffle.acumulativeCombo)}
        disabled={isBusy || stands !== undefined}
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

const TEXTS = texts({
  'pt-BR': {
    title: 'Como valem e o que a página mostra',
    adding: 'Somar os combos',
    addingHint: 'Um pedido recebe as caixas de todos os combos que alcança. Desligado: só as do maior.',
    addingFixed: 'Não muda mais: há pedidos.',
    boxes: 'Mostrar os prêmios das caixas',
    boxesHint: 'A todos, na página da rifa.',
    winners: 'Mostrar quem ganhou',
    winnersHint: 'Com nomes abreviados.',
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
  },
});
