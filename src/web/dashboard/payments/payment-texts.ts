import type { PaymentSource, RefundInitiator } from '../../../generated/client/operations.js';
import { texts } from '../../common/language.js';

/** How a payment was learned. */
export const SOURCE_TEXTS = texts<Record<PaymentSource, string>>({
  'pt-BR': {
    ADMIN: 'um operador marcou como pago',
    CALLBACK: 'o provedor avisou e confirmou',
    FREE: 'não custou nada',
    RECONCILIATION: 'perguntamos ao provedor',
  },
  en: {
    ADMIN: 'an operator marked it paid',
    CALLBACK: 'the provider told us and confirmed it',
    FREE: 'it cost nothing',
    RECONCILIATION: 'we asked the provider',
  },
});

/** Who began a refund. */
export const INITIATOR_TEXTS = texts<Record<RefundInitiator, string>>({
  'pt-BR': {
    BANK: 'os bancos (MED)',
    BUYER: 'o comprador',
    OPERATOR: 'um operador',
    PROVIDER: 'pela página do provedor',
    SERVICE: 'o serviço',
  },
  en: {
    BANK: 'the banks (MED)',
    BUYER: 'the buyer',
    OPERATOR: 'an operator',
    PROVIDER: "on the provider's pages",
    SERVICE: 'the service',
  },
});
