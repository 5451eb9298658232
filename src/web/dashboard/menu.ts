import type { OperatorRole } from '../../generated/client/operations.js';
import { texts } from '../common/language.js';

const under =
  (...hrefs: string[]) =>
  (path: string) =>
    hrefs.some((href) => path === href || path.startsWith(`${href}/`));

interface MenuEntry {
  key: string;
  href: string;
  others: readonly OperatorRole[];
  isCurrent(path: string): boolean;
}

/** `others`: the roles beside OWNER that see the entry. */
export const MENU = [
  {
    key: 'overview',
    href: '/dashboard',
    others: ['FINANCE', 'MANAGER', 'SUPPORT'],
    isCurrent: (path: string) => path === '/dashboard',
  },
  {
    key: 'raffles',
    href: '/dashboard/raffles',
    others: ['FINANCE', 'MANAGER'],
    // The pictures are theirs.
    isCurrent: under('/dashboard/raffles', '/dashboard/files'),
  },
  {
    key: 'orders',
    href: '/dashboard/orders',
    others: ['FINANCE', 'MANAGER', 'SUPPORT'],
    isCurrent: under('/dashboard/orders', '/dashboard/payments'),
  },
  {
    key: 'exports',
    href: '/dashboard/exports',
    others: ['FINANCE', 'MANAGER', 'SUPPORT'],
    isCurrent: under('/dashboard/exports'),
  },
  { key: 'prizes', href: '/dashboard/prizes', others: ['FINANCE', 'MANAGER', 'SUPPORT'], isCurrent: under('/dashboard/prizes') },
  { key: 'money', href: '/dashboard/money', others: ['FINANCE', 'SUPPORT'], isCurrent: under('/dashboard/money') },
  { key: 'providers', href: '/dashboard/providers', others: ['FINANCE'], isCurrent: under('/dashboard/providers') },
  { key: 'people', href: '/dashboard/people', others: ['FINANCE', 'MANAGER', 'SUPPORT'], isCurrent: under('/dashboard/people') },
  {
    key: 'referrals',
    href: '/dashboard/referrals',
    others: ['FINANCE', 'SUPPORT'],
    isCurrent: under('/dashboard/referrals'),
  },
  { key: 'webhooks', href: '/dashboard/webhooks', others: ['SUPPORT'], isCurrent: under('/dashboard/webhooks') },
  { key: 'clients', href: '/dashboard/clients', others: ['FINANCE', 'SUPPORT'], isCurrent: under('/dashboard/clients') },
  { key: 'site', href: '/dashboard/site', others: ['MANAGER'], isCurrent: under('/dashboard/site') },
  { key: 'audit', href: '/dashboard/audit', others: [], isCurrent: under('/dashboard/audit') },
] as const satisfies readonly MenuEntry[];

export const TITLES = texts({
  'pt-BR': {
    overview: 'Visão geral',
    raffles: 'Rifas',
    orders: 'Pedidos',
    exports: 'Tarefas',
    prizes: 'Prêmios',
    money: 'Pendências',
    providers: 'Provedores PIX',
    people: 'Pessoas',
    referrals: 'Indicações',
    webhooks: 'Webhooks',
    clients: 'Integrações antigas',
    site: 'Site',
    audit: 'Auditoria',
  },
  en: {
    overview: 'Overview',
    raffles: 'Raffles',
    orders: 'Orders',
    exports: 'Tasks',
    prizes: 'Prizes',
    money: 'Open work',
    providers: 'PIX providers',
    people: 'People',
    referrals: 'Referrals',
    webhooks: 'Webhooks',
    clients: 'Legacy clients',
    site: 'Site',
    audit: 'Audit log',
  },
});

export function menuOf(role: OperatorRole | null): readonly (typeof MENU)[number][] {
  return MENU.filter(({ others }) => role === 'OWNER' || (others as readonly (OperatorRole | null)[]).includes(role));
}
