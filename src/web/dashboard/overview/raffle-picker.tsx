import { useState } from 'preact/hooks';
import { RafflesToWatchDocument } from '../../../generated/client/operations.js';
import { useQuery, type QueryResult } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { Select } from '../../ui/field.js';
import { Choice } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';

interface Watched {
  /** Null: all raffles. Undefined: not known yet, or there is none. */
  id: string | null | undefined;
  choose(id: string | null): void;
  raffles: readonly { id: string; title: string }[] | undefined;
  asked: Pick<QueryResult<unknown>, 'error' | 'reload'>;
}

/** Default: the only raffle that is open, else all. */
export function useWatchedRaffle(): Watched {
  const asked = useQuery(RafflesToWatchDocument, {});
  const [chosen, setChosen] = useState<string | null>();
  const { open, newest } = asked.data ?? {};
  const all = open && newest ? [...open.nodes, ...newest.nodes] : undefined;
  const raffles = all && [...new Map(all.map((raffle) => [raffle.id, raffle])).values()];
  const only = open?.nodes.length === 1 ? open.nodes[0]?.id : undefined;
  const id = chosen === undefined && raffles && raffles.length > 0 ? (only ?? null) : chosen;
  return { id, choose: setChosen, raffles, asked };
}

/** While raffles are not known, and where there is none. */
export function NothingToWatch({ watched: { raffles, asked } }: { watched: Watched }) {
  const t = useTexts(TEXTS);
  if (!raffles) return asked.error ? <Problem problem={asked.error} onRetry={asked.reload} /> : <Skeleton lines={12} />;
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

export function RafflePicker({ watched: { id, choose, raffles = [] } }: { watched: Watched }) {
  const t = useTexts(TEXTS);
  return (
    <Choice>
      <Select
        label={t.raffle}
        value={id ?? ''}
        onValue={(value) => choose(value || null)}
        options={[{ value: '', label: t.all }, ...raffles.map((raffle) => ({ value: raffle.id, label: raffle.title }))]}
      />
    </Choice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    raffle: 'Rifa',
    all: 'Todas as rifas',
    none: 'Ainda não há rifas. A venda aparece aqui assim que houver uma.',
    make: 'Criar uma rifa',
  },
  en: {
    raffle: 'Raffle',
    all: 'All raffles',
    none: 'There are no raffles yet. Their sale appears here as soon as there is one.',
    make: 'Make a raffle',
  },
});
