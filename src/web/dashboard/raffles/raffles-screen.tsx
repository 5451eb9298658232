import { useLocation } from 'preact-iso';
import { RaffleShelfDocument } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { usePages } from '../../common/paging.js';
import { ButtonLink } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { Choice, TitleRow } from '../../ui/layout.js';
import { ListEnd } from '../../ui/list-end.js';
import { Bones, Card, Empty, Problem } from '../../ui/surface.js';
import { RaffleLine } from './raffle-line.js';
import { RAFFLE_STATUS_TEXTS, RAFFLE_STATUSES } from './raffle-status.js';
import css from './raffles.module.css';

/** All raffles, drafts too, newest first. The status is in the address, so that a list can be come back to. */
export function RafflesScreen() {
  const t = useTexts(TEXTS);
  const statuses = useTexts(RAFFLE_STATUS_TEXTS);
  const { query, route } = useLocation();
  const status = RAFFLE_STATUSES.find((known) => known === query.status) ?? null;
  const list = usePages(RaffleShelfDocument, { status }, ({ raffles }) => raffles);
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        <ButtonLink look="primary" href="/dashboard/raffles/new">
          {t.create}
        </ButtonLink>
      </TitleRow>
      <Choice>
        <Select
          label={t.filter}
          value={status ?? ''}
          onValue={(value) => route(`/dashboard/raffles${value && `?status=${value}`}`, true)}
          options={[{ value: '', label: t.all }, ...RAFFLE_STATUSES.map((value) => ({ value, label: statuses[value] }))]}
        />
      </Choice>
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && (
        <Card>
          <Bones lines={9} />
        </Card>
      )}
      {list.nodes?.length === 0 && (
        <Card>
          <Empty>
            <p>{status ? t.noneOfStatus : t.none}</p>
            {status ? (
              <a href="/dashboard/raffles">{t.showAll}</a>
            ) : (
              <ButtonLink href="/dashboard/raffles/new">{t.create}</ButtonLink>
            )}
          </Empty>
        </Card>
      )}
      {list.nodes && list.nodes.length > 0 && (
        <ul class={css.list}>
          {list.nodes.map((raffle) => (
            <RaffleLine key={raffle.id} raffle={raffle} />
          ))}
        </ul>
      )}
      <ListEnd list={list} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Rifas',
    create: 'Nova rifa',
    filter: 'Situação',
    all: 'Todas',
    none: 'Nenhuma rifa ainda. Crie a primeira: ela começa como rascunho, que só operadores veem.',
    noneOfStatus: 'Nenhuma rifa está nesta situação.',
    showAll: 'Ver todas as rifas',
  },
  en: {
    title: 'Raffles',
    create: 'New raffle',
    filter: 'Status',
    all: 'All',
    none: 'There are no raffles yet. Make the first: it begins as a draft, which only operators see.',
    noneOfStatus: 'No raffle has this status.',
    showAll: 'See all raffles',
  },
});
