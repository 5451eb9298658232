import {
  StopBulkActDocument,
  StopExportDocument,
  type BackgroundWorkKind,
  type BackgroundWorkQuery,
  type OperatorRole,
  type WorkFragment,
} from '../../../generated/client/operations.js';
import {
  blockUsersRoles,
  cancelOrdersRoles,
  contactPrizeWinnersRoles,
  refundOrdersRoles,
  stopExportRoles,
} from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction, type QueryResult } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { RowButton } from '../../ui/button.js';
import { Note, Row } from '../../ui/layout.js';
import { Card, Empty, Problem, Progress, Skeleton } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import { RaffleLink } from '../links.js';
import { useMay } from '../may.js';
import css from './exports.module.css';

/** As who may ask for it. What is not here cannot be stopped. */
const STOPPED_BY: Partial<Record<BackgroundWorkKind, readonly OperatorRole[]>> = {
  EXPORT: stopExportRoles,
  CANCEL_ORDERS: cancelOrdersRoles,
  BLOCK_USERS: blockUsersRoles,
  REFUND_ORDERS: refundOrdersRoles,
  CONTACT_PRIZE_WINNERS: contactPrizeWinnersRoles,
};

/** What waits or runs, how far it is, when it ends and how it is stopped. */
export function WorkList({ work, onChanged }: { work: QueryResult<BackgroundWorkQuery>; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const stopping = useAction(async ({ kind, id }: WorkFragment) => {
    await (kind === 'EXPORT' ? client.mutate(StopExportDocument, { id }) : client.mutate(StopBulkActDocument, { id }));
    say(t.stopped(t.kinds[kind]));
    onChanged();
  });
  const { data, error, reload } = work;
  return (
    <Card title={t.title}>
      <Problem problem={error} onRetry={reload} />
      <Problem problem={stopping.error} />
      {!data && !error && <Skeleton lines={2} />}
      {data?.backgroundWork.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      <ul class={css.list}>
        {data?.backgroundWork.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Work work={one} onStop={() => void stopping.act(one)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Work({ work, onStop }: { work: WorkFragment; onStop(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { kind, raffleId, raffleTitle, done, total, progress, startedAt, estimatedEnd, canStop } = work;
  const may = useMay();
  const mayStop = canStop && may(STOPPED_BY[kind] ?? []);
  const of = raffleTitle ?? (kind === 'EXPORT' ? t.allRaffles : undefined);
  const name = [t.kinds[kind], of].filter(Boolean).join(': ');
  const facts = [
    startedAt === null && t.waits,
    done !== null && startedAt !== null && (total === null ? t.done(f.number(done)) : t.doneOf(f.number(done), f.number(total))),
    startedAt !== null && t.since(f.dateTime(startedAt)),
    estimatedEnd !== null && t.until(f.dateTime(estimatedEnd)),
  ].filter(Boolean);
  return (
    <div class={css.work}>
      <Row>
        <strong>{t.kinds[kind]}</strong>
        {raffleId !== null && raffleTitle !== null ? <RaffleLink raffle={{ id: raffleId, title: raffleTitle }} /> : of}
        {mayStop && <RowButton label={t.stop} of={name} onClick={onStop} />}
      </Row>
      {progress !== null && startedAt !== null && <Progress percentage={100 * progress} label={name} />}
      <Note>{facts.join(' · ')}</Note>
      {!canStop && <Note>{t.why[kind]}</Note>}
    </div>
  );
}

const TEXTS = texts<{
  title: string;
  none: string;
  kinds: Record<BackgroundWorkKind, string>;
  why: Partial<Record<BackgroundWorkKind, string>>;
  allRaffles: string;
  waits: string;
  done(done: string): string;
  doneOf(done: string, total: string): string;
  since(when: string): string;
  until(when: string): string;
  stop: string;
  stopped(what: string): string;
}>({
  'pt-BR': {
    title: 'Em andamento',
    none: 'Nada está em andamento agora.',
    kinds: {
      EXPORT: 'Exportação de pedidos',
      REFUNDS: 'Devoluções da rifa cancelada',
      FREEZE: 'Congelamento para o sorteio',
      DRAW: 'Sorteio',
      PROOF: 'Prova do sorteio',
      CANCEL_ORDERS: 'Cancelamento de pedidos',
      REFUND_ORDERS: 'Devolução de pedidos',
      BLOCK_USERS: 'Bloqueio de pessoas',
      CONTACT_PRIZE_WINNERS: 'Registro de ganhadores avisados',
    },
    why: {
      REFUNDS: 'Não pode ser parado: o dinheiro é devido aos compradores.',
      FREEZE: 'Não pode ser parado: as vendas já terminaram, e o sorteio precisa desta lista.',
      DRAW: 'Não pode ser parado: o sorteio foi publicado. Ele espera a rodada pública ou os prêmios instantâneos.',
      PROOF: 'Não pode ser parado: a prova foi prometida a quem comprou.',
    },
    allRaffles: 'Todas as rifas',
    waits: 'Aguardando a vez',
    done: (done) => `${done} feitos`,
    doneOf: (done, total) => `${done} de ${total}`,
    since: (when) => `começou em ${when}`,
    until: (when) => `deve terminar em ${when}`,
    stop: 'Parar',
    stopped: (what) => `Parado: ${what}.`,
  },
  en: {
    title: 'In progress',
    none: 'Nothing is in progress now.',
    kinds: {
      EXPORT: 'Export of orders',
      REFUNDS: 'Refunds of a raffle that was called off',
      FREEZE: 'Freeze for the draw',
      DRAW: 'Draw',
      PROOF: 'Proof of the draw',
      CANCEL_ORDERS: 'Cancelling of orders',
      REFUND_ORDERS: 'Refunds of orders',
      BLOCK_USERS: 'Blocking of people',
      CONTACT_PRIZE_WINNERS: 'Recording that winners were told',
    },
    why: {
      REFUNDS: 'It cannot be stopped: the money is owed to the buyers.',
      FREEZE: 'It cannot be stopped: the sale is over, and the draw needs this list.',
      DRAW: 'It cannot be stopped: the draw was published. It waits for its public round or for the instant prizes.',
      PROOF: 'It cannot be stopped: the proof was promised to who bought.',
    },
    allRaffles: 'All raffles',
    waits: 'Waiting for its turn',
    done: (done) => `${done} done`,
    doneOf: (done, total) => `${done} of ${total}`,
    since: (when) => `began ${when}`,
    until: (when) => `should end ${when}`,
    stop: 'Stop',
    stopped: (what) => `Stopped: ${what}.`,
  },
});
