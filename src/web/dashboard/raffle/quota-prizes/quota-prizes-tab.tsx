import { useState } from 'preact/hooks';
import { QuotaPrizeListDocument, QuotaPrizeWinsDocument } from '../../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { usePagedQuery } from '../../../common/paged-query.js';
import { Button } from '../../../ui/button.js';
import { Stats } from '../../../ui/layout.js';
import { LoadMore } from '../../../ui/table.js';
import { Skeleton, Card, Empty, Notice, Problem, Stat } from '../../../ui/surface.js';
import { useReloadAfterUndo } from '../../../ui/toasts.js';
import type { TabProps } from '../raffle-tab.js';
import { canBeBought, saleLockOf } from '../settings/locked-fields.js';
import { AddQuotaPrizes } from './add-quota-prizes.js';
import { QuotaPrizeTable } from './quota-prize-table.js';

const OVER: ReadonlySet<string> = new Set(['DRAWN', 'FINISHED', 'CANCELLED']);

export function QuotaPrizesTab({ raffle, reload }: TabProps) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const [isAdding, setAdding] = useState(false);
  const list = usePagedQuery(QuotaPrizeListDocument, { raffleId: raffle.id }, ({ quotaPrizes }) => quotaPrizes, 50);
  const wins = usePagedQuery(QuotaPrizeWinsDocument, { raffleId: raffle.id }, ({ quotaPrizeWinners }) => quotaPrizeWinners, 20);
  const saleLock = saleLockOf(raffle);
  const isOver = raffle.frozenAt !== null || OVER.has(raffle.status);
  const mayAdd = raffle.enableQuotaPrizes && !saleLock && !isOver;
  const changed = (): void => {
    list.reload();
    wins.reload();
    reload();
  };
  useReloadAfterUndo(changed);
  return (
    <>
      {!raffle.enableQuotaPrizes && (
        <Notice tone="warn">
          <p>{saleLock ? t.offForGood : t.off}</p>
          {!saleLock && (
            <p>
              <a href={`/dashboard/raffles/${raffle.id}/settings`}>{t.toSettings}</a>
            </p>
          )}
        </Notice>
      )}
      {raffle.enableQuotaPrizes && saleLock && <Notice>{t.saleLock[saleLock]}</Notice>}
      <Card
        title={t.title}
        actions={
          mayAdd && (
            <Button small onClick={() => setAdding(true)}>
              {t.add}
            </Button>
          )
        }
      >
        <p>{raffle.automaticQuotaPrizeDistribution ? t.drawn : t.typed}</p>
        {raffle.enableQuotaPrizes && (
          <Stats>
            <Stat name={t.left}>{number(raffle.quotaPrizesLeft)}</Stat>
          </Stats>
        )}
        {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Skeleton lines={6} />}
        {list.nodes?.length === 0 && (
          <Empty>
            <p>{mayAdd ? t.none : t.noneEver}</p>
          </Empty>
        )}
        {list.nodes && list.nodes.length > 0 && (
          <QuotaPrizeTable
            caption={t.listed}
            prizes={list.nodes}
            mayDelete={!saleLock && !isOver}
            mayLock={!isOver}
            isOnSale={canBeBought(raffle)}
            onChanged={changed}
          />
        )}
        <LoadMore list={list} />
      </Card>
      <Card title={t.winners}>
        {!wins.nodes && <Problem problem={wins.error} onRetry={wins.reload} />}
        {!wins.nodes && !wins.error && <Skeleton lines={3} />}
        {wins.nodes?.length === 0 && (
          <Empty>
            <p>{t.nobody}</p>
          </Empty>
        )}
        {wins.nodes && wins.nodes.length > 0 && (
          <QuotaPrizeTable
            caption={t.listedWinners}
            prizes={wins.nodes}
            mayDelete={false}
            mayLock={false}
            isOnSale
            onChanged={changed}
          />
        )}
        <LoadMore list={wins} />
      </Card>
      {isAdding && <AddQuotaPrizes raffle={raffle} onSaved={changed} onClose={() => setAdding(false)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Cotas premiadas',
    listed: 'Lista das cotas premiadas',
    listedWinners: 'Lista de quem ganhou',
    add: 'Adicionar',
    off: 'Esta rifa não tem cotas premiadas. Ligue-as nas configurações, antes do primeiro pedido.',
    offForGood: 'Esta rifa não tem cotas premiadas, e isso não muda mais: há pedidos.',
    toSettings: 'Ir às configurações',
    saleLock: {
      sold: 'Já há cotas pagas: prêmios não são mais adicionados nem excluídos. Ainda dá para mandar um deles ao encerramento.',
      reserved: 'Um pedido aguarda pagamento: prêmios não são adicionados nem excluídos enquanto isso, nem depois de pago.',
      frozen: 'A rifa foi congelada para o sorteio: nada muda mais aqui.',
      calledOff: 'A rifa foi cancelada: nada muda mais aqui.',
    },
    drawn: 'O serviço sorteia os números da lista. Eles aparecem quando são ganhos ou a rifa é sorteada.',
    typed: 'Você escolhe os números. Uma rodada pública depois do pagamento decide que cota recebe um deles.',
    left: 'Ainda não ganhas',
    none: 'Nenhuma cota premiada ainda. Adicione-as antes do primeiro pedido: depois a lista não muda.',
    noneEver: 'Nenhuma cota premiada.',
    winners: 'Quem ganhou',
    nobody: 'Ninguém ganhou uma cota premiada ainda.',
  },
  en: {
    title: 'Quota prizes',
    listed: 'List of the quota prizes',
    listedWinners: 'List of who won',
    add: 'Add',
    off: 'This raffle has no quota prizes. Turn them on in its settings, before the first order.',
    offForGood: 'This raffle has no quota prizes, and that does not change any more: there are orders.',
    toSettings: 'To the settings',
    saleLock: {
      sold: 'Quotas are paid: prizes are no longer added or deleted. One can still be sent to the close.',
      reserved: 'An order waits for payment: prizes are not added or deleted meanwhile, nor once it is paid.',
      frozen: 'The raffle was frozen for its draw: nothing changes here any more.',
      calledOff: 'The raffle was called off: nothing changes here any more.',
    },
    drawn: 'The service draws the listed numbers. They are shown when they are won or the raffle is drawn.',
    typed: 'You choose the numbers. A public round after the payment decides which quota receives one of them.',
    left: 'Not won yet',
    none: 'There are no quota prizes yet. Add them before the first order: the list stands after it.',
    noneEver: 'There are no quota prizes.',
    winners: 'Who won',
    nobody: 'Nobody has won a quota prize yet.',
  },
});
