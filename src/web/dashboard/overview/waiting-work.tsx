import type { ComponentChildren } from 'preact';
import { MarkWinnersSeenDocument, type WaitingFragment } from '../../../generated/client/operations.js';
import { reconciliationRoles, refundLatePaymentRoles } from '../../../generated/client/operator-roles.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Problem } from '../../ui/surface.js';
import { MoneyLink } from '../links.js';
import { useMay } from '../may.js';
import css from './overview.module.css';

export function WaitingWork({ badges, onSeen }: { badges: WaitingFragment; onSeen(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const may = useMay();
  const seeing = useAction(async () => {
    await client.mutate(MarkWinnersSeenDocument, {});
    onSeen();
  });
  return (
    <section aria-label={t.title}>
      <ul class={css.work}>
        {may(reconciliationRoles) && (
          <Item count={badges.latePayments} name={t.latePayments} isOpen={badges.latePayments > 0}>
            <MoneyLink>{may(refundLatePaymentRoles) ? t.settle : t.see}</MoneyLink>
          </Item>
        )}
        <Item count={badges.unseenWinners} name={t.unseenWinners} isOpen={badges.unseenWinners > 0}>
          {badges.unseenWinners > 0 && (
            <span>
              <a href="/dashboard/prizes">{t.see}</a>{' '}
              <Button small isBusy={seeing.isBusy} onClick={() => void seeing.act()}>
                {t.seen}
              </Button>
            </span>
          )}
        </Item>
        <Item count={badges.unopenedBoxes} name={t.unopenedBoxes} />
        <Item count={badges.newCustomersToday} name={t.newCustomers} />
      </ul>
      <Problem problem={seeing.error} />
    </section>
  );
}

function Item(of: { count: number; name: string; isOpen?: boolean; children?: ComponentChildren }) {
  const f = useFormats();
  return (
    <li class={css.item} data-open={of.isOpen || undefined}>
      <span class={css.count}>{f.number(of.count)}</span>
      <span class={css.name}>{of.name}</span>
      {of.children}
    </li>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O que espera por você',
    latePayments: 'pagamentos a resolver',
    settle: 'Resolver',
    see: 'Ver',
    unseenWinners: 'prêmios ganhos que você não viu',
    seen: 'Marcar como vistos',
    unopenedBoxes: 'caixas que compradores não abriram',
    newCustomers: 'compradores novos hoje',
  },
  en: {
    title: 'What waits for you',
    latePayments: 'payments to settle',
    settle: 'Settle',
    see: 'See',
    unseenWinners: 'prizes won that you have not seen',
    seen: 'Mark as seen',
    unopenedBoxes: 'boxes that buyers have not opened',
    newCustomers: 'new buyers today',
  },
});
