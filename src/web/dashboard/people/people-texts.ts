import type { OperatorRole } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

/** From most rights to least. */
export const OPERATOR_ROLES: readonly OperatorRole[] = ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'];

export const ROLE_TEXTS = texts({
  'pt-BR': { OWNER: 'Dono', FINANCE: 'Financeiro', MANAGER: 'Gerente', SUPPORT: 'Atendimento' },
  en: { OWNER: 'Owner', FINANCE: 'Finance', MANAGER: 'Manager', SUPPORT: 'Support' },
});

export const ROLE_HINTS = texts({
  'pt-BR': {
    OWNER: 'Pode tudo: rifas, prêmios, provedores, site e pessoas.',
    FINANCE: 'Pagamentos, devoluções, comissões, pendências e provedores.',
    MANAGER: 'Rifas, prêmios, sorteios e o site.',
    SUPPORT: 'Leitura, e o que ajuda um comprador: pedidos e contas.',
  },
  en: {
    OWNER: 'Everything: raffles, prizes, providers, the site and people.',
    FINANCE: 'Payments, refunds, commissions, open work and providers.',
    MANAGER: 'Raffles, prizes, draws and the site.',
    SUPPORT: 'Reading, and what helps a buyer: orders and accounts.',
  },
});

/** `+5511987654321` as `(11) 98765-4321`; other countries unchanged. */
export function formatPhone(phone: string | null): string | undefined {
  if (phone === null) return undefined;
  const [, area, start, end] = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? [];
  return area ? `(${area}) ${start}-${end}` : phone;
}

export function formatCpf(cpf: string | null): string | undefined {
  return cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1.$2.$3-$4');
}
