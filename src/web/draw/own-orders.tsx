import { MyOrdersDocument } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useSession } from '../common/session.js';
import { texts, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { Unanswered } from '../common/unanswered.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Skeleton, Card, Empty, Problem } from '../ui/surface.js';
import css from './draw.module.css';
import { OwnOrder } from './own-order.js';
import type { PublishedManifest } from './use-draw.js';

const PAGE = 50;

export function OwnOrders({ raffle, manifest }: { raffle: RaffleOfPage; manifest: PublishedManifest }) {
  const t = useTexts(TEXTS);
  const { person } = useSession();
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <Unanswered />
      {person === undefined && <Skeleton lines={2} />}
      {person === null && (
        <>
          <p class={css.soft}>{t.logIn}</p>
          <p>
            <ButtonLink href={`/r/${raffle.slug}`}>{t.toRaffle}</ButtonLink>
          </p>
        </>
      )}
      {person && <List key={person.id} raffle={raffle} manifest={manifest} />}
    </Card>
  );
}

function List({ raffle, manifest }: { raffle: RaffleOfPage; manifest: PublishedManifest }) {
  const t = useTexts(TEXTS);
  const orders = usePagedQuery(MyOrdersDocument, { status: null, raffleId: raffle.id }, (data) => data.myOrders, PAGE);
  if (!orders.nodes) return orders.error ? <Problem problem={orders.error} onRetry={orders.reload} /> : <Skeleton lines={3} />;
  const here = orders.nodes.filter(({ paidAt }) => paidAt !== null);
  return (
    <>
      {here.length === 0 && !orders.hasMore && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      <ul>
        {here.map((order) => (
          <li key={order.id}>
            <OwnOrder order={order} manifest={manifest} />
          </li>
        ))}
      </ul>
      <Problem problem={orders.error} />
      {orders.hasMore && (
        <Button isBusy={orders.isLoading} onClick={orders.more}>
          {t.more}
        </Button>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'As minhas compras estão no sorteio?',
    lead: 'Cada compra paga tem um comprovante que leva até o registro congelado. O seu navegador refaz a conta.',
    logIn: 'Entre na página da rifa, com o telefone da compra, e volte aqui.',
    toRaffle: 'Ir para a página da rifa',
    none: 'Você não tem compras pagas nesta rifa.',
    more: 'Procurar em pedidos mais antigos',
  },
  en: {
    title: 'Are my purchases in the draw?',
    lead: 'Each paid purchase has a receipt that leads to the frozen record. Your browser does the calculation again.',
    logIn: "Log in on the raffle's page, with the phone that you bought with, and come back.",
    toRaffle: "Go to the raffle's page",
    none: 'You have no paid purchases in this raffle.',
    more: 'Look among older orders',
  },
});
