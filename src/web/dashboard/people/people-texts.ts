import type { OperatorRole } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

/** The roles of operators, in the order in which they may do less. */
export const OPERATOR_ROLES: readonly OperatorRole[] = ['OWNER', 'FINANCE', 'SUPPORT'];

export const ROLE_TEXTS = texts({
  'pt-BR': { OWNER: 'Dono', FINANCE: 'Financeiro', SUPPORT: 'Atendimento' },
  en: { OWNER: 'Owner', FINANCE: 'Finance', SUPPORT: 'Support' },
});

/** What a role may do, for who chooses one. */
export const ROLE_HINTS = texts({
  'pt-BR': {
    OWNER: 'Pode tudo: rifas, prêmios, provedores, site e pessoas.',
    FINANCE: 'Pagamentos, devoluções, comissões e pendências.',
    SUPPORT: 'Pedidos e contas de compradores.',
  },
  en: {
    OWNER: 'Everything: raffles, prizes, providers, the site and people.',
    FINANCE: 'Payments, refunds, commissions and open work.',
    SUPPORT: "Buyers' orders and accounts.",
  },
});
