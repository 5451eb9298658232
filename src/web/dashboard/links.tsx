import type { ComponentChildren } from 'preact';
import { reconciliationRoles } from '../../generated/client/operator-roles.js';
import { useMay } from './may.js';

/*
 * Everything that a screen names is a link to its page: a person, an order, a raffle, a payment.
 */

export const personHref = (id: string): string => `/dashboard/people/${id}`;
export const orderHref = (id: string): string => `/dashboard/orders/${id}`;
export const raffleHref = (id: string): string => `/dashboard/raffles/${id}`;
export const paymentHref = (id: string): string => `/dashboard/payments/${id}`;

export const PersonLink = ({ person }: { person: { id: string; name: string } }) => (
  <a href={personHref(person.id)}>{person.name}</a>
);

export const OrderLink = ({ id, children }: { id: string; children?: ComponentChildren }) => (
  <a href={orderHref(id)}>{children ?? `#${id}`}</a>
);

export const RaffleLink = ({ raffle }: { raffle: { id: string; title: string } }) => (
  <a href={raffleHref(raffle.id)}>{raffle.title}</a>
);

/** Called by its end-to-end id, or as `children` say where no bank sent it. */
export const PaymentLink = ({
  payment,
  children,
}: {
  payment: { id: string; endToEndId: string | null };
  children: ComponentChildren;
}) => <a href={paymentHref(payment.id)}>{payment.endToEndId === null ? children : <code>{payment.endToEndId}</code>}</a>;

/** Where open money is settled. A manager may not read it, so there is no link for one. */
export function MoneyLink({ children }: { children: ComponentChildren }) {
  const may = useMay();
  return may(reconciliationRoles) ? <a href="/dashboard/money">{children}</a> : null;
}

/** Opens a chat on WhatsApp with a text to send. */
export const ChatLink = ({ phone, text }: { phone: string; text: string }) => (
  <a href={`https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`} target="_blank" rel="noopener">
    WhatsApp
  </a>
);
