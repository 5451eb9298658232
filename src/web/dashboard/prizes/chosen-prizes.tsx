import { ContactPrizeWinnersDocument, type RegisteredPrizeFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { onDemand } from '../../common/on-demand.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/surface.js';
import { ChosenBar } from '../bulk/chosen-bar.js';
import { useAsked, type Chosen } from '../bulk/use-chosen.js';
import { personHref } from '../links.js';
import { PRIZE_TEXTS } from './prize-texts.js';

type Prize = RegisteredPrizeFragment;
const BulkDialog = onDemand(() => import('../bulk/bulk-dialog.js').then((loaded) => loaded.BulkDialog<Prize>));

export function ChosenPrizes({ chosen, onChanged }: { chosen: Chosen<Prize>; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const { states } = useTexts(PRIZE_TEXTS);
  const f = useFormats();
  const client = useClient();
  const { asked, ask, onClose } = useAsked<readonly Prize[]>(chosen, onChanged);
  return (
    <>
      <ChosenBar chosen={chosen} label={t.region} sum={t.sum(f.number(chosen.rows.length))}>
        <Button small onClick={() => ask(chosen.rows)}>
          {t.contacted}
        </Button>
      </ChosenBar>
      {asked && (
        <BulkDialog
          title={t.title}
          rows={asked}
          linkTo={({ title, winner }: Prize) =>
            winner ? (
              <a href={personHref(winner.id)} target="_blank">
                {title}, {winner.name}
              </a>
            ) : (
              title
            )
          }
          refusal={({ state }: Prize) => (state === 'WON' ? undefined : t.not(states[state]))}
          effect={(able) => <Notice tone="calm">{t.effect(f.number(able.length))}</Notice>}
          confirm={t.confirm}
          start={async (wonPrizeIds) =>
            (await client.mutate(ContactPrizeWinnersDocument, { input: { wonPrizeIds } })).contactPrizeWinners.id
          }
          onClose={onClose}
        />
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    region: 'Prêmios escolhidos',
    sum: (count: string) => `Escolhidos: ${count}`,
    contacted: 'Ganhadores avisados…',
    title: 'Registrar que estes ganhadores foram avisados?',
    effect: (count: string) => `Ganhadores a registrar como avisados: ${count}. Nada é enviado a eles.`,
    confirm: (count: string) => `Registrar ${count}`,
    not: (state: string) => `fica como está (${state}).`,
  },
  en: {
    region: 'Chosen prizes',
    sum: (count: string) => `Chosen: ${count}`,
    contacted: 'Winners were told…',
    title: 'Record that these winners were told?',
    effect: (count: string) => `Winners to record as told: ${count}. Nothing is sent to them.`,
    confirm: (count: string) => `Record ${count}`,
    not: (state: string) => `stays as it is (${state}).`,
  },
});
