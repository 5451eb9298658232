import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { RafflesForOperatorDocument, type RafflesForOperatorQuery } from '../../../generated/client/operations.js';
import { createRaffleRoles } from '../../../generated/client/operator-roles.js';
import { srcSetOf } from '../../../addresses/picture-address.js';
import { texts, useTexts, useFormats } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { Choice, Row, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem, Progress, Badge } from '../../ui/surface.js';
import { LoadMore } from '../../ui/table.js';
import { RaffleLink } from '../links.js';
import { useMay } from '../may.js';
import { CategoriesDialog } from './categories-dialog.js';
import { RAFFLE_STATUS_TEXTS, RAFFLE_STATUSES, publicHref, RaffleStatusBadge } from './raffle-status.js';
import css from './raffles.module.css';

/** The status is in the address, for links and the back button. */
export function RafflesScreen() {
  const t = useTexts(TEXTS);
  const statuses = useTexts(RAFFLE_STATUS_TEXTS);
  const { query, route } = useLocation();
  const status = RAFFLE_STATUSES.find((known) => known === query.status) ?? null;
  const [isSorting, setSorting] = useState(false);
  const mayEdit = useMay()(createRaffleRoles);
  const list = usePagedQuery(RafflesForOperatorDocument, { status }, ({ raffles }) => raffles);
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        {mayEdit && (
          <Row>
            <Button onClick={() => setSorting(true)}>{t.categories}</Button>
            <ButtonLink href="/dashboard/files">{t.files}</ButtonLink>
            <ButtonLink variant="primary" href="/dashboard/raffles/new">
              {t.create}
            </ButtonLink>
          </Row>
        )}
      </TitleRow>
      {isSorting && <CategoriesDialog onClose={() => setSorting(false)} />}
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
          <Skeleton lines={9} />
        </Card>
      )}
      {list.nodes?.length === 0 && (
        <Card>
          <Empty>
            <p>{status ? t.noneOfStatus : t.none}</p>
            {status ? (
              <a href="/dashboard/raffles">{t.showAll}</a>
            ) : (
              mayEdit && <ButtonLink href="/dashboard/raffles/new">{t.create}</ButtonLink>
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
      <LoadMore list={list} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Rifas',
    create: 'Nova rifa',
    categories: 'Categorias',
    files: 'Imagens',
    filter: 'Situação',
    all: 'Todas',
    none: 'Nenhuma rifa ainda. Crie a primeira: ela começa como rascunho, que só operadores veem.',
    noneOfStatus: 'Nenhuma rifa está nesta situação.',
    showAll: 'Ver todas as rifas',
  },
  en: {
    title: 'Raffles',
    create: 'New raffle',
    categories: 'Categories',
    files: 'Pictures',
    filter: 'Status',
    all: 'All',
    none: 'There are no raffles yet. Make the first: it begins as a draft, which only operators see.',
    noneOfStatus: 'No raffle has this status.',
    showAll: 'See all raffles',
  },
});

type Raffle = RafflesForOperatorQuery['raffles']['nodes'][number];

function RaffleLine({ raffle }: { raffle: Raffle }) {
  const t = useTexts(LINE_TEXTS);
  const { money, number, percent } = useFormats();
  const { id, title, photoUrl, status, privacy, quotaPrice, quotaQuantity, sellBar, slug } = raffle;
  const page = publicHref(raffle);
  const sold = sellBar?.percentage ?? 0;
  return (
    <li class={css.line}>
      {photoUrl ? (
        <img class={css.photo} srcset={srcSetOf(photoUrl)} sizes="4.5rem" src={photoUrl} alt="" loading="lazy" />
      ) : (
        <span class={css.photo} aria-hidden="true" />
      )}
      <div class={css.what}>
        <h2 class={css.title}>
          <RaffleLink raffle={{ id, title }} />
        </h2>
        <p class={css.badges}>
          <RaffleStatusBadge status={status} />
          {privacy === 'PRIVATE' && <Badge>{t.isPrivate}</Badge>}
        </p>
        <p class={css.facts}>
          {Number(quotaPrice) === 0 ? t.free : t.price(money(quotaPrice))} · {t.quotas(quotaQuantity, number(quotaQuantity))}
        </p>
        {page && (
          <p class={css.facts}>
            <a href={page} target="_blank">
              /r/{slug}
            </a>
          </p>
        )}
      </div>
      <div class={css.sold}>
        <p class={css.share}>
          <strong>{percent(sold)}</strong> <span>{t.sold}</span>
        </p>
        <Progress percentage={sold} label={t.soldOf(title, percent(sold))} />
        {sellBar && <p class={css.facts}>{t.paid(number(sellBar.paid), number(sellBar.reserved))}</p>}
      </div>
    </li>
  );
}

const LINE_TEXTS = texts({
  'pt-BR': {
    isPrivate: 'Fora das listas',
    free: 'Grátis',
    price: (sum: string) => `${sum} por cota`,
    quotas: (count: number, text: string) => (count === 1 ? '1 cota' : `${text} cotas`),
    sold: 'vendido',
    soldOf: (title: string, share: string) => `${title}: ${share} vendido`,
    paid: (paid: string, reserved: string) => `${paid} pagas, ${reserved} reservadas`,
  },
  en: {
    isPrivate: 'In no list',
    free: 'Free',
    price: (sum: string) => `${sum} a quota`,
    quotas: (count: number, text: string) => (count === 1 ? '1 quota' : `${text} quotas`),
    sold: 'sold',
    soldOf: (title: string, share: string) => `${title}: ${share} sold`,
    paid: (paid: string, reserved: string) => `${paid} paid, ${reserved} reserved`,
  },
});
