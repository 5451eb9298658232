import { useState } from 'preact/hooks';
import { RafflesToWatchDocument } from '../../../generated/client/operations.js';
import { useQuery, type QueryResult } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { Select } from '../../ui/field.js';
import { Choice, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';

interface Watched {
  id: string | undefined;
  choose(id: string): void;
  raffles: readonly { id: string; title: string }[] | undefined;
  asked: Pick<QueryResult<unknown>, 'error' | 'reload'>;
}

/** Default: the newest open raffle, else the newest. */
export function useWatchedRaffle(): Watched {
  const asked = useQuery(RafflesToWatchDocument, {});
  const [chosen, setChosen] = useState<string>();
  const { open, newest } = asked.data ?? {};
  const all = open && newest ? [...open.nodes, ...newest.nodes] : undefined;
  const raffles = all && [...new Map(all.map((raffle) => [raffle.id, raffle])).values()];
  return { id: chosen ?? raffles?.[0]?.id, choose: setChosen, raffles, asked };
}

export function RafflePicker({ watched: { id, choose, raffles, asked } }: { watched: Watched }) {
  const t = useTexts(TEXTS);
  if (!raffles) return asked.error ? <Problem problem={asked.error} onRetry={asked.reload} /> : <Skeleton lines={2} />;
  if (raffles.length === 0) {
    return (
      <Card>
        <Empty>
          <p>{t.none}</p>
          <p>
            <a href="/dashboard/raffles">{t.make}</a>
          </p>
        </Empty>
      </Card>
    );
  }
  return (
    <TitleRow>
      <h2>{t.title}</h2>
      <Choice>
        <Select
          label={t.raffle}
          value={id ?? ''}
          onValue={choose}
          options={raffles.map((raffle) => ({ value: raffle.id, label: raffle.title }))}
        />
      </Choice>
    </TitleRow>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'À venda agora',
    raffle: 'Rifa',
    none: 'Ainda não há rifas. A venda aparece aqui assim que houver uma.',
    make: 'Criar uma rifa',
  },
  en: {
    title: 'The sale now',
    raffle: 'Raffle',
    none: 'There are no raffles yet. Their sale appears here as soon as there is one.',
    make: 'Make a raffle',
  },
});
