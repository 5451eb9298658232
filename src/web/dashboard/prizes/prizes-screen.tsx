import { useLocation } from 'preact-iso';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { OwedPrizesDocument, WonPrizesDocument, type RegisteredPrizeFragment } from '../../../generated/client/operations.js';
import { useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { Select } from '../../ui/field.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { Card, Empty, Notice, Problem, Skeleton } from '../../ui/surface.js';
import { LoadMore, Table } from '../../ui/table.js';
import { useChosen } from '../bulk/use-chosen.js';
import { ChosenPrizes } from './chosen-prizes.js';
import { RaffleSelect } from '../raffles/raffle-select.js';
import { PrizeDialog, type PrizeStep } from './prize-dialog.js';
import { LATE_AFTER_MS, usePrizeColumns } from './prize-columns.js';
import { PRIZE_TEXTS } from './prize-texts.js';
import { KINDS, prizesHref, readPrizesQuery, STATES, type PrizesQuery } from './prizes-query.js';
import css from './prizes.module.css';

/** The query is in the address, for links and the back button. */
export function PrizesScreen() {
  const t = useTexts(PRIZE_TEXTS);
  const { query: address, route } = useLocation();
  const query = readPrizesQuery(address);
  const { raffle, state = 'WON', kind, won } = query;
  const isOld = won === 'LONG_AGO';
  const narrow = (wanted: PrizesQuery): void => route(prizesHref({ ...query, ...wanted }), true);
  const [asked, setAsked] = useState<{ step: PrizeStep; prize: RegisteredPrizeFragment }>();
  const [done, setDone] = useState(0);
  const title = useRestoredFocus<HTMLHeadingElement>(done);
  // The same instant while the choice is the same: another one would load the list again.
  const to = useMemo(() => (isOld ? new Date(Date.now() - LATE_AFTER_MS).toISOString() : null), [isOld]);
  const filter = { raffleId: raffle ?? null, kind: kind ?? null, state: state === 'ALL' ? null : state, to };
  const variables = { filter, orderBy: 'OLDEST_FIRST' } as const;
  const list = usePagedQuery(WonPrizesDocument, variables, ({ wonPrizes }) => wonPrizes);
  const owed = useQuery(OwedPrizesDocument, { raffleId: raffle ?? null });
  const chosen = useChosen(list.nodes ?? [], ({ title: name }) => name, JSON.stringify(variables));
  const columns = [chosen.column, ...usePrizeColumns((step, prize) => setAsked({ step, prize }))];
  const { reload } = list;
  const { reload: sumAgain } = owed;
  const onDone = useCallback(() => {
    setDone((last) => last + 1);
    reload();
    sumAgain();
  }, [reload, sumAgain]);
  return (
    <>
      <TitleRow>
        <h1 ref={title} tabIndex={-1}>
          {t.title}
        </h1>
      </TitleRow>
      <Note>{t.about}</Note>
      {owed.data && <Owed {...owed.data.owedPrizes} />}
      <Card>
        <div class={css.filters}>
          <RaffleSelect
            id={raffle}
            title={list.nodes?.find(({ raffleId }) => raffleId === raffle)?.raffleTitle}
            onId={(id) => narrow({ raffle: id })}
          />
          <Select
            label={t.state}
            value={state}
            onValue={(value) => narrow({ state: value === 'ALL' ? value : STATES.find((known) => known === value) })}
            options={[...STATES.map((value) => ({ value, label: t.states[value] })), { value: 'ALL', label: t.all }]}
          />
          <Select
            label={t.kind}
            value={kind ?? ''}
            onValue={(value) => narrow({ kind: KINDS.find((known) => known === value) })}
            options={[{ value: '', label: t.all }, ...KINDS.map((value) => ({ value, label: t.kinds[value] }))]}
          />
          <Select
            label={t.since}
            value={isOld ? 'old' : ''}
            onValue={(value) => narrow({ won: value === 'old' ? 'LONG_AGO' : undefined })}
            options={[
              { value: '', label: t.sinceAlways },
              { value: 'old', label: t.overdue },
            ]}
          />
        </div>
        {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Skeleton lines={8} />}
        {list.nodes?.length === 0 && (
          <Empty>
            <p>{t.none}</p>
          </Empty>
        )}
        {list.nodes && list.nodes.length > 0 && (
          <Table caption={t.title} columns={columns} rows={list.nodes} keyOf={({ id }) => id} />
        )}
        <ChosenPrizes chosen={chosen} onChanged={list.reload} />
        <LoadMore list={list} />
      </Card>
      {asked && <PrizeDialog {...asked} onDone={onDone} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Owed({ count, value }: { count: number; value: string }) {
  const t = useTexts(PRIZE_TEXTS);
  const f = useFormats();
  return (
    <Notice tone={count > 0 ? 'warn' : 'good'}>{count > 0 ? t.owed(f.number(count), f.money(value)) : t.nothingOwed}</Notice>
  );
}
