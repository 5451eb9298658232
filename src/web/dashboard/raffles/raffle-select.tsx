import { RafflesToWatchDocument } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Select } from '../../ui/field.js';

interface Props {
  id: string | undefined;
  /** Of the chosen one, where the list that it narrows says it. */
  title: string | undefined;
  onId(id: string | undefined): void;
}

/** Of the open and the newest raffles, and of the chosen one. */
export function RaffleSelect({ id, title, onId }: Props) {
  const t = useTexts(TEXTS);
  const { data } = useQuery(RafflesToWatchDocument, {});
  const raffles = new Map([...(data?.open.nodes ?? []), ...(data?.newest.nodes ?? [])].map((one) => [one.id, one.title]));
  if (id !== undefined && !raffles.has(id)) raffles.set(id, title ?? t.thisRaffle);
  return (
    <Select
      label={t.raffle}
      value={id ?? ''}
      onValue={(value) => onId(value || undefined)}
      options={[{ value: '', label: t.allRaffles }, ...[...raffles].map(([value, label]) => ({ value, label }))]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': { raffle: 'Rifa', allRaffles: 'Todas as rifas', thisRaffle: 'A rifa escolhida' },
  en: { raffle: 'Raffle', allRaffles: 'All raffles', thisRaffle: 'The chosen raffle' },
});
