import type { AccountFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { onDemand } from '../../common/on-demand.js';
import { Button } from '../../ui/button.js';
import { ChosenBar } from '../bulk/chosen-bar.js';
import { useAsked, type Chosen } from '../bulk/use-chosen.js';

const BlockMany = onDemand(() => import('./block-many.js').then((loaded) => loaded.BlockMany));

export function ChosenPeople({ chosen, onChanged }: { chosen: Chosen<AccountFragment>; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { asked, ask, onClose } = useAsked<readonly AccountFragment[]>(chosen, onChanged);
  return (
    <>
      <ChosenBar chosen={chosen} label={t.region} sum={t.sum(f.number(chosen.rows.length))}>
        <Button small variant="danger" onClick={() => ask(chosen.rows)}>
          {t.block}
        </Button>
      </ChosenBar>
      {asked && <BlockMany people={asked} onClose={onClose} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { region: 'Pessoas escolhidas', sum: (count: string) => `Escolhidas: ${count}`, block: 'Bloquear…' },
  en: { region: 'Chosen people', sum: (count: string) => `Chosen: ${count}`, block: 'Block…' },
});
