import { texts } from '../common/language.js';

const under = (href: string) => (path: string) => path === href || path.startsWith(`${href}/`);

/** What the dashboard has, in the order of its menu. */
export const MENU = [
  { key: 'overview', href: '/dashboard', isCurrent: (path: string) => path === '/dashboard' },
  { key: 'raffles', href: '/dashboard/raffles', isCurrent: under('/dashboard/raffles') },
  { key: 'orders', href: '/dashboard/orders', isCurrent: under('/dashboard/orders') },
  { key: 'money', href: '/dashboard/money', isCurrent: under('/dashboard/money') },
  { key: 'providers', href: '/dashboard/providers', isCurrent: under('/dashboard/providers') },
  { key: 'site', href: '/dashboard/site', isCurrent: under('/dashboard/site') },
] as const;

export const TITLES = texts({
  'pt-BR': {
    overview: 'Visão geral',
    raffles: 'Rifas',
    orders: 'Pedidos',
    money: 'Pendências',
    providers: 'Provedores PIX',
    site: 'Site',
  },
  en: {
    overview: 'Overview',
    raffles: 'Raffles',
    orders: 'Orders',
    money: 'Open work',
    providers: 'PIX providers',
    site: 'Site',
  },
});
