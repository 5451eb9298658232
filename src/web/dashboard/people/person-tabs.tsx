import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { sessionsOfUserRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { personHref } from '../links.js';
import css from '../raffle/raffle.module.css';
import { useMay } from '../may.js';
import { PersonMessages } from './person-messages.js';
import { PersonNotes } from './person-notes.js';
import { PersonPrizes } from './person-prizes.js';
import { PersonPurchases } from './person-purchases.js';
import { PersonSessions } from './person-sessions.js';

const TABS = ['purchases', 'prizes', 'messages', 'notes', 'sessions'] as const;
type Tab = (typeof TABS)[number];

interface Props {
  userId: string;
  mayWrite: boolean;
  blockedAt: string | null;
}

const SHOWN: Record<Tab, ComponentType<Props>> = {
  purchases: PersonPurchases,
  prizes: PersonPrizes,
  messages: PersonMessages,
  notes: PersonNotes,
  sessions: PersonSessions,
};

/** The parts of a buyer's page, of which one is asked for and shown. It is in the address, for links and the back button. */
export function PersonTabs({ userId, ...account }: Props) {
  const t = useTexts(TEXTS);
  const { query } = useLocation();
  const may = useMay();
  const seesSessions = may(sessionsOfUserRoles);
  const tabs = TABS.filter((tab) => tab !== 'sessions' || seesSessions);
  const current = tabs.find((tab) => tab === query.tab) ?? 'purchases';
  const Shown = SHOWN[current];
  return (
    <>
      <nav class={css.tabs} aria-label={t.parts}>
        <ul>
          {tabs.map((tab) => (
            <li key={tab}>
              <a href={`${personHref(userId)}?tab=${tab}`} aria-current={tab === current ? 'page' : undefined}>
                {t.tabs[tab]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Shown key={userId} userId={userId} {...account} />
    </>
  );
}

const TEXTS = texts<{ parts: string; tabs: Record<Tab, string> }>({
  'pt-BR': {
    parts: 'Partes da conta',
    tabs: { purchases: 'Compras', prizes: 'Prêmios', messages: 'Mensagens', notes: 'Anotações', sessions: 'Aparelhos' },
  },
  en: {
    parts: 'Parts of the account',
    tabs: { purchases: 'Purchases', prizes: 'Prizes', messages: 'Messages', notes: 'Notes', sessions: 'Devices' },
  },
});
