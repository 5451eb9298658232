import type { AuditEntryFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { OrderLink, RaffleLink } from '../links.js';
import { ORDER_STATUS_TEXTS } from '../orders/order-status.js';
import { ROLE_TEXTS } from '../people/people-texts.js';
import { RAFFLE_STATUS_TEXTS } from '../raffles/raffle-status.js';
import css from './audit.module.css';
import { wordsOf } from './audit-texts.js';
import { DETAIL_TEXTS } from './detail-texts.js';

const BEFORE = 'Before';
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const RAFFLES = ['raffleId', 'fromRaffleId'];
const ORDERS = ['orderId', 'voidedOrder'];
const MONEY = new Set(['amount', 'excess', 'fixed', 'left', 'price', 'prize', 'quotaPrice', 'taken', 'toClaimBack']);

interface Props {
  of: AuditEntryFragment;
  /** Of the newest raffles, by id. */
  titles: ReadonlyMap<string, string>;
}

/** What was before stands beside what is now. */
export function Details({ of, titles }: Props) {
  const names = useTexts(DETAIL_TEXTS);
  const known = new Map(of.details.map(({ name, value }) => [name, value]));
  const shown = [...known.keys()].filter((name) => !name.endsWith(BEFORE) || !known.has(nowOf(name)));
  return (
    <ul class={css.details}>
      {shown.map((name) => {
        const now = nowOf(name);
        const before = known.get(`${now}${BEFORE}`);
        return (
          <li key={name}>
            <span class={css.name} title={name}>
              {wordsOf(names, now)}:
            </span>{' '}
            {before !== undefined && (
              <del>
                <Value of={of} name={now} value={before} titles={titles} />
              </del>
            )}{' '}
            {known.has(now) && <Value of={of} name={now} value={known.get(now) ?? null} titles={titles} />}
          </li>
        );
      })}
    </ul>
  );
}

const nowOf = (name: string): string => (name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name);

function Value({ of: { subjectType }, name, value, titles }: Props & { name: string; value: string | null }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const raffles = useTexts(RAFFLE_STATUS_TEXTS);
  const orders = useTexts(ORDER_STATUS_TEXTS);
  const roles = useTexts(ROLE_TEXTS);
  if (value === null) return <>—</>;
  if (value === 'true' || value === 'false') return <>{value === 'true' ? t.yes : t.no}</>;
  if (RAFFLES.includes(name)) return <RaffleLink raffle={{ id: value, title: titles.get(value) ?? value.slice(0, 8) }} />;
  if (ORDERS.includes(name)) return <OrderLink id={value} />;
  if (INSTANT.test(value)) return <>{f.dateTime(value)}</>;
  if (UUID.test(value)) return <span title={value}>{value.slice(0, 8)}…</span>;
  if (MONEY.has(name) && /^-?\d+\.\d\d$/.test(value)) return <>{f.money(value)}</>;
  if (name === 'status' && subjectType === 'order') return <>{wordsOf(orders, value)}</>;
  if (name === 'raffleStatus' || (name === 'status' && subjectType === 'raffle')) return <>{wordsOf(raffles, value)}</>;
  if (name === 'operatorRole') return <>{wordsOf(roles, value)}</>;
  return <>{value}</>;
}

const TEXTS = texts({
  'pt-BR': { yes: 'sim', no: 'não' },
  en: { yes: 'yes', no: 'no' },
});
