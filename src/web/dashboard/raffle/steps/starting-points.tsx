import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import {
  DuplicateRaffleDocument,
  RafflesForOperatorDocument,
  type CreateRaffleInput,
} from '../../../../generated/client/operations.js';
import { texts, useTexts } from '../../../common/language.js';
import { useAction, useQuery } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/field.js';
import { Row } from '../../../ui/layout.js';
import { Card, Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import { stepHref } from './step-names.js';
import css from './steps.module.css';

/** Price and quantity are always there, so that the first step can be saved. */
export const STARTING_POINTS = {
  prize: {
    quotaPrice: '5.00',
    quotaQuantity: 1_000,
    maxReservationQuantity: 200,
    fastSelectionCards: [5, 10, 20, 50],
    popularSelectionCard: 10,
    showLastBuyers: true,
  },
  phone: {
    quotaPrice: '10.00',
    quotaQuantity: 100,
    maxReservationQuantity: 20,
    fastSelectionCards: [1, 2, 5, 10],
    popularSelectionCard: 2,
  },
  big: {
    quotaPrice: '0.10',
    quotaQuantity: 1_000_000,
    minReservationQuantity: 20,
    maxReservationQuantity: 20_000,
    fastSelectionCards: [50, 100, 200, 500, 1_000],
    popularSelectionCard: 200,
    showRank: true,
    showLastBuyers: true,
  },
  free: { quotaPrice: '0', quotaQuantity: 1_000, maxReservationQuantity: 1, maxBuyerQuantity: 1, showPrices: false },
} as const satisfies Record<string, Omit<CreateRaffleInput, 'title'>>;
export type StartingPoint = keyof typeof STARTING_POINTS;
const NAMES = Object.keys(STARTING_POINTS) as StartingPoint[];

/** What a new raffle begins with: usual numbers, or all settings of an earlier one. */
export function StartingPoints({ chosen, onChoose }: { chosen: StartingPoint; onChoose(point: StartingPoint): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const { route } = useLocation();
  const [earlier, setEarlier] = useState('');
  const { data } = useQuery(RafflesForOperatorDocument, { first: 50 });
  const copying = useAction(async () => {
    const { duplicateRaffle } = await client.mutate(DuplicateRaffleDocument, { id: earlier, input: {} });
    say(t.copied);
    route(stepHref(duplicateRaffle.id, 'won'));
  });
  const raffles = data?.raffles.nodes ?? [];
  return (
    <Card title={t.title}>
      <fieldset class={css.points}>
        <legend class="visually-hidden">{t.title}</legend>
        {NAMES.map((name) => (
          <label key={name} class={css.point}>
            <input type="radio" name="startingPoint" checked={name === chosen} onChange={() => onChoose(name)} />
            <span>
              <strong>{t.points[name].name}</strong>
              <span class={css.about}>{t.points[name].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {raffles.length > 0 && (
        <>
          <Select
            label={t.earlier}
            hint={t.earlierHint}
            value={earlier}
            onValue={setEarlier}
            options={[{ value: '', label: '—' }, ...raffles.map(({ id, title }) => ({ value: id, label: title }))]}
          />
          <Problem problem={copying.error} />
          {earlier !== '' && (
            <Row>
              <Button isBusy={copying.isBusy} onClick={() => void copying.act()}>
                {t.copy}
              </Button>
            </Row>
          )}
        </>
      )}
    </Card>
  );
}

const TEXTS = texts<{
  title: string;
  points: Record<StartingPoint, { name: string; about: string }>;
  earlier: string;
  earlierHint: string;
  copy: string;
  copied: string;
}>({
  'pt-BR': {
    title: 'De onde começar',
    points: {
      prize: { name: 'Moto ou PIX', about: '1.000 cotas de R$ 5,00' },
      phone: { name: 'Celular', about: '100 cotas de R$ 10,00' },
      big: { name: 'Ação grande', about: '1.000.000 de cotas de R$ 0,10, a partir de 20' },
      free: { name: 'Grátis', about: '1.000 cotas, uma por pessoa' },
    },
    earlier: 'Ou uma rifa anterior',
    earlierHint: 'Copia as configurações, os prêmios, as promoções e as caixas; nunca os pedidos, as datas ou o sorteio.',
    copy: 'Começar com uma cópia',
    copied: 'A cópia foi guardada como rascunho.',
  },
  en: {
    title: 'Where to begin',
    points: {
      prize: { name: 'Motorbike or PIX', about: '1,000 quotas of R$ 5.00' },
      phone: { name: 'Phone', about: '100 quotas of R$ 10.00' },
      big: { name: 'Big action', about: '1,000,000 quotas of R$ 0.10, from 20 on' },
      free: { name: 'Free', about: '1,000 quotas, one a person' },
    },
    earlier: 'Or an earlier raffle',
    earlierHint: 'Copies its settings, prizes, promotions and boxes; never its orders, dates or draw.',
    copy: 'Begin with a copy',
    copied: 'The copy was kept as a draft.',
  },
});
